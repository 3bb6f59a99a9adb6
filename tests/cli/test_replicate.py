"""``sglite replicate``, the group."""

from __future__ import annotations

from support.running import refused, sglite


def test_the_group_lists_its_papers():
    done = sglite("replicate", "--help")
    assert "hu2020" in done.out
    assert "blimp" in done.out
    assert "hu2020" in refused("replicate", "hu2021")
