"""Tables in Markdown, LaTeX and HTML hold what they were given, whatever signs the names have."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from syntaxgym_lite.reports.markup import CellGrid, TableCell, as_html, as_latex, as_markdown, as_text, latex_text

SPECIAL = r"""a_b 50% & #1 $x$ {y} ~z^2 \cmd <s> |bar| "q" `t` [o] --eos ?` ''end'' *b* _i_ ≤ † é – ‡"""
GRID = CellGrid(
    ["suite", "items", "model_a"],
    [
        [TableCell("fgd_hierarchy"), TableCell("25"), TableCell("0.720 [0.524, 0.857]", "*")],
        [TableCell("[odd] name"), TableCell("4"), TableCell("-0.5")],
        [TableCell("SG score"), TableCell("-"), TableCell("0.110")],
    ],
    rules=frozenset({2}),
    notes=("* above chance: p < 0.05.", SPECIAL),
    caption="Scores & more",
    label="tab:my scores",
)


# ---------------------------------------------------------------- Markdown


def cells_of_markdown(text: str) -> list[list[str]]:
    """The cells of the rows, by the rules of GitHub: a stroke parts cells unless a backslash is before it."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
    return [[re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell) for cell in row] for row in cells]


def test_markdown_has_aligned_columns_and_figures_to_the_right():
    assert as_markdown(GRID).splitlines()[:7] == [
        r"Scores \& more",
        "",
        "| suite         | items |                model_a |",
        "| ------------- | ----: | ---------------------: |",
        r"| fgd_hierarchy |    25 | 0.720\* [0.524, 0.857] |",
        "| [odd] name    |     4 |                   -0.5 |",
        "| SG score      |     - |                  0.110 |",
    ]


names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"]), max_size=12
)


@given(st.lists(st.tuples(names, names), min_size=1, max_size=4))
@examples(150)
def test_any_names_come_back_from_markdown_and_html(pairs):
    grid = CellGrid(["name", "figure"], [[TableCell(one), TableCell(other)] for one, other in pairs])
    expected = [[" ".join(cell.split()) for cell in pair] for pair in pairs]
    assert cells_of_markdown(as_markdown(grid))[2:] == expected
    assert cells_of_html(as_html(grid))[1:] == expected


# ---------------------------------------------------------------- HTML


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def cells_of_html(text: str) -> list[list[str]]:
    parser = _Cells()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return parser.rows


def test_html_is_ascii_and_says_what_is_a_heading():
    text = as_html(GRID)
    assert text.isascii()
    assert cells_of_html(text)[1] == ["fgd_hierarchy", "25", "0.720* [0.524, 0.857]"]
    assert text.startswith('<table id="tab:my-scores">\n<caption>Scores &amp; more</caption>\n<thead>\n')
    assert '<th scope="col" style="text-align: left">suite</th>' in text
    assert '<th scope="row" style="text-align: left">fgd_hierarchy</th>' in text
    assert text.count("<tbody>") == 2  # a rule stands between
    assert "<i>" not in as_html(CellGrid(["a"], [[TableCell("<i>")]]))


# ---------------------------------------------------------------- LaTeX


def test_latex_has_the_rules_of_booktabs():
    lines = as_latex(GRID).splitlines()
    assert lines[:12] == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\caption{Scores \& more}",
        r"\label{tab:my-scores}",
        r"\begin{tabular}{@{}lrr@{}}",
        r"\toprule",
        r"suite & items & model\_a \\",
        r"\midrule",
        r"fgd\_hierarchy & 25 & 0.720$^{*}$ [0.524, 0.857] \\",
        r"{[}odd{]} name & 4 & $-$0.5 \\",
        r"\midrule",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50% & #1", r"50\% \& \#1"),
        ("$x_i^2$", r"\$x\_i\textasciicircum{}2\$"),
        ("{a} ~ \\b", r"\{a\} \textasciitilde{} \textbackslash{}b"),
        ("a | b < c > d", r"a \textbar{} b \textless{} c \textgreater{} d"),
        ("--eos", "-{}-eos"),
        ("≤ †", r"$\leq$ \textdagger{}"),
        ("two\nlines", "two lines"),
    ],
)
def test_signs_of_latex_are_shown_as_they_are(text, expected):
    assert latex_text(text) == expected


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32), max_size=30))
@examples(200)
def test_what_latex_gets_has_no_command_but_those_of_signs(text):
    rest = re.sub(r"\\(text[a-z]+\{\}|char`\\\"\{\}|[{}$&#%_])", "", latex_text(text))
    rest = rest.replace("{}", "").replace("{[}", "").replace("{]}", "")
    assert not set("\\{}$&#%_^~") & set(rest)


def test_many_rows_go_over_several_pages():
    text = as_latex(
        CellGrid(
            ["a", "b"], [[TableCell(str(row)), TableCell("1")] for row in range(60)], notes=("Note.",), caption="C"
        )
    )
    assert r"\usepackage{booktabs,longtable}" in text
    assert text.count(r"\endfirsthead") == text.count(r"\endlastfoot") == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex, of Debian's texlive-latex-recommended")
def test_latex_takes_it(tmp_path: Path):
    long = CellGrid(
        ["a_b", SPECIAL],
        [[TableCell(SPECIAL), TableCell("-1.5 [0, 1]", "†")] for _ in range(60)],
        notes=(SPECIAL,),
        caption=SPECIAL,
    )
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\usepackage[utf8]{inputenc}\\usepackage{booktabs,longtable}\n"
        f"\\begin{{document}}\n{as_latex(GRID)}\n{as_latex(long)}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    finished = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert finished.returncode == 0, finished.stdout[-2000:]
    assert "undefined" not in finished.stdout.lower().replace("there were undefined references", "")


# ---------------------------------------------------------------- plain text


def test_plain_text_has_a_rule_where_there_is_one():
    lines = as_text(GRID).splitlines()
    assert lines[2:8] == [
        "suite           items                 model_a",
        "─" * 45,
        "fgd_hierarchy      25   0.720* [0.524, 0.857]",
        "[odd] name          4                    -0.5",
        "─" * 45,
        "SG score            -                   0.110",
    ]
