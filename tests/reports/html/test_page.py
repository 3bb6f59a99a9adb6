"""One file that asks for nothing: scripts and styles in it, data that cannot end their element."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest

from syntaxgym_lite.reports.html import page


@pytest.mark.parametrize("text", ["</script>", "<!--", "]]>", "\u2028\u2029", "&amp;", '"\\', "\ud800", "😀"])
def test_data_in_an_element_cannot_end_it_and_come_back_as_they_were(text):
    written = str(page.as_json({"text": text}))
    assert not set(written) & set("<>&\u2028\u2029")
    written.encode("utf-8")
    assert json.loads(written) == {"text": text}


def test_no_number_is_written_that_json_does_not_know():
    with pytest.raises(ValueError, match="JSON"):
        page.as_json(float("nan"))


def test_the_policy_allows_the_pages_own_styles_and_script_and_nothing_else(report):
    html = report.read_text(encoding="utf-8")
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert found is not None
    policy = found[1].replace("&#39;", "'")
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    for directive, tag in (("style-src", "<style>"), ("script-src", '<script type="module">')):
        start = html.index(tag) + len(tag)
        own = html[start : html.index(f"</{tag[1:].split('>')[0].split(' ')[0]}>", start)]
        digest = base64.b64encode(hashlib.sha256(own.encode("utf-8")).digest()).decode("ascii")
        assert directives[directive] == f"'sha256-{digest}'"


def test_nothing_in_the_page_is_named_that_would_be_asked_for(report):
    html = report.read_text(encoding="utf-8")
    assert not re.findall(r"<(?:link|img|iframe|object|embed|base|form[^>]*action)\b", html)
    assert not re.findall(r"\bsrc=|@import|url\(", html)


def test_scripts_are_put_together_without_a_name_that_stands_twice():
    code = page.script()
    assert "import " not in re.sub(r"^\s*(\*|//).*$", "", code, flags=re.MULTILINE)
    assert "export " not in code
    assert "</script" not in code
    names = re.findall(r"^(?:async )?function ([A-Za-z]+)", code, re.MULTILINE)
    assert len(names) == len(set(names)) > 20


def test_each_script_names_what_it_needs_of_others_and_they_have_it(root_dir):
    """As files they are ES modules, which a browser could load one by one; the workbench will."""
    folder = root_dir / "syntaxgym_lite" / "reports" / "html" / "static"
    have = {
        path.name: set(
            re.findall(r"^export (?:async )?(?:function|const) (\w+)", path.read_text("utf-8"), re.MULTILINE)
        )
        for path in folder.glob("*.js")
    }
    for path in folder.glob("*.js"):
        for names, other in re.findall(
            r'^import \{([^}]*)\} from "\./([\w.]+)";', path.read_text("utf-8"), re.MULTILINE
        ):
            assert {name.strip() for name in names.split(",") if name.strip()} <= have[other], path.name
            body = path.read_text("utf-8").split('";\n', 1)[-1]
            for name in filter(None, map(str.strip, names.split(","))):
                assert len(re.findall(rf"\b{name}\b", body)) >= 1, (path.name, name)
