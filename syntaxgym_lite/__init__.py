"""syntaxgym_lite: does a language model expect what people expect?"""

__version__ = "0.1.0"
