"""Results of SyntaxGym: suites with values in their regions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import InputError, did_you_mean
from .recording import ONLY_SUMS, WHOLE, Recorded, Recording, checked_bits

__all__ = ["read_region_document"]


def read_region_document(path: Path, document: Any, model: str | None, bits_per_unit: float) -> Recording:
    """Read a SyntaxGym result; what is missing, or is no surprisal, is refused by its place."""
    return _RegionDocument(path, bits_per_unit).read(document, model)


class _RegionDocument:
    """A SyntaxGym result: a suite with values in its regions."""

    def __init__(self, path: Path, bits_per_unit: float) -> None:
        self.path, self.scale = path, bits_per_unit

    def read(self, document: Any, model: str | None) -> Recording:
        meta = document.get("meta", {}) if isinstance(document, dict) else {}
        name = meta.get("model") if isinstance(meta, dict) else None
        name = name if isinstance(name, str) else ""
        if model is not None and name and name != model:
            raise InputError(f"{self.path}: holds values of '{name}', not of '{model}'.")
        items = self.get(document, "items", list, "")
        sentences = []
        for i, item in enumerate(items):
            for j, condition in enumerate(self.get(item, "conditions", list, f"items[{i}]")):
                at = f"items[{i}].conditions[{j}]"
                sentences.append(self.sentence(self.get(condition, "regions", list, at), at))
        if not sentences:
            raise InputError(f"{self.path}: items: holds no sentence.")
        return Recording("regions", tuple(sentences), name, (self.path,), (ONLY_SUMS,))

    def sentence(self, regions: Sequence[Any], at: str) -> Recorded:
        numbered = []
        for k, region in enumerate(regions):
            here = f"{at}.regions[{k}]"
            content = self.get(region, "content", str, here)
            number = region.get("region_number", k + 1)
            if isinstance(number, float) and number.is_integer():
                number = int(number)
            if isinstance(number, bool) or WHOLE.fullmatch(str(number)) is None:
                raise self.error(f"{here}.region_number", f"is {number!r}, not a number.")
            number = int(number)
            oovs = region.get("oovs") or []
            value = self.value(region, here) if content.strip() else 0.0
            numbered.append((number, content, value, bool(oovs)))
        numbered.sort(key=lambda region: region[0])
        filled = [region for region in numbered if region[1].strip()]
        return Recorded(
            f"{self.path}: {at}",
            tuple(content for _, content, _, _ in filled),
            tuple(value for _, _, value, _ in filled),
            tuple(oov for _, _, _, oov in filled),
        )

    def value(self, region: Mapping[str, Any], at: str) -> float:
        if "metric_value" not in region:
            raise self.error(f"{at}.metric_value", "missing: this is a suite, not the result of a run.")
        value = region["metric_value"]
        if isinstance(value, dict):
            at = f"{at}.metric_value"
            if "sum" not in value:
                raise self.error(
                    f"{at}.sum",
                    f"missing (there is {', '.join(value) or 'nothing'}). Only recorded sums can be replayed.",
                )
            value, at = value["sum"], f"{at}.sum"
        if value is None:
            return math.nan
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.error(at, f"is {value!r}, not a number.")
        try:
            bits = float(value)
        except OverflowError:  # an integer of hundreds of digits
            raise self.error(at, "is too large a number.") from None
        return checked_bits(bits, lambda message: self.error(at, message)) * self.scale

    def get(self, mapping: Any, key: str, kind: type, at: str) -> Any:
        if not isinstance(mapping, dict):
            raise self.error(at or "the file", "is not a JSON object.")
        here = f"{at}.{key}" if at else key
        if key not in mapping:
            raise self.error(here, f"missing.{did_you_mean(key, mapping)}")
        if not isinstance(mapping[key], kind):
            raise self.error(here, "must be a list." if kind is list else "must be text.")
        return mapping[key]

    def error(self, at: str, message: str) -> InputError:
        return InputError(f"{self.path}: {at}: {message}")
