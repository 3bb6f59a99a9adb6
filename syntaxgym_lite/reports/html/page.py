"""The file of a report: templates, styles, scripts and data in one page that asks for nothing else.

A page holds what its suites say, which may be anything: templates escape it, data stand in JSON that cannot end its
element, scripts make text of it and never markup, and a policy in the page forbids every script but its own, and every
request.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["MARK", "STATIC", "as_json", "page", "script", "styles"]

MARK = "syntaxgym_lite report"
"""What a report calls its generator, by which one knows that a file is a report."""

_HERE = Path(__file__).parent
STATIC = _HERE / "static"
"""The folder of styles and scripts, which the studio uses too."""
_SCRIPTS = (
    "dom", "numbers", "data", "theme", "strip", "table", "chart", "regions", "overview", "unknown", "suite", "item",
    "compare", "main",
)  # fmt: skip  # each needs only those before it
_IMPORT = re.compile(r"^import \{[^}]*\} from \"\./[a-z]+\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class|let) )", re.MULTILINE)
_TOP_LEVEL = re.compile(r"^(?:async )?(?:function\*?|const|let|class) ([A-Za-z_$][\w$]*)", re.MULTILINE)


def page(template: str, *, data: Mapping[str, Any], blocks: Sequence[tuple[str, Any]], **context: Any) -> str:
    """Render a page.

    Parameters
    ----------
    template : str
        Its name in ``templates/``.
    data : mapping
        What the scripts need at once; in an element with the id ``data``.
    blocks : sequence of (str, object)
        Id and content of further data, which are read when they are asked for.
    **context
        What the template shows.
    """
    style, code = styles(), script()
    return (
        _environment()
        .get_template(template)
        .render(
            **context,
            generator=MARK,
            policy=_policy(style, code),
            styles=Markup(style),
            script=Markup(code),
            data=as_json(data),
            blocks=[(name, as_json(content)) for name, content in blocks],
        )
    )


@lru_cache(maxsize=1)
def styles() -> str:
    """Give the style sheets as one."""
    return "\n".join((_HERE / "static" / name).read_text(encoding="utf-8") for name in ("report.css", "print.css"))


@lru_cache(maxsize=1)
def script() -> str:
    """Give the scripts as one module.

    They are written as ES modules that name what they need of each other, so that a browser, an editor and a type
    checker can read them as they are; here they are put one after another, without those lines. No two may have a
    name in common.
    """
    parts, names = [], dict[str, str]()
    for name in _SCRIPTS:
        text = (_HERE / "static" / f"{name}.js").read_text(encoding="utf-8")
        body = _EXPORT.sub("", _IMPORT.sub("", text))
        for own in _TOP_LEVEL.findall(body):
            if own in names:
                raise ValueError(f"{own} is defined in {names[own]}.js and in {name}.js")
            names[own] = name
        parts.append(f"// {name}.js\n{body}")
    return "\n".join(parts)


def as_json(data: Any) -> Markup:
    r"""Write data as JSON that may stand in an element: nothing in it can end that.

    Examples
    --------
    >>> print(as_json({"text": "</script>&"}))
    {"text":"\u003c/script\u003e\u0026"}
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.translate(_ESCAPES))


_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"} | {
    surrogate: f"\\u{surrogate:04x}"
    for surrogate in range(0xD800, 0xE000)  # half a pair is no UTF-8
}


def _policy(style: str, code: str) -> str:
    """Give the content security policy: these styles, this script, and nothing from anywhere."""
    allowed = [f"'sha256-{_digest(text)}'" for text in (style, code)]
    return f"default-src 'none'; style-src {allowed[0]}; script-src {allowed[1]}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
