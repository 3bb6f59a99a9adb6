"""``sglite convert-lm``: ARPA to compact and back."""

import pytest
from support.running import refused, sglite

from syntaxgym_lite.lm.ngram.arpa import read_arpa
from syntaxgym_lite.lm.ngram.compact import read_compact, write_compact

ARPA = """\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-99\t<s>\t-0.30103
-0.60206\t</s>\t0
-1\t<unk>\t0
-0.90309\tbirds\t-0.1
-0.69897\tsing\t-0.2

\\2-grams:
-0.30103\t<s> birds
-0.30103\tbirds sing
-0.1549\tsing </s>

\\end\\
"""


@pytest.fixture
def arpa(tmp_path):
    path = tmp_path / "in.arpa"
    path.write_text(ARPA, encoding="utf-8", newline="\n")
    return path


def test_there_and_back_gives_the_same_file(arpa, tmp_path):
    there = sglite("convert-lm", arpa, "--out", tmp_path / "x.safetensors")
    back = sglite("convert-lm", tmp_path / "x.safetensors", "--out", tmp_path / "out.arpa")
    assert (tmp_path / "out.arpa").read_text(encoding="utf-8") == ARPA
    for done in (there, back):
        assert (done.code, done.out) == (0, "")
        assert "order 2, 5 1-grams, 3 2-grams" in done.err


def test_word_rules_that_arpa_text_has_no_place_for_are_noted(arpa, tmp_path):
    write_compact(read_arpa(arpa), tmp_path / "x.safetensors", {"words": "punct", "lowercase": "true", "unk": "single"})
    done = sglite("convert-lm", tmp_path / "x.safetensors", "--out", tmp_path / "out.arpa")
    assert (done.code, done.err.count("Note: ")) == (0, 1)
    assert '{"backend": "ngram", "weights": "out.arpa", "words": "punct", "lowercase": true}' in done.err
    for source, target in (("x.safetensors", "again.safetensors"), ("out.arpa", "plain.arpa")):
        assert "Note" not in sglite("convert-lm", tmp_path / source, "--out", tmp_path / target).err


@pytest.mark.parametrize("ending", [".arpa.gz", ".arpa.xz"])
def test_packed_files_on_both_sides(arpa, tmp_path, ending):
    assert sglite("convert-lm", arpa, "--out", tmp_path / f"x{ending}").code == 0
    assert sglite("convert-lm", tmp_path / f"x{ending}", "--out", tmp_path / "x.safetensors").code == 0
    assert read_compact(tmp_path / "x.safetensors").words == read_arpa(arpa).words


def test_quantizing_states_the_error(arpa, tmp_path):
    done = sglite("convert-lm", arpa, "--out", tmp_path / "x.safetensors", "--quantize")
    assert done.code == 0
    said = done.err
    assert "log10 values off by at most" in said
    assert "was stored" not in said
    model = read_compact(tmp_path / "x.safetensors")
    assert model.levels[1].log10_prob[:] == pytest.approx([-0.30103, -0.30103, -0.1549], abs=model.max_error)
    back = sglite("convert-lm", tmp_path / "x.safetensors", "--out", tmp_path / "back.arpa")
    assert back.code == 0
    assert "x.safetensors was stored in 16 bits" in back.err


@pytest.mark.parametrize(
    ("source", "target", "options", "code", "message"),
    [
        ("in.arpa", "x.bin", [], 2, "must end in"),
        ("in.arpa", "x.arpa", ["--quantize"], 2, "compact form"),
        ("in.arpa", "in.arpa", [], 2, "same file"),
        ("nowhere.arpa", "x.safetensors", [], 3, "not found"),
        ("bad.arpa", "x.safetensors", [], 3, "line 1"),
    ],
)
def test_what_cannot_be_converted_is_said(arpa, tmp_path, source, target, options, code, message):
    (tmp_path / "bad.arpa").write_text("nothing", encoding="utf-8")
    assert message in refused("convert-lm", tmp_path / source, "--out", tmp_path / target, *options, code=code)
    assert arpa.read_text(encoding="utf-8") == ARPA
