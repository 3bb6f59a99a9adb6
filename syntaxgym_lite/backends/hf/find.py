"""Find a Hugging Face model, causal or masked, and say which files it has: a hub name, a local folder or a GGUF file.

A folder or file never touches the network. A hub name is looked up in the local cache first and used from there if all
of it is there; only then is the network asked, once and briefly, and not at all within `without_hub`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from ...errors import InputError, ModelError, ModelNotFoundError, did_you_mean
from ...lm.folder import kind_on_card, named_by_kind
from ..fingerprint import fingerprint

__all__ = [
    "ADAPTER",
    "CONFIG",
    "TOKENIZER",
    "Goal",
    "NotFetchedError",
    "Source",
    "commit_of",
    "file_of",
    "is_cached",
    "locate",
    "model_files",
    "no_folder",
    "require_hub",
    "require_within_reach",
    "source_fingerprint",
    "without_hub",
]

_REACH_SECONDS = 3.0
CONFIG = "config.json"
TOKENIZER = "tokenizer.json"
ADAPTER = "adapter_config.json"
# What the numbers of a model in a folder depend on: not its training state, its card or its samples.
_MODEL_FILES = re.compile(
    r"(?!.*(optimizer|scheduler|training_args|trainer_state|rng_state)).*"
    r"\.(safetensors|bin|json|model|txt|py|tiktoken|spm|jinja)"
)
_BIG_FILE = 2**30
_SAMPLE = 2**20
_TOKENIZER_FILES = re.compile(r"tokenizer\.json|.*\.(model|tiktoken|spm)|vocab\.(json|txt)|tekken\.json")
# Their pieces are the bytes or the letters of the text, so they have no file of them.
_WITHOUT_FILES = frozenset({"ByT5Tokenizer", "CanineTokenizer", "PerceiverTokenizer"})

Goal = Literal["causal", "masked"]
"""What a model is to do: predict the next token, or fill in masks."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model's files are.

    Parameters
    ----------
    name : str
        As the user wrote it.
    kind : {"folder", "gguf", "hub"}
    path : Path or None
        The folder or file; None for a hub name.
    revision : str or None
        Branch, tag or commit asked for; hub names only.
    goal : {"causal", "masked"}
        What the model is opened for.
    """

    name: str
    kind: Literal["folder", "gguf", "hub"]
    path: Path | None = None
    revision: str | None = None
    goal: Goal = "causal"


# ---------------------------------------------------------------------------------------------------------------------
# Names and paths


def locate(name: str, revision: str | None = None, *, goal: Goal = "causal") -> Source:
    """Tell whether `name` is a folder, a GGUF file (causal models only) or a hub name.

    Raises
    ------
    ModelNotFoundError
        If it can only be a path and there is nothing there, or is neither a path nor a possible hub name.
    """
    path = Path(name).expanduser()
    is_gguf = path.suffix.lower() == ".gguf"
    if _exists(path):
        if revision is not None:
            raise InputError(f"`revision={revision}`: {name} is local, and local models have no revisions.")
        if path.is_dir():
            _check_folder(name, path)
            return Source(name, "folder", path, goal=goal)
        if is_gguf and goal == "masked":
            raise ModelError(f"{name} is a GGUF file, and those hold causal models; write {name} without mlm:.")
        if is_gguf:
            return Source(name, "gguf", path)
        raise ModelNotFoundError(f"{name} is a file, but not a GGUF file; give the model's folder.{_other_kind(path)}")
    if _other_kind(path):
        raise ModelNotFoundError(f"There is no such file: {name}.{_other_kind(path)}")
    if is_gguf or _must_be_path(name):
        near = did_you_mean(path.name, _names_in(path.parent))
        what = "file" if is_gguf else "file or folder"
        raise ModelNotFoundError(f"There is no such {what}: {name}.{near}")
    from huggingface_hub import utils

    hub: Any = utils
    try:
        hub.validate_repo_id(name)
    except ValueError as error:
        raise ModelNotFoundError(
            f"There is no such file or folder: {name}; and it cannot be a hub name, which is OWNER/MODEL or MODEL."
        ) from error
    return Source(name, "hub", None, revision, goal)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError as error:
        raise ModelError(
            f"You have no permission to look into {path.parent}, so {path.name} cannot be opened; ask its owner for "
            "it, or copy the model to a place of your own."
        ) from error
    except (OSError, ValueError):  # too long, or with a null character
        return False


def _must_be_path(name: str) -> bool:
    return name.startswith((".", "/", "~", "\\")) or "\\" in name or name.count("/") > 1 or Path(name).is_absolute()


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []


def _other_kind(path: Path) -> str:
    if path.name.endswith((".arpa", ".arpa.gz")):
        return f" For an n-gram model write ngram:{path} or kenlm:{path}."
    return ""


def _check_folder(name: str, folder: Path) -> None:
    try:
        files = sorted(entry.name for entry in folder.iterdir())
    except OSError as error:
        raise ModelError(
            f"The folder {name} cannot be read ({error.strerror or error}); ask its owner for permission, or copy the "
            "model to a place of your own."
        ) from error
    if ADAPTER in files and CONFIG not in files:
        raise ModelNotFoundError(
            f"{name} holds an adapter, not a whole model; merge it into its base model (PEFT: merge_and_unload), save "
            "that, and give its folder."
        )
    if CONFIG not in files:
        ggufs = [file for file in files if file.lower().endswith(".gguf")]
        hint = f" It holds a GGUF file; give that: {os.path.join(name, ggufs[0])}" if ggufs else ""
        if kind := kind_on_card(folder):
            hint = f" Its card says what it is: write {named_by_kind(kind, name)}."
        raise ModelNotFoundError(f"The folder {name} is not a Hugging Face model: it has no {CONFIG}.{hint}")
    if not any(_TOKENIZER_FILES.fullmatch(file) for file in files) and not _needs_no_files(folder):
        raise ModelNotFoundError(
            f"The folder {name} has a model but no tokenizer (tokenizer.json); save the tokenizer into it as well: "
            "tokenizer.save_pretrained(FOLDER)."
        )


def _needs_no_files(folder: Path) -> bool:
    """Whether a tokenizer is named that has no vocabulary to save, or brings code of its own."""
    try:
        settings = json.loads((folder / "tokenizer_config.json").read_bytes())
        return settings.get("tokenizer_class") in _WITHOUT_FILES or "auto_map" in settings
    except (OSError, ValueError, AttributeError, RecursionError):
        return False


# ---------------------------------------------------------------------------------------------------------------------
# The hub and its cache


_MAY_ASK: ContextVar[bool] = ContextVar("may_ask", default=True)


class NotFetchedError(ModelNotFoundError):
    """A hub model is not on this machine, or not all of it, and the hub may not be asked for it; see `without_hub`."""


@contextlib.contextmanager
def without_hub() -> Iterator[None]:
    """Ask the hub for nothing: for programs in which somebody says first that a model may be fetched.

    Models that are on this machine open as ever; of others `NotFetchedError` is raised.
    """
    token = _MAY_ASK.set(False)
    try:
        yield
    finally:
        _MAY_ASK.reset(token)


def require_within_reach(source: Source) -> None:
    """Refuse a hub model that is neither cached nor reachable, before a heavy library is imported for it.

    Raises
    ------
    ModelNotFoundError
        At once in offline mode, else after the few seconds in which the hub might have answered.
    """
    if source.kind == "hub" and not is_cached(source):
        require_hub(source, "not in the local cache")


def is_cached(source: Source) -> bool:
    """Whether a hub model's configuration is in the local cache; the rest may not be."""
    return _cached_config(source) is not None


def _cached_config(source: Source) -> Path | None:
    return _cached(source, CONFIG)


def _cached(source: Source, file: str) -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    path = try_to_load_from_cache(source.name, file, revision=source.revision)
    return Path(path) if isinstance(path, str) else None


def require_hub(source: Source, there: str) -> None:
    """Refuse a hub model that the hub would have to be asked for and cannot be; `there`: where its files are now."""
    name, revision = source.name, source.revision
    on_hub = f"{no_folder(name)} the hub model of that name{f' at revision {revision}' if revision else ''} is {there}"
    if not _MAY_ASK.get():
        raise NotFetchedError(f"{on_hub}.")
    if _is_offline():
        raise ModelNotFoundError(f"{on_hub}, and offline mode (HF_HUB_OFFLINE) is on.")
    if not _is_hub_reachable():
        raise ModelNotFoundError(
            f"{on_hub}, and the Hugging Face hub cannot be reached; connect and run again, or give a model's folder."
        )


def no_folder(name: str) -> str:
    """Begin a complaint about a hub name, which may have been meant as a folder."""
    return f"There is no such folder: {name};"


def _is_offline() -> bool:
    values = (os.environ.get(name, "") for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"))
    return any(value.upper() in {"1", "ON", "YES", "TRUE"} for value in values)


def _is_hub_reachable() -> bool:
    """Whether the hub answers at all. In a thread, because a dead name server is waited for without a limit."""
    from huggingface_hub import constants, utils

    hub: Any = utils
    done = threading.Event()
    answers = []

    def ask() -> None:
        with contextlib.suppress(Exception):
            answers.append(hub.get_session().head(constants.ENDPOINT, timeout=_REACH_SECONDS))
        done.set()

    threading.Thread(target=ask, daemon=True).start()
    return done.wait(_REACH_SECONDS + 0.5) and bool(answers)


# ---------------------------------------------------------------------------------------------------------------------
# Identity


def commit_of(source: Source) -> str | None:
    """Commit of a hub model in the local cache; None where it is not known."""
    config = _cached_config(source) if source.kind == "hub" else None
    return None if config is None else config.parent.name


def file_of(source: Source, name: str) -> Path | None:
    """Find one of a model's files on this machine; None where it has none of that name, as GGUF files have."""
    if source.kind == "hub":
        return _cached(source, name)
    if source.kind == "gguf" or source.path is None:
        return None
    path = source.path / name
    return path if path.is_file() else None


def model_files(source: Source) -> list[Path]:
    """Files that the numbers of a model depend on, as far as they are on this machine."""
    folder = source.path
    if source.kind == "gguf" and folder is not None:
        return [folder]
    if source.kind == "hub":
        config = _cached_config(source)
        folder = None if config is None else config.parent
    return [] if folder is None else [folder / name for name in _names_in(folder) if _MODEL_FILES.fullmatch(name)]


def source_fingerprint(source: Source, options: Mapping[str, Any]) -> str | None:
    """Identify a model by its files and options, without opening it.

    A hub model is its name and commit. Files up to 1 GiB count whole; of larger ones size, time of change, both ends
    and 64 samples in between (weights that differ anywhere in practice differ nearly everywhere, and a file that is
    written again gets another time).

    Parameters
    ----------
    source : Source
    options : mapping
        Options that can change a number.

    Returns
    -------
    str or None
        None where the commit of a hub model is not known.
    """
    major, minor = version("transformers").split(".")[:2]  # converts tokenizers and unpacks GGUF files
    known: dict[str, Any] = {"backend": "hf", "transformers": f"{major}.{minor}", **options}
    if source.kind == "hub":
        commit = commit_of(source)
        return commit and fingerprint(files=[], options={**known, "hub": source.name, "commit": commit})
    files = model_files(source)
    if source.kind == "folder":
        known["files"] = [path.name for path in files]
    big = [path for path in files if path.stat().st_size > _BIG_FILE]
    known["big"] = [_sampled(path) for path in big]
    return fingerprint(files=[path for path in files if path not in big], options=known)


def _sampled(path: Path) -> str:
    status = path.stat()
    digest = hashlib.sha256(f"{status.st_size} {status.st_mtime_ns}".encode())
    with path.open("rb") as file:
        for i in range(66):
            file.seek((status.st_size - _SAMPLE) * i // 65)
            digest.update(file.read(_SAMPLE))
    return digest.hexdigest()
