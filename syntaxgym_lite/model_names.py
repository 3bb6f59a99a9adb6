"""What models are called beside one another: settings in words, and names that tell two apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

__all__ = ["NUMBERLESS", "precision_of", "settings_apart", "settings_shown", "shown_name", "without_folders"]

Options = Mapping[str, str | int | float | bool | None]

NUMBERLESS = frozenset({"device", "device_map", "max_memory", "batching", "batch_tokens", "trust_remote_code"})
"""Options that change no number but for rounding."""


def precision_of(options: Options) -> str | None:
    """Say in how many digits a model computes: its number format, and to what its weights are rounded.

    Models with the same of both have one precision; surprisals in different ones do not compare. None of a model that
    does not say, such as one of n-grams.

    Examples
    --------
    >>> precision_of({"dtype": "float32"}), precision_of({"dtype": "bfloat16", "load_in": "4bit"}), precision_of({})
    ('float32', '4bit in bfloat16', None)
    """
    dtype, load_in = options.get("dtype"), options.get("load_in")
    if load_in is None:
        return None if dtype is None else str(dtype)
    return str(load_in) if dtype is None else f"{load_in} in {dtype}"


def settings_shown(options: Options, *, all_: bool = True) -> list[str]:
    """Say which options of a model are in force that can move its scores far.

    Parameters
    ----------
    options : mapping
        See `syntaxgym_lite.surprisal.BackendInfo`.
    all_ : bool, optional
        Whether to say what a model has by default, too, where that differs from model to model.

    Examples
    --------
    >>> settings_shown({"bos": "<|endoftext|>", "dtype": "bfloat16"})
    ['bfloat16', 'BOS <|endoftext|>']
    >>> settings_shown({"bos": "none", "dtype": "float32"}, all_=False)
    ['no BOS']
    """
    precision = precision_of(options)
    shown = [] if precision in (None, "float32") else [str(precision)]
    bos, pll = options.get("bos"), options.get("pll")
    if bos == "none":
        shown.append("no BOS")
    elif all_ and bos not in (None, "auto"):
        shown.append(f"BOS {bos}")
    if options.get("sides") == "left":
        shown.append("left context only")
    elif pll is not None and (all_ or pll != "within-word-l2r"):
        shown.append(f"PLL {pll}")
    return shown


def shown_name(name: str, options: Options, *, pseudo: bool = False, word_boundary: str = "as-is") -> str:
    """Say what a model is called in tables: its name, and what makes its numbers others than one would think.

    Parameters
    ----------
    name : str
        In results.
    options : mapping
        In force.
    pseudo : bool, optional
        Whether it gives pseudo-surprisals.
    word_boundary : {"as-is", "corrected"}, optional

    Examples
    --------
    >>> shown_name("gpt2", {"bos": "none"}), shown_name("gpt2 (no BOS)", {"bos": "none"})
    ('gpt2 (no BOS)', 'gpt2 (no BOS)')
    >>> shown_name("mlm:bert", {"pll": "original"}, pseudo=True)
    'mlm:bert (pseudo-surprisal, PLL original)'
    """
    said = [
        *(["pseudo-surprisal"] if pseudo else []),
        *settings_shown(options, all_=False),
        *(["word boundaries corrected"] if word_boundary == "corrected" else []),
    ]
    new = [one for one in said if one not in name]
    return f"{name} ({', '.join(new)})" if new else name


def without_folders(spec: str) -> str:
    """Give a model, as one writes it after ``--model``, without the folders of a disk in which it stands.

    Examples
    --------
    >>> without_folders("kenlm:/data/web/big.arpa"), without_folders("org/model"), without_folders("C:/m/a.gguf")
    ('kenlm:big.arpa', 'org/model', 'a.gguf')
    """
    local = re.fullmatch(r"((?:\w{2,}:)?)(?:[/~.]|[A-Za-z]:[/\\]).*?([^/\\]+)[/\\]?", spec)
    return f"{local[1]}{local[2]}" if local else spec


def settings_apart(options: Sequence[Options]) -> list[str] | None:
    """Say of each of several settings of one model in what it differs from the others.

    Parameters
    ----------
    options : sequence of mapping
        Those in force, of each.

    Returns
    -------
    list of str, or None
        Nothing for one that has nothing to be said of; None if they are not all different.

    Examples
    --------
    >>> settings_apart([{"bos": "<s>"}, {"bos": "none"}])
    ['', 'no BOS']
    >>> settings_apart([{"bos": "<s>"}, {"bos": "</s>"}])
    ['BOS <s>', 'BOS </s>']
    >>> settings_apart([{"lowercase": True}, {"lowercase": False}])
    ['lowercase=True', 'lowercase=False']
    """
    names = dict.fromkeys(name for own in options for name in own if name not in NUMBERLESS)
    differing = [name for name in names if len({repr(own.get(name)) for own in options}) > 1]
    ways = [[", ".join(f"{name}={own.get(name)}" for name in differing) for own in options]]
    if _SHOWN.issuperset(differing):
        ways = [[", ".join(settings_shown(own, all_=all_)) for own in options] for all_ in (False, True)] + ways
    return next((said for said in ways if len(set(said)) == len(said)), None)


_SHOWN = frozenset({"dtype", "load_in", "bos", "pll", "sides"})
