"""Tables of stimuli, read and written."""
