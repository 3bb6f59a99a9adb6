"""syntaxgym_lite: Ask whether a language model expects what people expect."""

__version__ = "0.1.0"
