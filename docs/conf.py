"""The site of the documents: ``sphinx-build -W -n docs build/site``.

The pages are plain Markdown, which GitHub shows as well. What only a site needs is made here: the tables of contents,
from the lists of ``index.md``; and in ``reference/python.md`` the whole docstring of a name, where the file has its
signature, summary and example.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pygments.lexers.special import TextLexer

import syntaxgym_lite

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "syntaxgym_lite"
author = copyright = "syntaxgym_lite contributors"
version = release = syntaxgym_lite.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["*.json"]
nitpicky = True
default_role = "py:obj"
myst_heading_anchors = 4
napoleon_google_docstring = False
autodoc_typehints = "none"  # the docstrings say more
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_title = f"syntaxgym_lite {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
pygments_style = "default"

_SECTION = re.compile(r"^## (.+)\n((?:(?!^## ).*\n?)*)", re.MULTILINE)
_PUBLIC = re.compile(r"<!-- generated: public (\S+) -->.*?<!-- end -->", re.DOTALL)
_LINK_OUT = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(?:suites|models|tests|benchmarks|fuzz)/?[^)]*\)")


def _adapt(app: Sphinx, page: str, source: list[str]) -> None:
    text = _LINK_OUT.sub(r"\1", source[0])  # what is in the checkout and not on the site
    if page == "index":
        for heading, section in _SECTION.findall(source[0]):
            pages = re.findall(r"^- \[[^\]]+\]\(([\w/-]+)\.md\)", section, re.MULTILINE)
            text += "\n".join(["\n```{toctree}", ":hidden:", f":caption: {heading}", "", *pages, "```", ""])
    source[0] = _PUBLIC.sub(_described, text)


def _described(name: re.Match[str]) -> str:
    module, _, attribute = name[1].rpartition(".")
    module = module or "syntaxgym_lite"
    kind = "autoclass" if isinstance(getattr(import_module(module), attribute), type) else "autofunction"
    members = "   :members:\n" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {module}.{attribute}\n{members}```"


def _found(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: Element) -> Element | None:
    """Link a name that stands alone, such as ``Backend``; a full name must be right, other words are just words."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    last = target.rpartition(".")[2]
    domain = env.domains.python_domain
    described = [name for name in domain.objects if name.rpartition(".")[2] == last]
    exact = [name for name in described if name.endswith(target)]
    if exact:
        return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", exact[0], node, shown)
    return shown if _exists(target) else None


def _exists(target: str) -> bool:
    module, _, attribute = target.rpartition(".")
    if not target.startswith("syntaxgym_lite."):
        return True
    try:
        return hasattr(import_module(module), attribute) or bool(import_module(target))
    except ImportError:
        return False


def _breakable(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Element | None) -> None:
    """Let a browser break ``auto|none|TOKEN`` between its words, for narrow screens."""
    if "body" in context:
        pieces = r'(?<=<span class="pre">)[^<]+'
        context["body"] = re.sub(pieces, lambda code: code[0].replace("|", "|<wbr>"), context["body"])


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    for language in ("csv", "formula", "refused"):
        app.add_lexer(language, TextLexer)
    app.connect("source-read", _adapt)
    app.connect("missing-reference", _found)
    app.connect("html-page-context", _breakable)
