"""Field cases of kind I: converters of published data."""

from __future__ import annotations

from pathlib import Path

from syntaxgym_lite.runner import find_suites

FORMS_81 = [("sleep", "correct"), ("sleeps", "wrong")]


def test_81_an_agreement_table_is_read_by_the_rules_of_csv(tmp_path: Path) -> None:
    """Quotes are doubled inside quoted cells, sentences end in a literal <eos>, and each form has a row."""
    header = "pattern\tconstr_id\tsent_id\tcorrect_number\tform\tclass\ttype\tprefix\tn_attr\tsent"
    cells = '"Those who add "" guard "" posts"\t0\t"Those who add "" guard "" posts sleep . <eos>"'
    rows = [f"X__Y\t0\t0\tplur\t{form}\t{which}\toriginal\t{cells}" for form, which in FORMS_81]
    (tmp_path / "own.tab").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    [suite] = find_suites(tmp_path / "own.tab")
    assert len(suite.items) == 1
    assert suite.condition_names == ("correct", "wrong")
    texts = [sentence.text for sentence in suite.sentences()]
    assert texts == ['Those who add " guard " posts sleep', 'Those who add " guard " posts sleeps']
    assert all(text.count('" guard "') == 1 and "<eos>" not in text for text in texts)


def test_83_ettingers_tables_give_whole_sentences(tmp_path: Path) -> None:
    """Articles go by the target, blanks at the end of a context are not doubled, and lists are several targets."""
    neg = (
        "item\tcontext_aff\tcontext_neg\ttarget_aff\ttarget_neg\n0\tA wren is (a|an)\tA wren is not (a|an)\tbird\taxe\n"
    )
    (tmp_path / "neg.tsv").write_text(neg, encoding="utf-8")
    [suite] = find_suites(tmp_path / "neg.tsv")
    assert {"A wren is a bird", "A wren is an axe"} <= {sentence.text for sentence in suite.sentences()}
    header = "item\tcontext\texpected\texp_cloze\ttarget\ttgt_cloze\ttgt_cloze(strict)"
    row = "1-a\tthe guests asked which song the “old” choir had \tsang|slept\t0.5\tsang\t0.5\t0.5"
    (tmp_path / "role.tsv").write_text(f"{header}\n{row}\n", encoding="utf-8")
    [suite] = find_suites(tmp_path / "role.tsv")
    begins = "the guests asked which song the “old” choir had"
    assert [sentence.text for sentence in suite.sentences()] == [f"{begins} sang", f"{begins} slept"]
