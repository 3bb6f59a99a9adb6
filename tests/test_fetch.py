"""Downloads against a server on this machine that can break off, refuse and answer with the wrong thing."""

from __future__ import annotations

import hashlib
import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from syntaxgym_lite import fetch as fetching
from syntaxgym_lite.cli import cli, main
from syntaxgym_lite.errors import DownloadError, InputError
from syntaxgym_lite.fetch import DATA_SETS, RECORD, DataSet, Fetched, RemoteFile, data_set, fetch

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FIRST = b"one line\nanother\n" * 5000  # more than a chunk
SECOND = "Ünïcode\n".encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def blob_id(data: bytes, folder: Path) -> str:
    """Git's own answer."""
    path = folder / "blob"
    path.write_bytes(data)
    return subprocess.run(["git", "hash-object", str(path)], capture_output=True, text=True, check=True).stdout.strip()


@dataclass
class Site:
    """What the server has, and how it misbehaves."""

    files: dict[str, bytes] = field(default_factory=dict)
    ranges: bool = True
    breaks_after: list[int] = field(default_factory=list)  # bytes, for the next answers
    codes: list[int] = field(default_factory=list)  # for the next answers
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    url: str = ""

    def of(self, path: str) -> list[str | None]:
        """Ranges asked for of one path."""
        return [span for asked, span in self.requests if asked.endswith(path)]


@pytest.fixture
def site() -> Iterator[Site]:
    state = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            span = self.headers.get("Range")
            state.requests.append((path, span))
            if state.codes and "/git/trees/" not in path:
                self.send_error(state.codes.pop(0))
                return
            data = state.files.get(path)
            if data is None:
                self.send_error(404)
                return
            start = int(span.removeprefix("bytes=").removesuffix("-")) if span and state.ranges else 0
            if start >= len(data) and start:
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(data)}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            self.send_header("Content-Length", str(len(data) - start))
            self.end_headers()
            body = data[start:]
            if state.breaks_after:
                body = body[: state.breaks_after.pop(0)]
                self.close_connection = True
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    state.files[f"/who/what/{COMMIT}/data/first.txt"] = FIRST
    state.files[f"/who/what/{COMMIT}/data/sec%20ond.txt"] = SECOND
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def a_set(*, first: str | None = sha256(FIRST), second: str | None = sha256(SECOND)) -> DataSet:
    files = (
        RemoteFile("who/what", COMMIT, "data/first.txt", "first.txt", first),
        RemoteFile("who/what", COMMIT, "data/sec ond.txt", "Sub/second.txt", second),
    )
    return DataSet("toy", "a toy", "who/what", "MIT", "Nobody (2020)", "sglite eval {dest}", files)


def get(site: Site, folder: Path, what: DataSet | None = None, **options: float) -> list[Fetched]:
    return fetch(what or a_set(), folder, mirror=site.url, pause=0, **options)  # type: ignore[arg-type]


def list_commit(site: Site, tmp_path: Path, **data: bytes) -> None:
    tree = [{"path": f"data/{name.replace('_', ' ')}.txt", "type": "blob", "sha": blob_id(content, tmp_path)}
            for name, content in data.items()]  # fmt: skip
    document = {"sha": COMMIT, "tree": [*tree, {"path": "data", "type": "tree", "sha": "0" * 40}], "truncated": False}
    site.files[f"/repos/who/what/git/trees/{COMMIT}"] = json.dumps(document).encode()


def test_files_are_downloaded_verified_and_recorded(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    files = get(site, folder)
    assert [(file.action, file.check) for file in files] == [("downloaded", "sha256")] * 2
    assert (folder / "first.txt").read_bytes() == FIRST
    assert (folder / "Sub" / "second.txt").read_bytes() == SECOND
    assert [file.n_bytes for file in files] == [len(FIRST), len(SECOND)]
    assert (folder / RECORD).read_text() == f"{sha256(SECOND)}  Sub/second.txt\n{sha256(FIRST)}  first.txt\n"
    if shutil.which("sha256sum"):
        assert subprocess.run(["sha256sum", "--check", "--quiet", RECORD], cwd=folder, check=False).returncode == 0
    assert list(folder.rglob("*.part")) == []


def test_a_file_that_is_there_and_right_is_not_asked_for_again(site: Site, tmp_path: Path) -> None:
    get(site, tmp_path)
    site.requests.clear()
    assert [file.action for file in get(site, tmp_path)] == ["present"] * 2
    assert site.requests == []


def test_what_is_there_is_enough_without_a_network(tmp_path: Path, site: Site) -> None:
    get(site, tmp_path)
    files = fetch(a_set(), tmp_path, mirror="http://127.0.0.1:9", retries=0)
    assert [file.check for file in files] == ["sha256"] * 2


def test_a_damaged_file_is_replaced_and_kept_beside(site: Site, tmp_path: Path) -> None:
    get(site, tmp_path)
    (tmp_path / "first.txt").write_bytes(b"edited")
    assert [file.action for file in get(site, tmp_path)] == ["replaced", "present"]
    assert (tmp_path / "first.txt").read_bytes() == FIRST
    assert (tmp_path / "first.txt.bak").read_bytes() == b"edited"


def test_a_connection_that_breaks_off_is_gone_on_with_where_it_stopped(site: Site, tmp_path: Path) -> None:
    site.breaks_after = [10_000, 20_000]
    files = get(site, tmp_path)
    assert (tmp_path / "first.txt").read_bytes() == FIRST
    assert files[0].check == "sha256"
    assert site.of("first.txt") == [None, "bytes=10000-", "bytes=30000-"]


def test_progress_however_small_is_no_reason_to_give_up(site: Site, tmp_path: Path) -> None:
    site.breaks_after = [10] * 8
    get(site, tmp_path, retries=1)
    assert (tmp_path / "first.txt").read_bytes() == FIRST


def test_the_next_run_goes_on_with_what_an_interrupted_one_left(site: Site, tmp_path: Path) -> None:
    site.breaks_after = [50_000, 0, 0]
    with pytest.raises(DownloadError, match=r"broke off 2 times; what has arrived is kept: run the same command again"):
        get(site, tmp_path, retries=1)
    assert (tmp_path / "first.txt.part").stat().st_size == 50_000
    assert not (tmp_path / "first.txt").exists()
    files = get(site, tmp_path)
    assert [file.action for file in files] == ["resumed", "downloaded"]
    assert site.of("first.txt")[-1] == "bytes=50000-"


def test_a_server_that_knows_no_ranges_is_asked_for_the_whole(site: Site, tmp_path: Path) -> None:
    site.ranges = False
    site.breaks_after = [10_000]
    get(site, tmp_path)
    assert (tmp_path / "first.txt").read_bytes() == FIRST


def test_a_complete_part_is_taken_as_it_is(site: Site, tmp_path: Path) -> None:
    (tmp_path / "first.txt.part").write_bytes(FIRST)
    assert get(site, tmp_path)[0].action == "resumed"
    assert (tmp_path / "first.txt").read_bytes() == FIRST


@pytest.mark.parametrize("left", [b"something else", b"x" * (len(FIRST) + 5)], ids=["wrong", "too long"])
def test_a_part_of_something_else_is_thrown_away(left: bytes, site: Site, tmp_path: Path) -> None:
    (tmp_path / "first.txt.part").write_bytes(left)
    get(site, tmp_path)
    assert (tmp_path / "first.txt").read_bytes() == FIRST


def test_a_wrong_checksum_is_refused_and_nothing_of_it_stays(site: Site, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"second.*|sec%20ond.txt: what was downloaded is not the file"):
        get(site, tmp_path, a_set(second=sha256(b"what it should be")))
    assert not (tmp_path / "Sub" / "second.txt").exists()
    assert list(tmp_path.rglob("*.part")) == []
    assert (tmp_path / RECORD).read_text() == f"{sha256(FIRST)}  first.txt\n"


@pytest.mark.parametrize("code", [429, 500, 503])
def test_passing_failures_are_tried_again(code: int, site: Site, tmp_path: Path) -> None:
    site.codes = [code, code]
    get(site, tmp_path)
    assert len(site.of("first.txt")) == 3


def test_a_failure_that_does_not_pass_is_reported(site: Site, tmp_path: Path) -> None:
    site.codes = [503] * 3
    with pytest.raises(DownloadError, match=r"answers 503 Service Unavailable: on a machine with a network"):
        get(site, tmp_path, retries=2)
    assert len(site.of("first.txt")) == 3


@pytest.mark.parametrize("code", [403, 404])
def test_a_file_that_is_not_there_is_reported_at_once(code: int, site: Site, tmp_path: Path) -> None:
    site.codes = [code]
    with pytest.raises(DownloadError, match=rf"first\.txt: .*{code}.*github\.com/who/what \(data\)"):
        get(site, tmp_path)
    assert len(site.requests) == 1


def test_without_a_known_sum_the_repositorys_listing_is_asked(site: Site, tmp_path: Path) -> None:
    list_commit(site, tmp_path, first=FIRST, sec_ond=SECOND)
    files = get(site, tmp_path / "to", a_set(first=None, second=None))
    assert [file.check for file in files] == ["git", "git"]
    assert len(site.of(f"/git/trees/{COMMIT}")) == 1  # one listing for all files of a commit
    again = get(site, tmp_path / "to", a_set(first=None, second=None))
    assert [file.check for file in again] == ["recorded", "recorded"]


def test_a_file_other_than_the_listing_says_is_refused(site: Site, tmp_path: Path) -> None:
    list_commit(site, tmp_path, first=b"other", sec_ond=SECOND)
    with pytest.raises(DownloadError, match="checksum differs"):
        get(site, tmp_path / "to", a_set(first=None))


def test_without_a_sum_and_a_listing_a_file_is_called_unverified(site: Site, tmp_path: Path) -> None:
    files = get(site, tmp_path, a_set(first=None))
    assert [file.check for file in files] == ["none", "sha256"]
    (tmp_path / "first.txt").write_bytes(b"damaged later")
    assert get(site, tmp_path, a_set(first=None))[0].action == "replaced"


def test_without_a_network_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound, but nobody listens: refused
        taken.bind(("127.0.0.1", 0))
        mirror = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(DownloadError) as caught:
            fetch(a_set(), tmp_path, mirror=mirror, retries=1, pause=0)
    text = str(caught.value)
    assert text.startswith(mirror.removeprefix("http://") + " cannot be reached (Connection refused): on a machine")
    assert "sglite fetch toy -o DIR" in text
    assert f"copy them to {tmp_path}" in text
    assert text.count(". ") == 0  # one sentence


def test_an_unknown_host_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def fail(*_: object, **__: object) -> None:
        tries.append(1)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(DownloadError, match=r"cannot be reached \(Name or service not known\)"):
        fetch(a_set(), tmp_path, mirror="https://mirror.invalid", pause=0)
    assert len(tries) == 1


@pytest.mark.parametrize("mirror", ["file:///etc", "mirror.example.org", "ftp://x/y", ""])
def test_a_mirror_that_is_no_web_address_is_refused(mirror: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no web address"):
        fetch(a_set(), tmp_path, mirror=mirror)


def test_a_destination_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="is a file; name a folder"):
        fetch(a_set(), tmp_path / "file")


def test_an_unknown_set_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no data set 'blimb'. Did you mean 'blimp'\? Known are blimp, syntaxgym"):
        data_set("blimb")


# ------------------------------------------------------------------------------------------------- what is listed


@pytest.mark.parametrize("name", DATA_SETS)
def test_every_set_is_pinned_and_its_files_have_places_of_their_own(name: str) -> None:
    source = data_set(name)
    assert source.name == name
    assert len({file.to for file in source.files}) == len(source.files)
    for file in source.files:
        assert len(file.commit) == 40
        assert set(file.commit) <= set("0123456789abcdef")
        assert not Path(file.to).is_absolute()
        assert ".." not in Path(file.to).parts
        assert file.sha256 is None or len(file.sha256) == 64


def test_the_sets_have_the_published_numbers_of_files() -> None:
    # BLiMP: 67 paradigms; SyntaxGym: 34 suites; Marvin and Linzen: 22 pickles and a sample
    assert len(data_set("blimp").files) == 67
    assert len(data_set("syntaxgym").files) == 34
    assert len(data_set("marvin-linzen").files) == 23
    # shared/published/pairs/README.md: as many files as stand there
    n_files = {"babylm-supplement": 5, "babylm-blimp": 67, "rublimp": 45, "turblimp": 16, "sling": 54, "clams": 50,
               "zorro": 23, "dalaj": 2}  # fmt: skip
    assert {name: len(data_set(name).files) for name in n_files} == n_files
    assert list(fetching._sources()) == list(DATA_SETS)


def test_a_folder_gives_files_that_keep_their_places_below_it() -> None:
    files = {file.to: file for file in data_set("sling").files}
    one = files["Anaphor/Plural/cl_self_female.jsonl"]
    assert one.path == "SLING_Data/Anaphor/Plural/cl_self_female.jsonl"
    assert one.commit == "fda75e24d8750348215462d867890c512830913d"
    assert [file.path for file in data_set("clams").files if file.to == "en_evalset/vp_coord.txt"] == [
        "en_evalset/vp_coord.txt"
    ]


@pytest.mark.parametrize("name", ["multiblimp", "zhoblimp", "jblimp", "comps", "blimp-nl", "qfrblimp", "ewok"])
def test_where_a_set_is_that_is_not_downloaded_is_said(name: str) -> None:
    with pytest.raises(InputError, match=rf"The data set '{name}' .* https://.* 'sglite eval'"):
        data_set(name)


def test_the_sums_are_those_of_the_shared_files(shared_dir: Path) -> None:
    folders = {"blimp": "blimp", "syntaxgym": "syntaxgym", "ettinger": "ettinger", "agreement": "agreement"}
    folders["babylm-supplement"] = "pairs/babylm_supplement"
    n_checked = 0
    for name, folder in folders.items():
        for file in data_set(name).files:
            path = shared_dir / "published" / folder / file.to
            if path.exists() and (name != "babylm-supplement" or file.sha256):  # the others there are samples
                assert file.sha256 == sha256(path.read_bytes()), file.to
                n_checked += 1
    assert n_checked == 20 + 17 + 2 + 8 + 1


# ------------------------------------------------------------------------------------------ treebanks and word forms

README = b"# Summary\n\nMade up.\n\nData available since: UD v2.0\nLicense: CC BY-SA 4.0\nIncludes text: yes\n"
TREEBANK = {
    "xx_toy-ud-train-a.conllu": b"# of the first part\n",
    "xx_toy-ud-train-b.conllu": b"# of the second\n",
    "xx_toy-ud-test.conllu": b"# of the test\n",
    "README.md": README,
    "LICENSE.txt": b"CC BY-SA 4.0\n",
    "stats.xml": b"<treebank/>\n",
    "not-to-release/xx_toy-ud-old.conllu": b"# older\n",
}
UD = "UniversalDependencies/UD_Toyish-Toy"
LATER = "89abcdef0123456789abcdef0123456789abcdef"


def keep(site: Site, tmp_path: Path, repository: str, files: dict[str, bytes], **revisions: str) -> None:
    """Put a repository on the server, as GitHub shows it: revisions, listings of commits, files."""
    for revision, commit in revisions.items():
        site.files[f"/repos/{repository}/commits/{revision}"] = json.dumps({"sha": commit}).encode()
        tree = [{"path": path, "type": "blob", "sha": blob_id(data, tmp_path)} for path, data in files.items()]
        site.files[f"/repos/{repository}/git/trees/{commit}"] = json.dumps({"tree": tree, "truncated": False}).encode()
        site.files |= {f"/{repository}/{commit}/{path}": data for path, data in files.items()}


def test_a_treebank_is_taken_from_the_commit_that_its_branch_names(site: Site, tmp_path: Path) -> None:
    keep(site, tmp_path, UD, TREEBANK, master=COMMIT)
    out = tmp_path / "to"
    done = CliRunner().invoke(
        cli, ["fetch", "ud/UD_Toyish-Toy", "-o", str(out), "--mirror", site.url, "--format", "json"]
    )
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["files"]
    assert [(row["file"], row["verified"]) for row in rows] == [
        ("xx_toy-ud-test.conllu", "git listing"), ("xx_toy-ud-train-a.conllu", "git listing"),
        ("xx_toy-ud-train-b.conllu", "git listing"), ("LICENSE.txt", "git listing"), ("README.md", "git listing"),
    ]  # fmt: skip
    assert (out / "xx_toy-ud-train-b.conllu").read_bytes() == TREEBANK["xx_toy-ud-train-b.conllu"]
    assert "UD_Toyish-Toy (master, commit 0123456789): 5 files of github.com/UniversalDependencies/" in done.stderr
    assert f"To get the same files again: sglite fetch ud/UD_Toyish-Toy@{COMMIT} --out DIR" in done.stderr
    assert "Licence: CC BY-SA 4.0 (by its README.md). Cite: the treebank as its README asks" in done.stderr
    assert f"Next: sglite harvest {out}/*.conllu --vary" in done.stderr


def test_a_branch_that_moved_on_replaces_files_and_keeps_the_old_ones(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "to"
    keep(site, tmp_path, UD, TREEBANK, master=COMMIT)
    fetch("ud/Toyish-Toy", out, mirror=site.url, pause=0)
    keep(site, tmp_path, UD, TREEBANK | {"xx_toy-ud-test.conllu": b"# mended\n"}, master=LATER)
    files = fetch("ud/UD_Toyish-Toy", out, mirror=site.url, pause=0)
    assert [file.action for file in files] == ["replaced", *["present"] * 4]
    assert (out / "xx_toy-ud-test.conllu").read_bytes() == b"# mended\n"
    assert (out / "xx_toy-ud-test.conllu.bak").read_bytes() == TREEBANK["xx_toy-ud-test.conllu"]
    # a commit that is named is the same for ever
    site.files[f"/repos/{UD}/commits/{COMMIT}"] = json.dumps({"sha": COMMIT}).encode()
    assert fetching.find_set(f"ud/UD_Toyish-Toy@{COMMIT}", mirror=site.url).files[0].commit == COMMIT


def test_word_forms_are_the_file_of_the_language_or_its_parts(site: Site, tmp_path: Path) -> None:
    files = {"xyz.1": b"a\tb\tN\n", "xyz.2": b"c\td\tN\n", "xyz.segmentations": b"", "README.md": b"License: CC BY\n"}
    keep(site, tmp_path, "unimorph/xyz", files, master=COMMIT)
    source = fetching.find_set("unimorph/xyz", mirror=site.url)
    assert [file.to for file in source.files] == ["xyz.1", "xyz.2", "README.md"]
    fetch(source, tmp_path / "to", mirror=site.url, pause=0)
    assert fetching.licence_of(source, tmp_path / "to") == "CC BY (by its README.md)"
    keep(site, tmp_path, "unimorph/xyz", {"xyz": b"a\tb\tN\n"}, master=LATER)
    source = fetching.find_set("unimorph/xyz", mirror=site.url)
    assert [file.to for file in source.files] == ["xyz"]
    assert fetching.licence_of(source, tmp_path / "elsewhere") == "see https://github.com/unimorph/xyz"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ud/UD_German", r"no name of a repository: write ud/UD_German-GSD, .*universaldependencies\.org"),
        ("unimorph/german", r"codes of three letters, listed at https://unimorph"),
        ("ud/UD_Toyish-Toy@../x", "no name of a repository"),
        ("ud/UD_Toyish-Toy", r"no repository UniversalDependencies/UD_Toyish-Toy, or it has no revision 'master'"),
        ("gsd", r"There is no data set 'gsd'.* ud/NAME \(ud/UD_German-GSD\) and unimorph/NAME"),
    ],
)
def test_what_is_no_repository_is_refused(name: str, message: str, site: Site) -> None:
    with pytest.raises(InputError, match=message):
        fetching.find_set(name, mirror=site.url, pause=0)


def test_a_repository_without_data_and_a_server_that_does_not_answer(site: Site, tmp_path: Path) -> None:
    keep(site, tmp_path, UD, {"README.md": README}, master=COMMIT)
    with pytest.raises(InputError, match="holds no file of the kind that is read"):
        fetching.find_set("ud/UD_Toyish-Toy", mirror=site.url)
    site.files[f"/repos/{UD}/commits/master"] = b"<html>"
    with pytest.raises(
        DownloadError, match=r"not JSON.*git clone https://github\.com/UniversalDependencies/UD_Toyish-Toy"
    ):
        fetching.find_set("ud/UD_Toyish-Toy", mirror=site.url)
    site.codes = [503, 503]
    site.files[f"/repos/{UD}/commits/master"] = json.dumps({"sha": "main"}).encode()
    with pytest.raises(DownloadError, match="does not say which commit 'master' is"):
        fetching.find_set("ud/UD_Toyish-Toy", mirror=site.url, pause=0)
    site.codes = [403]
    with pytest.raises(DownloadError, match=r"\(403\), as GitHub does after 60 questions in an hour: try again later"):
        fetching.find_set("ud/UD_Toyish-Toy", mirror=site.url, pause=0)
    with pytest.raises(
        DownloadError, match=r"cannot be reached \(Connection refused\).*github\.com/UniversalDependencies"
    ):
        fetching.find_set("ud/UD_Toyish-Toy", mirror="http://127.0.0.1:9", retries=0)


# --------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def shipped_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_sources", lambda: {"ettinger": a_set(second=None)})


@pytest.mark.usefixtures("shipped_toy")
def test_the_command_lists_files_and_says_what_comes_next(site: Site, tmp_path: Path) -> None:
    dest = tmp_path / "dest"
    arguments = ["fetch", "ettinger", str(dest), "--mirror", site.url]
    done = CliRunner().invoke(cli, [*arguments, "--format", "json"])
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["files"]
    assert [(row["file"], row["action"], row["verified"]) for row in rows] == [
        ("first.txt", "downloaded", "sha256"),
        ("Sub/second.txt", "downloaded", "not verified"),
    ]
    assert rows[0]["sha256"] == sha256(FIRST)
    assert "1/2 first.txt: downloaded, sha256" in done.stderr
    assert "1 of 2 files could not be verified" in done.stderr
    assert f"Next: sglite eval {dest}" in done.stderr
    again = CliRunner().invoke(cli, [*arguments, "--quiet"])
    assert again.stderr == ""
    assert "as downloaded before" in again.stdout


@pytest.mark.usefixtures("shipped_toy")
def test_the_mirror_can_stand_in_the_environment(site: Site, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["fetch", "ettinger", str(tmp_path)], env={"SGLITE_FETCH_MIRROR": site.url})
    assert done.exit_code == 0
    assert (tmp_path / "first.txt").read_bytes() == FIRST


def test_a_failed_download_is_exit_code_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["fetch", "blimp", str(tmp_path), "--mirror", "http://127.0.0.1:9", "--retries", "0", "--quiet"])
    assert caught.value.code == 3
    assert capsys.readouterr().err.startswith("Error: 127.0.0.1:9 cannot be reached (Connection refused)")
