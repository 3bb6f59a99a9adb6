"""The workbench in the browser: suites written, checked, scored and looked at on a page of this machine.

A server on this machine alone answers the page it serves, and every answer is what a function of the library gives.
`studio` is what is open, `server` and `guard` the door, `endpoints` how a request becomes a call; `writing`,
`checking`, `predicting`, `scoring`, `keeping` and `intake` each answer for one part of the page. ``static/`` has the
page's scripts and styles, ``vendor/`` the grid, as its authors ship it.
"""

from __future__ import annotations

__all__: list[str] = []
