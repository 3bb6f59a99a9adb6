"""Numbered examples, and what proposals make of them."""

from __future__ import annotations

from syntaxgym_lite.ports.proposal import Proposal

HORSES = """\
(1) a. The horse raced past the barn fell.
    b. The horse that was raced past the barn fell.

(2) a. The boat floated down the river sank.
    b. The boat that was floated down the river sank.
"""


def sentences(proposal: Proposal) -> dict[tuple[int, str], str]:
    """Texts by item and condition."""
    [suite] = proposal.suites
    return {(one.item_number, one.condition_name): one.text for one in suite.sentences()}


def regions(proposal: Proposal, item: int, condition: str) -> list[str]:
    """Contents of the regions of a sentence."""
    [suite] = proposal.suites
    [found] = [one for one in suite.items if one.number == item]
    return [region.content for region in found.condition(condition).regions]
