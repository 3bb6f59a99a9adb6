"""Choose how many threads PyTorch computes with, and that they sleep while they wait.

OpenMP's threads spin while they wait for each other. On a busy machine, or with more threads than processors, the one
that is waited for is then kept off its processor by those that wait for it. OpenMP reads its settings from the
environment once, when PyTorch is first imported. No number depends on them, but for rounding.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["n_processors", "prepare_threads"]

_CGROUP = Path("/sys/fs/cgroup")
_TOPOLOGY = Path("/sys/devices/system/cpu")


def prepare_threads() -> None:
    """Set ``OMP_NUM_THREADS`` and ``OMP_WAIT_POLICY``, unless the user has or PyTorch is imported already."""
    if "torch" in sys.modules:
        return
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("OMP_NUM_THREADS", str(n_processors()))


def n_processors() -> int:
    """How many processors this process may use: cores of its affinity mask, within its control group's quota.

    Two hardware threads of one core count once, since they share the unit that multiplies matrices.

    Examples
    --------
    >>> 1 <= n_processors() <= (os.cpu_count() or 1)
    True
    """
    if sys.platform == "linux":
        allowed: Iterable[int] = os.sched_getaffinity(0)
    else:
        allowed = range(os.cpu_count() or 1)
    n = len({_core_of(number) for number in allowed})
    quota = _quota()
    return max(1, n if quota is None else min(n, int(quota)))


def _core_of(number: int) -> str:
    """Name of the core that a logical processor belongs to: the list of all processors of that core."""
    try:
        return (_TOPOLOGY / f"cpu{number}" / "topology" / "thread_siblings_list").read_text().strip()
    except OSError:
        return str(number)


def _quota() -> float | None:
    """How many processors' time the control group of this process has; None if as much as it likes."""
    quotas = []
    for folder in _control_groups():
        try:
            if (folder / "cpu.max").is_file():
                most, period = (folder / "cpu.max").read_text().split()
            else:
                most, period = ((folder / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
            if most != "max" and int(most) > 0:
                quotas.append(int(most) / int(period))
        except (OSError, ValueError):
            continue
    return min(quotas, default=None)


def _control_groups() -> list[Path]:
    """Folders that may hold a quota: of this process's group and all groups around it, in either version."""
    folders = [_CGROUP, _CGROUP / "cpu"]
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return folders
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if not controllers or "cpu" in controllers.split(","):
            root = _CGROUP / "cpu" if controllers else _CGROUP
            inner = Path(group.lstrip("/"))
            folders += [root / part for part in (inner, *inner.parents)]
    return folders
