"""``python -m syntaxgym_lite`` is ``sglite``."""

from .cli import main

main()
