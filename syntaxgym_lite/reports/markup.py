r"""Tables as text: Markdown, LaTeX (booktabs), HTML, each with its names made harmless.

What a cell holds is plain text; a mark beside it is raised where that can be done.
"""

from __future__ import annotations

import html
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from ..errors import inert

__all__ = [
    "GRID_WRITERS",
    "CellGrid",
    "TableCell",
    "as_html",
    "as_latex",
    "as_markdown",
    "as_text",
    "html_text",
    "latex_text",
    "markdown_text",
]

_MOST_ROWS_ON_A_PAGE = 45


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell.

    Parameters
    ----------
    text : str
    mark : str, optional
        What stands raised behind the first word: a sign that a note explains.
    """

    text: str
    mark: str = ""

    def parts(self) -> tuple[str, str]:
        """Give what stands before the mark, and what behind it."""
        if not self.mark:
            return self.text, ""
        first, blank, rest = self.text.partition(" ")
        return first, blank + rest

    def __str__(self) -> str:
        first, rest = self.parts()
        return f"{first}{self.mark}{rest}"


@dataclass(frozen=True, slots=True)
class CellGrid:
    """A table of cells.

    Parameters
    ----------
    headings : sequence of str
    rows : sequence of sequence of TableCell
        Each as long as the headings.
    n_names : int
        How many columns, from the left, hold names; the others hold figures.
    rules : frozenset of int
        Rows before which there is a rule, beside the one below the headings.
    notes : sequence of str
        What stands below, one a paragraph.
    caption, label : str, optional
        Of LaTeX, and the caption of HTML.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[TableCell]]
    n_names: int = 1
    rules: frozenset[int] = frozenset()
    notes: Sequence[str] = ()
    caption: str = ""
    label: str = ""


# ---------------------------------------------------------------- Markdown

_MARKDOWN = re.compile(r"[\\`*|<>~^$&#]|_(?!\w)|(?<!\w)_|\](?=[(\[:])")


def markdown_text(text: str) -> str:
    r"""Write a text so that Markdown shows it as it is, on one line.

    Examples
    --------
    >>> print(markdown_text("a|b *c* fgd_hierarchy _x_ <i>"))
    a\|b \*c\* fgd_hierarchy \_x\_ \<i\>
    """
    return _MARKDOWN.sub(r"\\\g<0>", _one_line(text))


def as_markdown(grid: CellGrid) -> str:
    """Write a table as Markdown, as GitHub and Pandoc read it, its columns aligned in the text too."""
    rows = [
        [markdown_text(heading) for heading in grid.headings],
        *([markdown_text(str(cell)) for cell in row] for row in grid.rows),
    ]
    widths = [max(3, *(cell_len(row[place]) for row in rows)) for place in range(len(grid.headings))]
    rule = ["-" * width if place < grid.n_names else "-" * (width - 1) + ":" for place, width in enumerate(widths)]
    lines = [_line(row, widths, grid.n_names) for row in (rows[0], rule, *rows[1:])]
    caption = [markdown_text(grid.caption), ""] if grid.caption else []
    notes = [part for note in grid.notes for part in ("", markdown_text(note))]
    return "\n".join([*caption, *lines, *notes]) + "\n"


def _line(cells: Sequence[str], widths: Sequence[int], n_names: int) -> str:
    return f"| {' | '.join(_padded(cells, widths, n_names))} |"


def _padded(cells: Sequence[str], widths: Sequence[int], n_names: int) -> list[str]:
    """Fill up names on the right and figures on the left."""
    padded = []
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blanks = " " * (width - cell_len(cell))
        padded.append(cell + blanks if place < n_names else blanks + cell)
    return padded


# ---------------------------------------------------------------- LaTeX

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char`\"{}",
    "`": r"\textasciigrave{}",
    "[": "{[}",
    "]": "{]}",
    "\N{LESS-THAN OR EQUAL TO}": r"$\leq$",
    "\N{GREATER-THAN OR EQUAL TO}": r"$\geq$",
    "\N{MINUS SIGN}": "$-$",
    "\N{MULTIPLICATION SIGN}": r"$\times$",
    "\N{PLUS-MINUS SIGN}": r"$\pm$",
    "\N{NO-BREAK SPACE}": "~",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
    "\N{DAGGER}": r"\textdagger{}",
    "\N{DOUBLE DAGGER}": r"\textdaggerdbl{}",
    "\N{SECTION SIGN}": r"\S{}",
}
_MARKS = {"\N{DAGGER}": r"\dagger", "\N{DOUBLE DAGGER}": r"\ddagger"}
_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=<)(?=<)|(?<=>)(?=>)|(?<=')(?=')|(?<=,)(?=,)|(?<=[?!])(?=`)")


def latex_text(text: str) -> str:
    r"""Write a text so that LaTeX shows it as it is.

    Examples
    --------
    >>> print(latex_text("fgd_hierarchy 50% #1 a\\b <s> --eos"))
    fgd\_hierarchy 50\% \#1 a\textbackslash{}b \textless{}s\textgreater{} -{}-eos
    """
    pieces = _LIGATURES.split(_one_line(text))
    return "{}".join("".join(_LATEX.get(char, char) for char in piece) for piece in pieces)


def _latex_cell(cell: TableCell) -> str:
    first, rest = TableCell(cell.text, cell.mark or " ").parts()
    first, rest = _signed(latex_text(first)), latex_text(rest)
    # only a bracket at the beginning of a row would be an option of the line before
    behind = f" {rest}".replace(r"{[}", "[").replace(r"{]}", "]") if rest else ""
    return first + (f"$^{{{_MARKS.get(cell.mark, cell.mark)}}}$" if cell.mark else "") + behind


def _signed(text: str) -> str:
    return re.sub(r"^-(?=\d)", "$-$", text)


def as_latex(grid: CellGrid) -> str:
    r"""Write a table as LaTeX, with the rules of booktabs; one of more rows than a page holds as a longtable."""
    is_long = len(grid.rows) > _MOST_ROWS_ON_A_PAGE
    columns = "l" * grid.n_names + "r" * (len(grid.headings) - grid.n_names)
    head = " & ".join(map(latex_text, grid.headings)) + r" \\"
    body: list[str] = []
    for place, row in enumerate(grid.rows):
        body += [r"\midrule"] if place in grid.rules else []
        body.append(" & ".join(map(_latex_cell, row)) + r" \\")
    caption = [rf"\caption{{{latex_text(grid.caption)}}}"] if grid.caption else []
    label = [rf"\label{{{_label(grid.label)}}}"] if grid.label else []
    notes = [latex_text(note) for note in grid.notes]
    packages = "booktabs and longtable" if is_long else "booktabs"
    needed = f"% needs \\usepackage{{{packages.replace(' and ', ',')}}}"
    if is_long:
        span = rf"\multicolumn{{{len(grid.headings)}}}{{@{{}}p{{0.95\linewidth}}@{{}}}}"
        last = [rf"{span}{{\footnotesize {note}}} \\" for note in notes]
        named = ["".join([*caption, *label]) + r" \\"] if caption or label else []
        lines = [
            needed,
            rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
            *named,
            *(r"\toprule", head, r"\midrule", r"\endfirsthead", r"\toprule", head, r"\midrule", r"\endhead"),
            *(r"\bottomrule", r"\endfoot", r"\bottomrule", *last, r"\endlastfoot"),
            *body,
            r"\end{longtable}",
        ]
    else:
        below = [
            r"\par\smallskip",
            r"\begin{minipage}{\linewidth}\footnotesize",
            *_paragraphs(notes),
            r"\end{minipage}",
        ]
        lines = [
            needed,
            r"\begin{table}",
            r"\centering",
            *caption,
            *label,
            *(rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"),
            r"\end{tabular}",
            *(below if notes else ()),
            r"\end{table}",
        ]
    return "\n".join(lines) + "\n"


def _paragraphs(notes: Sequence[str]) -> list[str]:
    return [f"{note}\\par" if place < len(notes) else note for place, note in enumerate(notes, 1)]


def _label(text: str) -> str:
    """What LaTeX takes for a label: letters, digits and a few signs."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^\w:.-]+", "-", plain).strip("-")


# ---------------------------------------------------------------- HTML


def html_text(text: str) -> str:
    """Write a text so that HTML shows it as it is, in ASCII, so that it is right whatever a page says of its letters.

    Examples
    --------
    >>> html_text("<b> & 'caf\N{LATIN SMALL LETTER E WITH ACUTE}'")
    '&lt;b&gt; &amp; &#x27;caf&#233;&#x27;'
    """
    return html.escape(_one_line(text)).encode("ascii", "xmlcharrefreplace").decode()


def _html_cell(cell: TableCell) -> str:
    first, rest = map(html_text, cell.parts())
    return f"{first}<sup>{html_text(cell.mark)}</sup>{f' {rest}' if rest else ''}" if cell.mark else first


def as_html(grid: CellGrid) -> str:
    """Write a table as HTML: the element alone, to be put into a page."""
    right = ' style="text-align: right"'
    n = len(grid.headings)

    def styled(place: int) -> str:
        return "" if place < grid.n_names else right

    def rows(some: Iterable[Sequence[TableCell]]) -> list[str]:
        return [
            "<tr>"
            + "".join(
                f'<th scope="row" style="text-align: left">{_html_cell(cell)}</th>'
                if place == 0
                else f"<td{styled(place)}>{_html_cell(cell)}</td>"
                for place, cell in enumerate(row)
            )
            + "</tr>"
            for row in some
        ]

    starts = [0, *sorted(place for place in grid.rules if 0 < place < len(grid.rows)), len(grid.rows)]
    bodies = [rows(grid.rows[start:end]) for start, end in itertools.pairwise(starts)]
    heads = "".join(
        f'<th scope="col"{styled(place) or _LEFT}>{html_text(heading)}</th>'
        for place, heading in enumerate(grid.headings)
    )
    notes = "<br>\n".join(map(html_text, grid.notes))
    lines = [
        f'<table id="{_label(grid.label)}">' if grid.label else "<table>",
        *([f"<caption>{html_text(grid.caption)}</caption>"] if grid.caption else []),
        *("<thead>", f"<tr>{heads}</tr>", "</thead>"),
        *(line for body in bodies for line in ("<tbody>", *body, "</tbody>")),
        *([f'<tfoot>\n<tr><td colspan="{n}">{notes}</td></tr>\n</tfoot>'] if notes else []),
        "</table>",
    ]
    return "\n".join(lines) + "\n"


_LEFT = ' style="text-align: left"'


def _one_line(text: str) -> str:
    return " ".join(inert(text).split())


def as_text(grid: CellGrid) -> str:
    """Write a table as plain text, as wide as its longest line."""
    cells = [list(grid.headings), *([str(cell) for cell in row] for row in grid.rows)]
    widths = [max(cell_len(row[place]) for row in cells) for place in range(len(grid.headings))]
    lines = ["   ".join(_padded(row, widths, grid.n_names)).rstrip() for row in cells]
    rule = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (sum(widths) + 3 * (len(widths) - 1))
    for place in sorted({0, *grid.rules}, reverse=True):
        lines.insert(place + 1, rule)
    caption = [grid.caption, ""] if grid.caption else []
    return "\n".join([*caption, *lines, *(["", *grid.notes] if grid.notes else [])]) + "\n"


GRID_WRITERS: dict[str, Callable[[CellGrid], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "latex": as_latex,
    "html": as_html,
}
"""By the name of the format."""
