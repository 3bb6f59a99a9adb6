"""Warnings of sentences: once each, with a count and an example."""

from __future__ import annotations

from dataclasses import replace

from support.toys import WordBackend

from syntaxgym_lite.remarks import Remarks


def said(*warnings: tuple[str, ...]) -> list[str]:
    [one] = WordBackend().score(["a fox"])
    remarks = Remarks()
    remarks.add([replace(one, warnings=own) for own in warnings], lambda place: f"line {place + 1}")
    return remarks.said()


def test_a_warning_is_said_once_with_a_count_and_the_first_place():
    assert said((), ("Odd.",), ("Odd.",), ("Even.",)) == ["Odd. (2 sentences, e.g. line 2)", "Even. (line 4)"]


def test_ten_thousand_warnings_that_differ_in_a_number_are_few():
    messages = said(*((f"It was scored in {n} windows.",) for n in range(10_000)))
    assert messages[:3] == [f"It was scored in {n} windows. (line {n + 1})" for n in range(3)]
    assert messages[3:] == ["It was scored in 3 windows. (9997 more sentences like this, e.g. line 4)"]
