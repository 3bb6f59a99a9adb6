"""Tell cheaply whether a named model can have changed since it was last open: by its files' places, sizes and times.

A fingerprint reads every byte of the weights, and says what a model is. An identity only looks at the folder, in
milliseconds, and says nothing but "as it was then". It is given only for kinds of model whose files are known here.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .. import __version__
from .kinds import kind_named
from .specs import split_spec

__all__ = [
    "Identity",
    "causal_files",
    "identify",
    "llamacpp_files",
    "masked_files",
    "transfo_xl_files",
    "treelm_files",
    "version_of",
    "word_files",
]

_LIBRARIES = ("torch", "transformers", "tokenizers", "gguf", "kenlm-ex", "bitsandbytes", "llama-cpp-python")
_COARSEST_CLOCK = 2.0  # seconds; FAT counts in twos


@dataclass(frozen=True, slots=True)
class Identity:
    """A model as it lies on disk, with the options it is opened with.

    Parameters
    ----------
    key : str
        sha256, in hexadecimal; another one as soon as anything was written to the model's files.
    changed : float
        When the youngest of its files was changed, in seconds since 1970.
    """

    key: str
    changed: float

    @property
    def is_settled(self) -> bool:
        """Whether a later change would show: the last one is older than the coarsest clock of a file system."""
        return self.changed < time.time() - _COARSEST_CLOCK


def identify(spec: str, options: Mapping[str, Any] | None = None) -> Identity | None:
    """Identify a model, named as one writes it after ``--model``, with the options it is opened with; it stays closed.

    None where a change could go unseen: kinds of model that are not known here, models that bring their own code, files
    that are not there.
    """
    try:
        kind, rest, own = split_spec(spec)
        options = {**(options or {}), **own}
        if options.get("trust_remote_code"):
            return None
        files = [_status(path) for path in kind_named(kind).files_of(rest, options)]
        if all(size < 0 for _, size, *_ in files):
            return None
        described = {
            "spec": [kind, rest, os.path.abspath(rest), options],
            "files": files,
            "versions": [__version__, *map(version_of, _LIBRARIES)],
            "devices": [platform.node(), os.environ.get("CUDA_VISIBLE_DEVICES")],  # what --device auto chooses from
        }
        key = hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()
    except Exception:  # whoever opens the model says what is wrong with it, or with a plug-in
        return None
    return Identity(key, max(max(written, changed) for *_, written, changed in files) / 1e9)


def _status(path: Path) -> tuple[str, int, int, int, int]:
    """Place, size, file number, and times of writing and of any change, which no program can set back."""
    try:
        status = path.stat()
    except FileNotFoundError:  # that it is not there may matter as well
        return str(path.resolve()), -1, 0, 0, 0
    return str(path.resolve()), status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns


def version_of(library: str) -> str | None:
    """Give the version of an installed library; None for one that is not."""
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def causal_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a causal model of Hugging Face; see `syntaxgym_lite.backends.kinds.Kind`."""
    from .hf.find import locate, model_files

    return model_files(locate(name, options.get("revision")))


def masked_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a masked model of Hugging Face; see `syntaxgym_lite.backends.kinds.Kind`."""
    from .hf.find import locate, model_files

    return model_files(locate(name, options.get("revision"), goal="masked"))


def llamacpp_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a model of llama.cpp; see `syntaxgym_lite.backends.kinds.Kind`."""
    from .llamacpp.model import gguf_parts

    return gguf_parts(Path(name).expanduser())


def transfo_xl_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a Transformer-XL; see `syntaxgym_lite.backends.kinds.Kind`."""
    folder = Path(name).expanduser()
    if not folder.is_dir():
        from .hf.find import locate, model_files

        return model_files(locate(name, options.get("revision")))
    names = ("config.json", "model.safetensors", "pytorch_model.bin", "vocab.pkl", "vocab.bin", "vocab.txt")
    return [folder / file for file in (*names, "tokenizer_config.json")]


def treelm_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a model of strings of trees; see `syntaxgym_lite.backends.kinds.Kind`."""
    from ..lm.folder import CARD

    return [*causal_files(name, {}), Path(name) / CARD]


def word_files(name: str, options: Mapping[str, Any]) -> Iterable[Path]:
    """List the files of a word-level model; see `syntaxgym_lite.backends.kinds.Kind`."""
    from ..lm.folder import files_that_matter

    return files_that_matter(Path(name))
