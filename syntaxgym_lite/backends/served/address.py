"""Where a served model is: ``NAME@URL``, and what must not stand in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...errors import InputError

__all__ = ["SERVED", "Address", "refuse_secrets"]

SERVED = ("openai", "vllm")
"""Kinds of model that a server has."""

_NAME_AND_URL = re.compile(r"(?P<name>.+)@(?P<url>https?://\S+)", re.IGNORECASE)
_SECRET = re.compile(
    r"://[^/?#\s]*@"  # user and password
    r"|[?&](api[_-]?|access[_-]?)?(key|token|secret|password|auth)=",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Address:
    """A model by the name that its server knows it by, and the server.

    Parameters
    ----------
    name : str
    url : str
        Without ``/v1`` and without a slash at its end.
    """

    name: str
    url: str

    @classmethod
    def parse(cls, kind: str, rest: str) -> Address:
        """Read what stands after ``vllm:`` or ``openai:``.

        Raises
        ------
        InputError
            If it is not a name, an ``@`` and the address of a server.

        Examples
        --------
        >>> Address.parse("vllm", "org/model@http://localhost:8000/v1/")
        Address(name='org/model', url='http://localhost:8000')
        """
        refuse_secrets(f"{kind}:{rest}")
        found = _NAME_AND_URL.fullmatch(rest.strip())
        host = None
        if found is not None:
            try:
                parts = urlsplit(found["url"])
                host, _ = parts.hostname, parts.port
            except ValueError:  # a port that is no number
                host = None
        if found is None or not host:
            raise InputError(
                f"`model={kind}:{rest}`: a served model is {kind}:NAME@URL, e.g. {kind}:org/model@http://localhost:8000."
            )
        return cls(found["name"], found["url"].rstrip("/").removesuffix("/v1").rstrip("/"))


def refuse_secrets(spec: str) -> None:
    """Refuse the name of a served model with a password or key in it, since names stand in results and messages.

    Raises
    ------
    InputError
        Without the name.
    """
    kind, _, place = spec.partition(":")
    if kind in SERVED and _SECRET.search(place):
        raise InputError(
            "`model`: the address of a server holds a password or a key; names of models stand in results, so keys are "
            "read from the environment only: set SGLITE_API_KEY, and leave it out of the address."
        )
