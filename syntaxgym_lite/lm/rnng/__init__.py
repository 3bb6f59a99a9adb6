"""Recurrent neural network grammars (Dyer et al. 2016): trees, the network, beam search, training."""
