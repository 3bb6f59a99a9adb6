"""The look of figures: sizes, labels that stay apart, text that stays text, files that are the same each time."""

from __future__ import annotations

import itertools
import warnings

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties, findfont
from support.pictures import box_of, overlapping

import syntaxgym_lite as sgl
from syntaxgym_lite.errors import SgliteWarning
from syntaxgym_lite.figures.canvas import finish, new_figure
from syntaxgym_lite.figures.fonts import choose_fonts
from syntaxgym_lite.figures.line_ends import label_ends, spread
from syntaxgym_lite.figures.looks import condition_looks, looks_of
from syntaxgym_lite.figures.saving import image_of, save, svg_of
from syntaxgym_lite.figures.style import COLOURS, INK, styled
from syntaxgym_lite.figures.texts import cut_short, in_lines, text_width, told_apart
from syntaxgym_lite.figures.ticks import region_ticks


def plain(**settings):
    """A figure of two lines, finished."""
    with styled(settings.pop("style", None)):
        figure = new_figure(settings.pop("width", "single"))
        axes = figure.subplots()
        axes.plot([0, 1], [1, 2], **looks_of(2)[0].of_line)
        axes.plot([0, 1], [2, 2.01], **looks_of(2)[1].of_line)
        label_ends(axes, [(1, 2, "ambiguous", COLOURS[0]), (1, 2.01, "unambiguous", COLOURS[1])])
        region_ticks(axes, ["Start", "Verb"], ["The man", "saw"])
        figure.caption = "Two lines that are not there."
        finish(figure, **settings)
    return figure


@pytest.mark.parametrize(("width", "mm"), [("single", 84), ("double", 174), (120, 120), ("120.5", 120.5)])
def test_a_figure_is_as_wide_as_asked(width, mm):
    assert plain(width=width).get_size_inches()[0] * 25.4 == pytest.approx(mm)


@pytest.mark.parametrize("width", ["wide", 3, 1e9, float("nan"), "1e999"])
def test_a_size_that_is_none_is_refused(width):
    with pytest.raises(sgl.InputError, match=r"`width`: .*millimetres from 30 to 2000 or single"):
        plain(width=width)


def test_the_settings_of_matplotlib_are_left_alone():
    before = dict(mpl.rcParams)
    figure = plain()
    image_of(figure, "svg")
    assert dict(mpl.rcParams) == before


def test_settings_of_others_change_no_figure():
    before = image_of(plain(), "svg")
    with mpl.rc_context({"svg.fonttype": "path", "font.size": 30, "axes.facecolor": "red", "savefig.bbox": "tight"}):
        assert image_of(plain(), "svg") == before


@pytest.mark.parametrize("form", ["png", "pdf", "svg"])
def test_the_same_figure_gives_the_same_bytes(form):
    assert image_of(plain(), form) == image_of(plain(), form)


def test_text_stays_text():
    svg = image_of(plain(), "svg").decode()
    for text in ("ambiguous", "unambiguous", "Start", "The man", "Two lines that are not there."):
        assert f">{text}</text>" in svg
    pdf = image_of(plain(), "pdf")
    assert b"/TrueType" in pdf or b"/CIDFontType2" in pdf  # not /Type3, whose text no program can edit
    assert b"/Type3" not in pdf


@pytest.mark.parametrize("name", ["a.PNG", "b.pdf", "c.svg"])
def test_a_figure_is_saved_by_its_ending(name, tmp_path):
    path = save(plain(), tmp_path / "new" / name)
    assert path.read_bytes()[:4] in (b"\x89PNG", b"%PDF", b"<?xm")


@pytest.mark.parametrize("name", ["a.jpg", "a", "svg"])
def test_another_ending_is_refused(name, tmp_path):
    with pytest.raises(sgl.InputError, match=r"ends in \.png, \.pdf, \.svg"):
        save(plain(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_style_goes_over_ours(tmp_path):
    path = tmp_path / "journal.mplstyle"
    path.write_text("axes.facecolor: eeeeee\nfigure.figsize: 3, 2\n", encoding="utf-8")
    assert plain(style=path).axes[0].get_facecolor()[:3] == pytest.approx((0xEE / 255,) * 3)
    assert plain(style=path, width=None).get_size_inches()[0] == pytest.approx(3)
    assert plain(style="ggplot").axes[0].lines[0].get_color() == "#E24A33"  # the first of ggplot's colours


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, r"neither a file nor a style.*Did you mean 'ggplot'"),
        ("hello\n", "no settings of matplotlib"),
        ("font.size: big\n", "no settings|Could not convert|bad"),
        ("nonsense.key: 3\n", "no settings|Bad key|nonsense.key"),
        (b"\xff\xfe\x00", "utf-8|UTF-8|decode"),
    ],
)
def test_a_style_that_is_none_is_refused(content, says, tmp_path):
    path = tmp_path / "my.mplstyle"
    if content is None:
        path = "ggplott"
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(sgl.InputError, match=says):
        plain(style=path)


@given(
    st.lists(st.tuples(st.floats(-100, 100), st.floats(0.1, 10)), min_size=1, max_size=12),
    st.floats(-200, 0),
    st.booleans(),
)
def test_spread_labels_do_not_overlap_and_keep_their_order(labels, low, bounded):
    wanted, sizes = map(np.array, zip(*labels, strict=True))
    high = low + sizes.sum() + 50
    placed = spread(wanted, sizes, low, high) if bounded else spread(wanted, sizes)
    order = np.argsort(wanted, kind="stable")
    for one, other in itertools.pairwise(order):
        assert placed[other] - placed[one] >= (sizes[one] + sizes[other]) / 2 - 1e-6
    if bounded:
        assert (placed - sizes / 2).min() >= low - 1e-6
        assert (placed + sizes / 2).max() <= high + 1e-6
    elif all(
        wanted[other] - wanted[one] >= (sizes[one] + sizes[other]) / 2 for one, other in itertools.pairwise(order)
    ):
        np.testing.assert_allclose(placed, wanted, atol=1e-9)


def boxes(figure, gid):
    return [box_of(one) for axes in figure.axes for one in axes.texts if one.get_gid() == gid]


@pytest.mark.parametrize("n", [1, 2, 8])
def test_labels_at_line_ends_do_not_overlap(n):
    with styled():
        figure = new_figure("single")
        axes = figure.subplots()
        axes.plot([0, 1], [0, 1])
        label_ends(axes, [(1, 0.5 + i / 1000, f"condition {i}", INK) for i in range(n)])
        finish(figure)
    found = boxes(figure, "line-end")
    assert len(found) == n
    assert not overlapping(found)
    assert all(box.x1 <= figure.bbox.x1 for box in found)


LONG = ["Start", "Matrix verb", "Relative-clause attractor", "of_the_noun", "Pre-critical", "Critical verb phrase"]


@pytest.mark.parametrize("width", ["single", "double"])
@pytest.mark.parametrize("n", [1, 2, 6, 12, 20])
def test_names_of_regions_do_not_overlap(n, width):
    names = [f"{LONG[i % 6]} {i}" for i in range(n)]
    words = ["the man who was in the garden", "saw", "", "an extraordinarily long stretch of words"] * n
    with styled():
        figure = new_figure(width)
        axes = figure.subplots()
        axes.plot(range(n), range(n))
        region_ticks(axes, names, words[:n])
        figure.caption = "A caption. " * 20
        finish(figure)
    found = [box_of(label) for label in axes.get_xticklabels()] + boxes(figure, "words")
    assert len(found) >= min(n, 10)
    assert not overlapping(found)
    [caption] = [text for text in figure.texts if text.get_gid() == "caption"]
    lowest = min(box.y0 for box in found)
    assert box_of(caption).y1 <= lowest + 1
    assert all(box.y0 >= 0 and box.x1 <= figure.bbox.x1 + 1 for box in found)


def test_looks_differ_in_more_than_colour():
    own = looks_of(16)
    assert len({(one.marker, one.filled) for one in own}) == 16
    assert all(one.line != other.line and one.colour != other.colour for one, other in itertools.pairwise(own))


def test_factors_are_seen_in_colour_and_line():
    design = {
        f"{a}_{b}": {"ambiguity": a, "comma": b, "same": 1} for a in ("ambig", "unambig") for b in ("comma", "none")
    }
    own = condition_looks(list(design), design)
    by = {name: own[f"{name}"] for name in design}
    assert by["ambig_comma"].colour == by["ambig_none"].colour != by["unambig_none"].colour
    assert by["ambig_comma"].line == by["unambig_comma"].line != by["unambig_none"].line
    assert by["ambig_comma"].filled
    assert not by["ambig_none"].filled
    assert len(set(own.values())) == 4


def test_lines_are_as_wide_as_they_may_be():
    with styled():
        lines = in_lines("the man_who-was in thisVeryGarden", 50, 8)
        assert all(text_width(line, 8) <= 50 for line in lines)
        assert "".join(lines).replace(" ", "") == "theman_who-wasinthisVeryGarden"
    assert cut_short("abcdefghij", 7) == "abcd…ij"


def test_an_svg_for_a_page_is_an_element_with_its_own_identifiers():
    svg = svg_of(plain(), prefix="npz-", themed=True)
    assert svg.startswith("<svg")
    assert 'id="npz-figure_1"' in svg
    assert 'id="figure_1"' not in svg
    assert "currentColor" in svg
    assert INK not in svg


def test_no_character_becomes_a_box_in_silence():
    missing = "\U0001f9ff"  # no font of Debian's plain ones has it; DejaVu has not
    with styled(), warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = new_figure()
        figure.subplots().set_title(f"a{missing}b")
        with pytest.raises(SgliteWarning, match=rf"No font here has {missing};.*`style`"):
            finish(figure)


def test_type_is_what_comes_with_matplotlib():
    with styled():
        assert "DejaVuSans.ttf" in findfont(FontProperties(mpl.rcParams["font.family"]))


@pytest.mark.parametrize("family", ["Last Resort High-Efficiency", "No: such = font-name"])
def test_a_family_of_fonts_is_a_name_and_no_pattern(family):
    with styled(), mpl.rc_context({"font.family": ["DejaVu Sans", family]}):
        assert text_width("a", 10) > 0


def test_a_font_of_boxes_is_not_chosen():
    with styled(), warnings.catch_warnings():
        warnings.simplefilter("ignore", SgliteWarning)
        choose_fonts(["\u4eba \U000e0fff"])  # nobody has the second
        assert not [name for name in mpl.rcParams["font.family"] if "Resort" in name]


def test_long_names_that_differ_are_shown_to_differ():
    names = [f"a very long region name number {i} of the sentence" for i in range(1, 21)]
    short = told_apart(names, 24)
    assert len(set(short)) == 20
    assert max(map(len, short)) <= 24
    assert short[14] == "\u202615 of the sentence"
    assert told_apart(["one", "one", "x" * 30], 24) == ["one", "one", cut_short("x" * 30, 24)]


@pytest.mark.skipif(mpl.__version_info__[:2] < (3, 11), reason="matplotlib writes from left to right alone")
def test_names_from_right_to_left_keep_their_places_in_english():
    with styled():
        figure = new_figure()
        axes = figure.subplots()
        axes.set_title("\u05d0\u05d1 \N{MINUS SIGN} \u05d2: predicted above 0")
        axes.set_xticks([0, 1], ["\u05d0\u05d1 \u05d2", "plain"])
        finish(figure)
    isolated = ["\u2068\u05d0\u05d1\u2069", "\u2068\u05d2\u2069"]
    assert axes.get_title(loc="left") == "\u200e" + " \N{MINUS SIGN} ".join(isolated) + ": predicted above 0"
    assert [label.get_text() for label in axes.get_xticklabels()] == ["\u05d0\u05d1 \u05d2", "plain"]
