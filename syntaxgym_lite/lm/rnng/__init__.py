"""Models of trees: recurrent neural network grammars (Dyer et al. 2016), strings with brackets, and beam search."""
