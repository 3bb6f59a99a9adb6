"""``python -m fuzz.coverage TARGET``: the same targets under atheris, which looks for inputs that reach new code.

Needs ``pip install atheris``; ``python -m fuzz MINUTES --engine atheris`` calls this. Neither the tests nor the other
engine need it.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["syntaxgym_lite"]):
    from . import target


def main() -> None:
    """Run libFuzzer on a target until it is stopped or finds a fault."""
    name, *options = sys.argv[1:]
    module = target(name)
    atheris.Setup([sys.argv[0], *options], lambda data: module.check(data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
