"""A workbook as a psycholinguist in Germany has one: attraction in agreement, 2 x 2, twelve items."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ITEMS", "write_german_workbook"]

ITEMS = (
    ("The key to the", "cabinet", "is", "rusty and old", 3.5),
    ("The path through the", "garden", "was", "covered with leaves", 4.1),
    ("The lamp beside the", "mirror", "is", "from a flea market", 2.75),
    ("The letter from the", "lawyer", "was", "late again", 4.0),
    ("The road to the", "village", "is", "closed in winter", 3.2),
    ("The button on the", "jacket", "was", "lost yesterday", 2.9),
    ("The picture of the", "actor", "is", "in the hall", 3.75),
    ("The house behind the", "tree", "was", "empty for years", 4.25),
    ("The song about the", "sailor", "is", "very well known", 3.0),
    ("The label on the", "bottle", "was", "hard to read", 3.3),
    ("The bridge near the", "factory", "is", "under repair", 2.5),
    ("The report on the", "accident", "was", "never published", 3.9),
)
"""Beginning, attractor, verb, ending, and the attractor's rated familiarity; written for this test."""


def write_german_workbook(path: Path) -> None:
    """Write it as Excel would: a heading above, names of columns in German, numbers with decimal commas, an empty column."""
    import xlsxwriter

    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Tabelle1")
    comma = book.add_format({"num_format": "0,00"})
    sheet.write(0, 0, "Kongruenz-Attraktion, Erhebung Frühjahr, geprüft von Jörg Müller")
    head = ("Item", "Numerus Kopf", "Numerus Attraktor", "Subjekt", "Attraktor", "Verb", "Rest", "", "Vertrautheit")
    for column, name in enumerate(head):
        sheet.write(2, column, name)
    row = 3
    for number, (beginning, attractor, verb, ending, rating) in enumerate(ITEMS, 1):
        first, noun, rest = beginning.split(" ", 2)
        for head_number in ("Sg", "Pl"):
            for attractor_number in ("Sg", "Pl"):
                sheet.write(row, 0, number)
                sheet.write(row, 1, head_number)
                sheet.write(row, 2, attractor_number)
                sheet.write(row, 3, f"{first} {noun}{'' if head_number == 'Sg' else 's'} {rest}")
                plural = {"factory": "factories"}.get(attractor, f"{attractor}s")
                sheet.write(row, 4, attractor if attractor_number == "Sg" else plural)
                sheet.write(row, 5, verb)
                sheet.write(row, 6, f"{ending}.")
                sheet.write(row, 8, rating, comma)
                row += 1
    book.close()
