"""How fast scoring goes on."""

from __future__ import annotations

import pytest

from syntaxgym_lite.scoring.pace import Pace


def paced(*reports):
    pace = Pace()
    for now, done in reports:
        pace.report(now, done)
    return pace


def test_the_first_report_says_nothing_of_speed():
    """It may be of sentences that were in the cache."""
    assert paced((3.0, 900)).per_second is None
    assert paced((3.0, 900)).seconds_left(now=4.0, total=1000) is None
    assert paced((3.0, 900), (5.0, 950)).per_second == 25


def test_speed_is_that_of_the_last_half_minute():
    fast_then_slow = [(float(second), 100 * second) for second in range(60)]
    fast_then_slow += [(60.0 + second, 6000 + second) for second in range(60)]
    assert paced(*fast_then_slow).per_second == pytest.approx(1, rel=0.05)


def test_a_model_that_takes_longer_than_that_for_a_batch_has_a_speed_too():
    assert paced((0.0, 32), (100.0, 64), (180.0, 96)).per_second == pytest.approx(32 / 80)


def test_time_left_goes_on_between_reports():
    pace = paced((0.0, 0), (10.0, 100))
    assert [pace.seconds_left(now, total=400) for now in (10.0, 12.0, 60.0)] == [30.0, 28.0, 0.0]
    assert pace.seconds_left(now=10.0, total=None) is None


def test_reports_at_the_same_moment_have_no_speed():
    assert paced((1.0, 10), (1.0, 20)).per_second is None
    assert paced((1.0, 10), (2.0, 10)).per_second is None
