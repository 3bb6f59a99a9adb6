"""``sglite studio``: the address, the end, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from support.running import refused, sglite

pytest.importorskip("uvicorn", reason="needs the extra 'studio'")

CODE = "from syntaxgym_lite.cli import main; main()"


@contextmanager
def started(*words: object, folder: Any = None, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command; gives the process and the address that it printed."""
    own = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    own |= {"XDG_DATA_HOME": str(folder), **environment}
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, "studio", "--port", "0", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=own,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().rstrip("\n")
    finally:
        process.kill()
        process.communicate()


def asked(address: str, path: str, body: Any = None) -> Any:
    base = address.partition("#")[0]
    origin = "/".join(base.split("/")[:3])
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{base}api{path}", data, {"Origin": origin}), timeout=30
    ) as got:
        return json.loads(got.read())


def test_the_address_is_alone_on_its_line_and_what_is_named_is_open(tmp_path):
    with started("npz.json", folder=with_suite(tmp_path)) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert address.endswith("/#suite/1")
        [suite] = asked(address, "/state")["suites"].values()
        assert suite["file"] == "npz.json"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "Ctrl-C ends it." in err
    assert "There is no screen here" in err
    assert err.rstrip().endswith("Interrupted.")
    assert "Traceback" not in err


def with_suite(folder):
    import syntaxgym_lite as sgl

    sgl.save_suite(sgl.load_suite("npz"), folder / "npz.json")
    return folder


def test_it_ends_from_the_page(tmp_path):
    with started(folder=tmp_path) as (process, address):
        assert not address.partition("#")[2]
        asked(address, "/stop", {})
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in err


def test_ctrl_c_ends_it_while_the_page_waits_for_something_long(tmp_path):
    """A request that takes minutes: here, one whose thread sleeps."""
    slow = (
        "import time; from syntaxgym_lite.studio import intake; from syntaxgym_lite.studio.endpoints import endpoint\n"
        "@endpoint('GET', '/slow')\ndef slow(): print('slow', flush=True); time.sleep(600)\n"
        "intake.ENDPOINTS.append(slow)\n"
    )
    own = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", slow + CODE, "studio", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=own,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().rstrip("\n")
            threading.Thread(target=lambda: quietly(address), daemon=True).start()
            assert process.stdout.readline() == "slow\n"
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)  # and not 600
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err


def quietly(address: str) -> None:
    with suppress(OSError):
        asked(address, "/slow")


def test_over_ssh_it_says_how_to_get_to_the_page(tmp_path):
    with started(folder=tmp_path, SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22", DISPLAY=":0") as (process, address):
        port = address.split(":")[2].split("/")[0]
        assert process.stderr is not None
        err = process.stderr.readline() + process.stderr.readline() + process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert process.returncode == 143
    assert f"ssh -N -L {port}:127.0.0.1:{port} " in err


def test_a_browser_is_started_with_an_address_that_works_once(tmp_path):
    seen = tmp_path / "seen"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {seen}.part && mv {seen}.part {seen}\n', encoding="utf-8")
    script.chmod(0o755)
    with started("--browser", folder=tmp_path, BROWSER=f"{script} %s") as (_, address):
        token = address.split("/")[3]
        for _ in range(600):
            if seen.exists():
                break
            threading.Event().wait(0.05)
        door = seen.read_text(encoding="utf-8").strip()
        assert token not in door
        with urllib.request.urlopen(door, timeout=30) as page:
            assert page.url == address
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(door, timeout=30)


def test_what_is_not_there_is_refused(tmp_path):
    assert "no such file or folder" in refused("studio", tmp_path / "nothing.json")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    assert "--cache and --no-cache exclude each other" in refused("studio", "--cache", tmp_path, "--no-cache")


def test_a_port_that_is_taken_is_said(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"--port {port}: cannot be used" in refused("studio", tmp_path, "--port", port)


def test_without_the_extra_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = sglite("studio", tmp_path)
    assert done.code == 3
    assert "pip install 'starlette>=" in done.err


def test_help_imports_nothing_of_the_server():
    code = (
        "import sys\nfrom syntaxgym_lite.cli import main\n"
        "try: main(['studio', '--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('starlette', 'uvicorn', 'anyio', 'pydantic', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
