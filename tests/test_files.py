"""Every file is written whole or not at all, and by one module."""

from __future__ import annotations

import ast
import errno
import io
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.running import refused, sglite
from support.toys import suite_document

import syntaxgym_lite as sgl
from syntaxgym_lite import fetch, files
from syntaxgym_lite.authoring.starter import write_starter
from syntaxgym_lite.cli import cli
from syntaxgym_lite.errors import InputError, SgliteWarning
from syntaxgym_lite.files import FileSet, PartialFile, read_bytes, sweep, write_whole
from syntaxgym_lite.lm.ngram.arpa import read_arpa, write_arpa
from syntaxgym_lite.lm.ngram.compact import write_compact
from syntaxgym_lite.lm.vocabulary import Vocabulary

ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ------------------------------------------------------------------------------------------------ one file


@pytest.mark.parametrize("content", ["né\r\n\n", "né\r\n\n".encode(), ["né", "\r\n", "\n"], iter(["né\r\n", "\n"])])
def test_texts_their_pieces_and_bytes_are_written_as_they_are(tmp_path, content):
    write_whole(tmp_path / "a", content)
    assert (tmp_path / "a").read_bytes() == b"n\xc3\xa9\r\n\n"
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("stop", [RuntimeError, KeyboardInterrupt])
def test_a_file_that_is_not_finished_leaves_the_old_one(tmp_path, stop):
    (tmp_path / "a").write_bytes(b"old")

    def pieces():
        yield "new" * 100_000
        assert (tmp_path / "a").read_bytes() == b"old"
        raise stop

    with pytest.raises(stop):
        write_whole(tmp_path / "a", pieces())
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_text_that_is_no_unicode_leaves_the_old_file(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "a", ["fine", "\ud800"])
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


@ON_POSIX
def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there/file")
    (tmp_path / "dangling").symlink_to("there/other")
    for name in ("link", "dangling"):
        write_whole(tmp_path / name, "new")
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "there" / "file").read_bytes() == (tmp_path / "there" / "other").read_bytes() == b"new"
    assert names(tmp_path / "there") == ["file", "other"]


@ON_POSIX
def test_permissions_stay_and_a_new_file_has_the_usual_ones(tmp_path):
    (tmp_path / "usual").touch()
    (tmp_path / "private").touch(mode=0o600)
    for name in ("private", "new"):
        write_whole(tmp_path / name, "new")
    mode = {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in names(tmp_path)}
    assert mode["private"] == 0o600
    assert mode["new"] == mode["usual"]


def test_a_write_protected_file_is_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # as it is for anybody but root
    with pytest.raises(InputError, match=r"a: cannot be written: Permission denied\."):
        write_whole(tmp_path / "a", "new")
    assert (tmp_path / "a").read_bytes() == b"old"


@ON_POSIX
def test_pipes_and_devices_are_written_to_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        write_whole(tmp_path / "pipe", "through")
        assert reader.communicate()[0] == b"through"
    assert names(tmp_path) == ["pipe"]
    write_whole("/dev/null", "nowhere")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@ON_POSIX
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_can_be_named_wherever_it_leads(tmp_path, name):
    code = f"from syntaxgym_lite.files import write_whole; write_whole({name!r}, 'new')"
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert piped.stdout == b"new"
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"new"
    assert names(tmp_path) == ["out"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_says_whose_file_it_was():
    with pytest.raises(InputError, match=r"^/dev/full: cannot be written: No space left on device\.$"):
        write_whole("/dev/full", "new")


@pytest.mark.parametrize("place", ["no/such/folder", "."])
def test_a_place_where_no_file_can_be_is_named(tmp_path, place):
    with pytest.raises(InputError, match=r"cannot be written: "):
        write_whole(tmp_path / place, "new")
    assert names(tmp_path) == []


@pytest.mark.parametrize("node", ["a.b/c\\d", "", "höst", "日" * 60, "x" * 200])
@pytest.mark.parametrize("name", ["a", "日" * 80, "x" * 250])
def test_a_computer_and_a_file_of_any_name_can_be_written(tmp_path, monkeypatch, node, name):
    monkeypatch.setattr("platform.node", lambda: node)
    write_whole(tmp_path / name, "new")
    assert names(tmp_path) == [name]


def test_two_writers_of_one_name_do_not_meet(tmp_path):
    first, second = PartialFile(tmp_path / "a"), PartialFile(tmp_path / "a")
    for file, text in ((second, b"second"), (first, b"first")):
        file.stream.write(text)
        file.keep()
        file.drop()  # nothing is left to drop
    assert (tmp_path / "a").read_bytes() == b"first"
    assert names(tmp_path) == ["a"]


@ON_POSIX
def test_what_a_killed_process_of_this_computer_left_goes_when_the_next_file_is_written(tmp_path):
    code = (
        "import os; from syntaxgym_lite.files import PartialFile; file = PartialFile('a.json')\n"
        "file.stream.write(b'half'); file.stream.flush(); print(os.getpid(), flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    gone, host = killed.stdout.strip(), files._host()
    [left] = names(tmp_path)
    assert left.startswith(".a.json.sglite.")
    assert f"{host}.{gone}-" in left
    others = [
        f".a.json.sglite.{host}.{os.getppid()}-0.part",  # of a process that runs
        f".a.json.sglite.{host}-2.{gone}-0.part",  # of another computer, whose processes are not known here
        f".a.json.{host}.{gone}-0.part",
        f"a.json.sglite.{host}.{gone}-0.part",
    ]
    for name in others:
        (tmp_path / name).touch()
    write_whole(tmp_path / "b", "new")
    assert names(tmp_path) == sorted([*others, "b"])


def test_a_folder_that_cannot_be_listed_is_left_alone(tmp_path):
    sweep(tmp_path / "none")
    assert names(tmp_path) == []


# ------------------------------------------------------------------------------------------------ all writers


def _suite():
    return sgl.loads_suite(json.dumps(suite_document([{"a": ["x", "y"], "b": ["x", "z"]}], ["(2;%a%) < (2;%b%)"])))


def _run(*arguments):
    cli.main([str(argument) for argument in arguments], standalone_mode=False)


def _tiny_arpa(folder):
    path = folder / "tiny.arpa"
    path.write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-1\t<s>\n-1\t</s>\n\n\\end\\\n", encoding="utf-8")
    return read_arpa(path)


def _corpus(folder):
    path = folder / "corpus.txt"
    path.write_text("the dog barks\nthe cat sleeps\n" * 3, encoding="utf-8")
    return path


def _starter(source, target):
    write_starter("mine", target, overwrite=True)


def _built(source, target):
    write_starter("mine", source)
    _run("build", source / "mine.toml", source / "mine.csv", "-o", target / "mine.json", "--overwrite")


def _converted(source, target):
    sgl.save_suite(_suite(), source / "s.json")
    _run("convert", source / "s.json", "-o", target / "s.csv", "--overwrite")


def _trained_ngram(source, target):
    arguments = ("--order", "2", "--discount-fallback", "--quiet")
    _run("train", "ngram", _corpus(source), *arguments, "--overwrite", "-o", target)


def _trained_wordlm(source, target):
    (target / "card.json").unlink(missing_ok=True)  # a folder with a model is refused
    sizes = ("--emb", "4", "--hidden", "4", "--layers", "1", "--epochs", "1", "--min-count", "1")
    _run("train", "wordlm", _corpus(source), *sizes, "--quiet", "-o", target)


def _evaluated(source, target):
    sgl.save_suite(_suite(), source / "s.json")
    _run("eval", source / "s.json", "--model", "ngram", "--no-cache", "--quiet", "--out", target)


def _fetched_record(source, target):
    fetch._write_record(target / fetch.RECORD, {"a.txt": "0" * 64})


WRITERS = {
    "save_suite": lambda source, target: sgl.save_suite(_suite(), target / "s.json"),
    "RunResult.save": lambda source, target: sgl.evaluate(_suite(), "ngram").save(target / "run.json"),
    "write_arpa": lambda source, target: write_arpa(_tiny_arpa(source), target / "m.arpa"),
    "write_arpa gz": lambda source, target: write_arpa(_tiny_arpa(source), target / "m.arpa.gz"),
    "write_arpa xz": lambda source, target: write_arpa(_tiny_arpa(source), target / "m.arpa.xz"),
    "write_compact": lambda source, target: write_compact(_tiny_arpa(source), target / "m.safetensors"),
    "Vocabulary.write": lambda source, target: Vocabulary(("<unk>", "a", "b")).write(target / "vocab.txt"),
    "new": _starter,
    "build": _built,
    "convert": _converted,
    "train ngram": _trained_ngram,
    "train wordlm": _trained_wordlm,
    "eval --out": _evaluated,
    "fetch": _fetched_record,
}


class FullDisk(io.FileIO):
    """Takes a few bytes, and then has no room."""

    def write(self, data):
        if self.tell() + len(data) > 5:
            super().write(bytes(data[: max(5 - self.tell(), 0)]))
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data)


def _no_room(monkeypatch):
    monkeypatch.setattr(
        "syntaxgym_lite.files.open", lambda path, mode: io.BufferedRandom(FullDisk(path, "w+")), raising=False
    )


def _no_renaming(monkeypatch):
    def replace(part, place):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", replace)


@pytest.mark.parametrize("fail", [_no_room, _no_renaming])
@pytest.mark.parametrize("writer", WRITERS)
def test_every_writer_leaves_the_old_files_if_it_fails(tmp_path, monkeypatch, writer, fail, capsys):
    source, target = tmp_path / "source", tmp_path / "target"
    for folder in (source, target):
        folder.mkdir()
    WRITERS[writer](source, target)
    written = names(target)
    assert written
    for name in written:
        (target / name).write_bytes(b"old")
    for path in source.iterdir():
        path.unlink()
    with monkeypatch.context() as context:
        fail(context)
        with pytest.raises((InputError, OSError), match="No space left"):
            WRITERS[writer](source, target)
    assert set(names(target)) <= set(written)
    assert {(target / name).read_bytes() for name in names(target)} == {b"old"}


# ------------------------------------------------------------------------------------------------ files that belong together


def _set(folder, names=("a", "b"), *, content=None, **how):
    with FileSet(folder, ("a", "b", "c"), **how) as files:
        for name in names:
            files.write(name, content or f"new {name}")
        files.keep()


def _texts(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_files_of_a_set_are_there_together_and_replaced_only_where_that_is_asked_for(tmp_path):
    """Field case A17: a second run replaced the first one's results without a word."""
    folder = tmp_path / "results"
    _set(folder, "abc")
    assert _texts(folder) == {"a": "new a", "b": "new b", "c": "new c"}
    (folder / "a").write_text("mine")
    with pytest.raises(InputError, match=r"a, b, c: there already; .*`overwrite`"):
        _set(folder)
    assert _texts(folder) == {"a": "mine", "b": "new b", "c": "new c"}
    _set(folder, overwrite=True)
    assert _texts(folder) == {"a": "new a", "b": "new b"}  # c would be of another run


def test_an_error_leaves_what_was_there_and_nothing_besides(tmp_path):
    _set(tmp_path)

    def pieces():
        yield "half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _set(tmp_path, content=pieces(), overwrite=True)
    assert _texts(tmp_path) == {"a": "new a", "b": "new b"}


_HOLD = """
import sys
from syntaxgym_lite.files import FileSet
with FileSet(sys.argv[1], ("a",)):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_folder_that_somebody_writes_to_is_refused_and_a_dead_process_holds_nothing(tmp_path):
    """Field case E9: of two runs at once, the folder could hold run.json of one and the tables of the other."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", _HOLD, tmp_path], stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=rf"another run writes there \(process {other.pid} on "):
            _set(tmp_path)
        other.kill()
    assert names(tmp_path) == [".sglite.lock"]
    _set(tmp_path)
    assert names(tmp_path) == ["a", "b"]


def test_a_process_that_died_while_files_took_their_places_does_not_stop_the_next(tmp_path, monkeypatch):
    done = []

    def replace(part, place):
        if done:
            raise OSError(errno.EIO, "the power is gone")
        done.append(place)
        real(part, place)

    real = os.replace
    with monkeypatch.context() as context:
        context.setattr("os.replace", replace)
        with pytest.raises(OSError, match="power"):
            _set(tmp_path)
    assert names(tmp_path) == [".sglite.lock", "b"]
    _set(tmp_path)  # not refused because of a
    assert _texts(tmp_path) == {"a": "new a", "b": "new b"}


def test_a_part_that_is_open_when_an_interruption_comes_goes_although_nobody_knows_of_it(tmp_path, monkeypatch):
    real = PartialFile.__init__

    def interrupted(self, path):
        real(self, path)
        self.stream.close()  # as Python does in time
        raise KeyboardInterrupt

    monkeypatch.setattr(PartialFile, "__init__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _set(tmp_path)
    assert names(tmp_path) == []


@ON_POSIX
@pytest.mark.parametrize("overwrite", [False, True])
def test_a_process_that_died_when_all_files_were_in_their_places_lets_nobody_replace_them(tmp_path, overwrite):
    """A kill between the last renaming and the next line; the same command has then to be told that all is there."""
    _set(tmp_path)
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom syntaxgym_lite.files import FileSet, PartialFile\n"
        "real = PartialFile.keep\n"
        "def keep(self):\n    real(self)\n    if self.path.name == 'a': os.kill(os.getpid(), signal.SIGKILL)\n"
        "PartialFile.keep = keep\n"
        "with FileSet(sys.argv[1], ('a', 'b', 'c'), overwrite=True) as files:\n"
        "    files.write('a', 'newest a')\n    files.write('b', 'newest b')\n    files.keep()\n"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], check=False)
    assert done.returncode == -signal.SIGKILL
    assert b"replacing" in (tmp_path / ".sglite.lock").read_bytes()
    if overwrite:
        _set(tmp_path, overwrite=True)
    else:
        with pytest.raises(InputError, match="a, b: there already"):
            _set(tmp_path)
    what = "new" if overwrite else "newest"
    assert _texts(tmp_path) == {"a": f"{what} a", "b": f"{what} b"}


def test_a_set_goes_through_a_link_and_the_link_stays(tmp_path):
    (tmp_path / "real").mkdir()
    _set(tmp_path / "real")
    (tmp_path / "linked").mkdir()
    for name in "ab":
        (tmp_path / "linked" / name).symlink_to(tmp_path / "real" / name)
    _set(tmp_path / "linked", content="newest", overwrite=True)
    assert _texts(tmp_path / "real") == {"a": "newest", "b": "newest"}
    assert all((tmp_path / "linked" / name).is_symlink() for name in "ab")


def test_where_locks_do_not_work_that_is_said_and_the_run_goes_on(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")

    def flock(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.warns(SgliteWarning, match="cannot be locked there"):
        _set(tmp_path)
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("moment", ["write", "flush", "close", "rename"])
def test_a_full_disk_is_told_with_the_file_and_nothing_half_is_left(tmp_path, monkeypatch, moment):
    """Field case E8, for results: no file was named, and what was begun stayed on the full disk."""

    class Full(io.FileIO):
        def write(self, data):
            if moment in ("write", "flush"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(data)

        def close(self):
            was_open = not self.closed
            super().close()
            if moment == "close" and was_open:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    size = 0 if moment == "flush" else 100_000
    _set(tmp_path)
    with monkeypatch.context() as context:
        context.setattr(
            "syntaxgym_lite.files.open",
            lambda path, mode: io.BufferedRandom((io.FileIO if mode == "a+b" else Full)(path, mode)),
            raising=False,
        )
        if moment == "rename":
            _no_renaming(context)
        with pytest.raises(OSError, match="No space left on device") as raised:
            _set(tmp_path, content="x" * (size + 5), overwrite=True)
    assert raised.value.filename == str(tmp_path / ("b" if moment == "rename" else "a"))  # a comes last
    old = {"b"} if moment == "rename" else {"a", "b"}  # a goes first, so that it is there only where all is
    assert set(names(tmp_path)) - {".sglite.lock"} == old
    assert all((tmp_path / name).read_text() == f"new {name}" for name in old)


# ------------------------------------------------------------------------------------------------ no other way

ALLOWED = {
    ("fetch.py", "_fetch_file"),  # a download that is broken off is gone on with
    ("fetch.py", "_receive"),
    ("scoring/cache.py", "_rename_all"),  # a damaged store is set aside, and nothing written
    ("scoring/cache.py", "_locked"),  # a lock is an empty file
    ("cli/_options.py", "write_text"),  # of a page of help
    ("ports/collect.py", "propose_bytes"),  # what is pasted, for as long as it is looked at
    ("studio/intake.py", "upload"),  # the same
    ("studio/drafts.py", "_open"),  # a lock on an empty file
    ("studio/drafts.py", "_is_running"),
    ("rearing/cells.py", "log"),  # a line more of a log
    ("cli/__init__.py", "_run"),  # nothing, in place of a closed standard error
}
NAMES = {"write_text", "write_bytes", "tofile", "savez", "savez_compressed", "save_file", "rename", "mkstemp"}
NAMES |= {"NamedTemporaryFile", "move", "copyfile", "copy2", "copytree"}
FUNCTIONS = {"os.replace", "np.save", "torch.save", "shutil.copy"}


def _writes(call):
    """Whether a call writes a file, as far as its text says so."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "rename" and any(keyword.arg == "columns" for keyword in call.keywords):  # of a table
        return False
    if name in NAMES or ast.unparse(call.func) in FUNCTIONS:
        return True
    if name == "open":
        texts = [node.value for one in (*call.args, *call.keywords) for node in ast.walk(one) if _is_text(node)]
        return any(set(text) <= set("rwaxbt+") and set(text) & set("wax+") for text in texts)
    if name == "replace":  # of a path, not of a text
        return len(call.args) == 1 and not call.keywords
    return name == "to_csv" and bool(call.args)


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def _writing_functions(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _writes(node)):
        around = [one for one in functions if one.lineno <= call.lineno <= (one.end_lineno or 0)]
        yield max(around, key=lambda one: one.lineno).name if around else ""


def test_nobody_else_writes_files():
    package = Path(files.__file__).parent
    found = {
        (path.relative_to(package).as_posix(), function)
        for path in package.rglob("*.py")
        if path != Path(files.__file__)
        for function in _writing_functions(path)
    }
    assert found == ALLOWED


@pytest.mark.parametrize(
    ("source", "writes"),
    [
        ("Path(a).write_text(b)", True),
        ("open(a, 'wb')", True),
        ("a.open(mode='x')", True),
        ("a.open('ab' if b else 'wb')", True),
        ("gzip.open(a, 'wt')", True),
        ("os.replace(a, b)", True),
        ("a.replace(b)", True),
        ("frame.to_csv(a)", True),
        ("open(a)", False),
        ("a.open('rb')", False),
        ("text.replace('w', 'a')", False),
        ("frame.to_csv(index=False)", False),
    ],
)
def test_a_call_that_writes_is_seen(source, writes):
    assert _writes(ast.parse(source, mode="eval").body) is writes


# ------------------------------------------------------------------------------------------------ single files


def _written_over(tmp_path):
    """Commands that write one file, or a model, without the place that is given after ``-o``."""
    write_starter("mine", tmp_path / "mine")
    sgl.save_suite(_suite(), tmp_path / "s.json")
    write_arpa(_tiny_arpa(tmp_path), tmp_path / "tiny.arpa")
    trees = tmp_path / "none.conllu"
    trees.write_text("", encoding="utf-8")
    corpus = _corpus(tmp_path)
    return {
        "build": ("build", tmp_path / "mine" / "mine.toml", tmp_path / "mine" / "mine.csv"),
        "convert": ("convert", tmp_path / "s.json"),
        "convert-lm": ("convert-lm", tmp_path / "tiny.arpa"),
        "harvest": ("harvest", trees),
        "train ngram": ("train", "ngram", corpus, "--order", "2", "--discount-fallback"),
    }


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("build", "x.json"),
        ("convert", "x.csv"),
        ("convert-lm", "x.arpa"),
        ("convert-lm", "x.safetensors"),
        ("harvest", "x.json"),
        ("train ngram", "x.arpa"),
        ("train ngram", "folder"),
    ],
)
def test_a_file_that_is_there_is_replaced_only_where_that_is_asked_for(tmp_path, command, name):
    words = _written_over(tmp_path)[command]
    out = tmp_path / name
    place = out / "model.safetensors" if name == "folder" else out
    place.parent.mkdir(exist_ok=True)
    place.write_text("mine")
    said = refused(*words, "-o", out)
    assert " ".join(said.split()) == (
        f"Error: {place}: there already; name another file, or give --overwrite to replace what is there."
    )
    assert place.read_text() == "mine"
    if command != "harvest":  # of nothing, nothing is made
        assert sglite(*words, "-o", out, "--overwrite").code == 0
        assert place.read_bytes() != b"mine"


@ON_POSIX
def test_what_holds_nothing_is_written_to_without_being_asked(tmp_path):
    words = _written_over(tmp_path)["convert"]
    assert sglite(*words, "--to", "sentences", "-o", "/dev/null").code == 0
    (tmp_path / "empty.csv").touch()  # as mktemp makes it
    assert sglite(*words, "-o", tmp_path / "empty.csv").code == 0
    assert (tmp_path / "empty.csv").stat().st_size


def test_a_folder_in_the_place_of_a_file_is_told(tmp_path):
    with pytest.raises(InputError, match=r"is a folder; name a file in it"):
        read_bytes(tmp_path)
