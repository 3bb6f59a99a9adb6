"""Figures as files: PNG, PDF, SVG, and SVG for a page."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ..errors import InputError
from ..files import read_bytes, write_whole
from .style import GREY, INK, SHADE

__all__ = ["PICTURE_FORMATS", "image_of", "is_own_picture", "save", "svg_of"]


PICTURE_FORMATS = ("png", "pdf", "svg")


def image_of(figure: Figure, form: str, *, dpi: float | None = None) -> bytes:
    """Give a picture as bytes, the same each time: no dates, no random names.

    Parameters
    ----------
    figure : Figure
    form : {"png", "pdf", "svg"}
    dpi : float, optional
        Of PNG; the style's by default (300).
    """
    caption = getattr(figure, "caption", "")
    metadata: dict[str, dict[str, Any]] = {
        "png": {"Software": _MAKER, **({"Description": caption} if caption else {})},
        "pdf": {"CreationDate": None, "Creator": _MAKER, "Producer": None, **({"Subject": caption} if caption else {})},
        "svg": {"Date": None, "Creator": _MAKER, **({"Description": caption} if caption else {})},
    }
    out = io.BytesIO()
    options: dict[str, Any] = {} if dpi is None else {"dpi": dpi}
    figure.savefig(out, format=form, metadata=metadata[form], **options)
    return out.getvalue()


_MAKER = "syntaxgym_lite"  # no version: the same figure gives the same bytes


def is_own_picture(path: Path) -> bool:
    """Whether a file is a picture that this package made, of which nothing is lost if it is made anew."""
    data = read_bytes(path)
    return data.startswith((b"\x89PNG", b"%PDF", b"<?xml")) and _MAKER.encode() in data


def save(figure: Figure, path: str | Path, *, dpi: float | None = None) -> Path:
    """Save a figure, whole or not at all.

    Parameters
    ----------
    figure : Figure
    path : str or Path
        ``.png``, ``.pdf`` or ``.svg``; folders are made.
    dpi : float, optional
        Of PNG; 300 by default.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        If it has another ending, or cannot be written.
    """
    path = Path(path)
    form = path.suffix.lower().removeprefix(".")
    if form not in PICTURE_FORMATS:
        raise InputError(f"{path}: a figure is a file that ends in {', '.join(f'.{one}' for one in PICTURE_FORMATS)}.")
    data = image_of(figure, form, dpi=dpi)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}.") from None
    write_whole(path, data)
    return path


_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)


_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)


_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)


_PLACES = re.compile(r' (?:d|x|y|x1|x2|y1|y2|width|height)="[^"]*"')


_LONG_NUMBER = re.compile(r"(-?\d+\.\d{2})\d+(?![\de.])")


_IDS = re.compile(r'(\bid="|url\(#|href="#)')


_OF_TEXT = re.compile(r"<(?:text|tspan)[^>]*>")


_COLOUR = re.compile(r"fill: (#[0-9a-f]{6})")


def _of_page(fill: re.Match[str]) -> str:
    """The colour of a text on a page that can be dark: the page's, paler for what is second."""
    return "fill: currentColor; fill-opacity: 0.7" if fill[1] == GREY else "fill: currentColor"


def svg_of(figure: Figure, *, prefix: str = "", themed: bool = False) -> str:
    """Give a figure as an ``svg`` element to stand in a page.

    Parameters
    ----------
    figure : Figure
    prefix : str, optional
        Before each identifier, which is to be unique in the page.
    themed : bool, optional
        Whether ink has the colour of the text around, and the ground is let through: for pages that can be dark.
    """
    text = image_of(figure, "svg").decode("utf-8")
    text = _METADATA.sub("", _COMMENT.sub("", _PROLOGUE.sub("", text)))
    text = _PLACES.sub(lambda found: _LONG_NUMBER.sub(r"\1", found[0]), text)
    text = re.sub(r">\s*\n\s*<", "><", text)
    if prefix:
        text = _IDS.sub(rf"\g<1>{prefix}", text)
    if themed:
        text = text.replace(INK, "currentColor").replace("fill: #ffffff", "fill: none")
        text = text.replace(f"fill: {SHADE}", "fill: currentColor; fill-opacity: 0.13")
        text = _OF_TEXT.sub(lambda found: _COLOUR.sub(_of_page, found[0]), text)
    return text.strip()
