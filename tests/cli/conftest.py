"""What tests of several commands share."""

from __future__ import annotations

import pytest
from support.toys import TWO_PAIRS, suite_document, write_suite


@pytest.fixture
def replayed(tmp_path):
    """A suite, and a recording of region surprisals that makes its prediction hold for item 1 only."""
    document = suite_document(TWO_PAIRS, ["(2;%a%) > (2;%b%)"], circuit="agreement")
    path = write_suite(tmp_path / "toy.json", document)
    rows = ["model,suite,item_number,condition_name,region_number,region_name,content,surprisal_bits,n_tokens,oov"]
    values = {(1, "a"): 5.0, (1, "b"): 2.5, (2, "a"): 1.0, (2, "b"): 4.0}
    for number, item in enumerate(TWO_PAIRS, 1):
        for condition, contents in item.items():
            for place, content in enumerate(contents, 1):
                bits = 3.0 if place == 1 else values[number, condition]
                rows.append(f"m,toy_suite,{number},{condition},{place},r{place},{content},{bits},1,")
    recording = tmp_path / "regions.csv"
    recording.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path, f"replay:{recording}"
