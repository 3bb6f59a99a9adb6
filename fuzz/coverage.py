"""``python -m fuzz.coverage TARGET``: the same targets under atheris, which looks for inputs that reach new code.

Needs ``pip install atheris``; ``python -m fuzz MINUTES --engine atheris`` calls this. Neither the tests nor the other
engine need it.
"""

from __future__ import annotations

import sys

import atheris

from . import target

if __name__ == "__main__":
    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["syntaxgym_lite"]):
        module = target(name)
    atheris.Setup([sys.argv[0], *options], module.check)
    atheris.Fuzz()
