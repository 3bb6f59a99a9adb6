"""A small completions server over a tiny model, on this machine, with a switch for each way to lie.

Right, it answers as vLLM does (``prompt_logprobs``, and ``echo`` with ``logprobs``). Nothing here uses the code under test.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import torch
from support.tiny_models import gpt2, gpt_folder
from transformers import AutoModelForCausalLM, AutoTokenizer

OPENAI_FAULTS = {
    "shifted": "its values are shifted by one",  # log P(x_i | x_1..x_i), as llama-cpp-python without its BOS
    "shifted_forward": "without a value, not the first",  # the null at the end
    "shifted_hidden": "its values are shifted by one",  # the same, with a null where it belongs
    "shifted_back": "its values are shifted by one",  # the value of the token before
    "echo_ignored": "ignores 'echo'",
    "echo_ignored_newer": "ignores 'echo'",  # llama.cpp's server: a list of another name
    "bos_added": "puts a token of its own",
    "bos_added_unseen": "gives the first token that was sent a value",
    "bos_added_uncounted": "with a BOS before it and without",  # unless there is one, and not a word of it
    "bos_dropped": "drops the first id that was sent",
    "bos_dropped_unseen": "with a BOS before it and without",
    "reordered": "in another order than it says",
    "unnumbered": "does not number its answers",
    "strings_only": "answers with strings only",
    "takes_strings": "refuses prompts of token ids",
    "ids_as_prompts": "answers to",
    "padded": "other values among others than alone",
    "cuts_again": "it cuts the text again",
    "other_vocabulary": "for other words than the tokenizer here",
    "counts_other": "it cuts the text again",
    "positive": "gives values above 0",
    "doubled": "another value in a prompt than when it generates it",
    "top_only": "no probability at all",
    "no_numbers": "where a log probability belongs",
    "cached": "no value",
    "not_json": "something that is not JSON",
    "moved": "sends requests elsewhere",
}
"""Each fault of a server of the kind ``openai:``, with what its refusal says."""

VLLM_FAULTS = {
    "other_ids": "about other token ids than were sent",
    "no_prompt_logprobs": "gives no 'prompt_logprobs'",
    **{
        fault: OPENAI_FAULTS[fault]
        for fault in (
            "shifted",
            "shifted_hidden",
            "bos_added",
            "bos_added_uncounted",
            "bos_dropped_unseen",
            "reordered",
            "unnumbered",
            "padded",
            "positive",
            "doubled",
            "top_only",
        )
    },
}


class FakeServer:
    """Serves the tiny GPT-2 under the name of its folder.

    `fault` may be set at any time. `fail` says of the number of a completions request, from 1 on, with what it fails: a
    status, or None for a connection that breaks; 0 for not at all.
    """

    def __init__(self, folder: Path | None = None, fault: str = "", key: str = "") -> None:
        self.folder = gpt_folder() if folder is None else folder
        self.name = str(self.folder)
        self._model = AutoModelForCausalLM.from_pretrained(self.folder).eval()
        self._tokenizer = AutoTokenizer.from_pretrained(self.folder)
        self.limit = int(self._model.config.n_positions)
        self._lock = threading.Lock()
        self.reset(fault, key)

    def reset(self, fault: str = "", key: str = "") -> None:
        """Be right again, and forget who asked."""
        self.fault = fault
        self.key = key
        self.fail: Callable[[int], int | None] = lambda n: 0
        self.seen: Callable[[int], object] = lambda n: None
        self.retry_after = ""
        self.listed: list[dict[str, Any]] | None = [{"id": self.name, "root": self.name, "max_model_len": self.limit}]
        self.headers: list[dict[str, str]] = []
        self.n_asked = 0
        self.most_at_once = 0
        self._now = 0

    @contextmanager
    def other_weights(self) -> Iterator[None]:
        """Serve another model under the same name."""
        own = self._model
        self._model = gpt2(len(self._tokenizer), seed=1)
        try:
            yield
        finally:
            self._model = own

    # ------------------------------------------------------------------------------------------------ numbers

    def _logp(self, ids: Sequence[int]) -> torch.Tensor:
        with self._lock, torch.no_grad():  # one by one: a number does not depend on who asks
            return torch.log_softmax(self._model(torch.tensor([list(ids)])).logits[0].double(), -1)

    def _values(self, ids: list[int], place: int) -> tuple[list[float | None], list[int], list[int]]:
        """Log probabilities, ranks, and the ids that they are said to be of."""
        fault, bos = self.fault, 0
        read = list(ids)
        if fault in ("bos_added", "bos_added_unseen") or (fault == "bos_added_uncounted" and ids[0] != bos):
            read = [bos, *ids]
        if fault in ("bos_dropped", "bos_dropped_unseen") and ids[0] == bos:
            read = ids[1:]
        if fault == "cuts_again":
            read = self._tokenizer(self._tokenizer.decode(ids))["input_ids"]
        if fault == "other_vocabulary":
            read = [(i + 37) % len(self._tokenizer) for i in ids]
        if fault == "padded" and place:
            read = [*([bos] * place), *ids]
        logp = self._logp(read)
        n = len(read)
        own = [float(logp[i - 1, read[i]]) for i in range(1, n)]
        ranks = [0, *(int((logp[i - 1] >= logp[i - 1, read[i]]).sum()) for i in range(1, n))]
        values: list[float | None] = [None, *own]
        if fault == "shifted":
            values = [None, *(float(logp[i, read[i]]) for i in range(1, n))]
        if fault == "shifted_forward":
            values = [*own, None]
        if fault == "shifted_hidden":
            values = [None, *own[1:], float(logp[n - 1].max())]
        if fault == "shifted_back":
            values = [None, -1.0, *own[:-1]]
        if fault in ("bos_added_unseen", "bos_added_uncounted") and len(read) > len(ids):
            values, read, ranks = values[1:], read[1:], ranks[1:]
            if fault == "bos_added_uncounted":
                values[0] = None
        if fault == "bos_dropped_unseen" and len(read) < len(ids):
            values, ranks, read = [None, -1.0, *values[1:]], [0, 1, *ranks[1:]], list(ids)
        if fault == "padded" and place:
            values, ranks, read = [None, *values[place + 1 :]], ranks[place:], list(ids)
        if fault == "positive":
            values = [value if value is None else math.exp(value) for value in values]
        if fault == "doubled":
            values = [value if value is None else 2 * value for value in values]
        if fault == "top_only":
            values = [value if rank <= 20 else -9999.0 for value, rank in zip(values, ranks, strict=True)]
        if fault == "no_numbers":
            values[-1] = "NaN"  # type: ignore[assignment]
        if fault == "cached" and len(values) > 2:
            values[1] = None
        return values, ranks, read

    # ------------------------------------------------------------------------------------------------ answers

    def answer(self, body: dict[str, Any]) -> tuple[int, Any]:
        prompts = body["prompt"]
        if self.fault == "takes_strings":
            return 422, {"detail": "prompt: Input should be a valid string"}
        if self.fault == "ids_as_prompts":
            prompts = [[i, i] for prompt in prompts for i in prompt]
        if any(len(prompt) + body["max_tokens"] > self.limit for prompt in prompts):
            return 400, {"error": {"message": f"This model's maximum context length is {self.limit} tokens."}}
        choices = [self._choice(prompt, place, body) for place, prompt in enumerate(prompts)]
        if self.fault == "reordered":
            choices = choices[::-1]
        for index, choice in enumerate(choices):
            choice["index"] = 0 if self.fault == "unnumbered" else index
        n = sum(map(len, prompts))
        n += {"bos_added": len(prompts), "counts_other": 5}.get(self.fault, 0)
        return 200, {"object": "text_completion", "choices": choices[::-1], "usage": {"prompt_tokens": n}}

    def _choice(self, ids: list[int], place: int, body: dict[str, Any]) -> dict[str, Any]:
        n_generated = body["max_tokens"]
        next_logp = self._logp(ids)[-1]
        best = int(next_logp.argmax())
        as_id = bool(body.get("return_tokens_as_token_ids"))
        choice: dict[str, Any] = {
            "text": self._tokenizer.decode([best]) if n_generated else "",
            "finish_reason": "length",
        }
        values, ranks, read = self._values(ids, place)
        if body.get("prompt_logprobs") is not None and self.fault != "no_prompt_logprobs":
            choice["prompt_logprobs"] = [
                None
                if value is None
                else {
                    str(i + 1 if self.fault == "other_ids" else i): {
                        "logprob": value,
                        "rank": rank,
                        "decoded_token": self._tokenizer.decode([i]),
                    }
                }
                for value, rank, i in zip(values, ranks, read, strict=True)
            ]
        if body.get("logprobs") is None or self.fault == "strings_only":
            return {**choice, "logprobs": None}
        if self.fault == "echo_ignored_newer":
            return {**choice, "logprobs": {"content": [{"token": "x", "logprob": -1.0}] * n_generated}}
        tokens = [self._written(best, as_id)] * n_generated
        logprobs: list[Any] = [float(next_logp[best])] * n_generated
        if body.get("echo") and self.fault != "echo_ignored":
            tokens = [*(self._written(i, as_id) for i in read), *tokens]
            logprobs = [*values, *logprobs]
        return {**choice, "logprobs": {"tokens": tokens, "token_logprobs": logprobs}}

    def _written(self, token_id: int, as_id: bool) -> str:
        return f"token_id:{token_id}" if as_id else self._tokenizer.decode([token_id])

    # ------------------------------------------------------------------------------------------------ HTTP

    def handle(self, method: str, path: str, headers: dict[str, str], data: bytes) -> tuple[int | None, Any]:
        self.headers.append(headers)
        if self.key and headers.get("Authorization") != f"Bearer {self.key}":
            return 401, {"error": {"message": f"Incorrect API key provided: {headers.get('Authorization')}"}}
        if self.fault == "moved":
            return 302, {}
        if path == "/v1/models":
            return (404, {}) if self.listed is None else (200, {"object": "list", "data": self.listed})
        if path != "/v1/completions" or method != "POST":
            return 404, {}
        with self._lock:
            self.n_asked += 1
            n = self.n_asked
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            self.seen(n)
            status = self.fail(n)
            if status != 0:
                return status, {"error": {"message": f"overloaded; you are {headers.get('Authorization')}"}}
            if self.fault == "not_json":
                return 200, "<html>It works!"
            return self.answer(json.loads(data))
        finally:
            with self._lock:
                self._now -= 1


@contextmanager
def serving(server: FakeServer) -> Iterator[str]:
    """Serve, at the address that is given."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet

        def do_GET(self) -> None:
            self._do()

        do_POST = do_GET

        def _do(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, content = server.handle(self.command, self.path, dict(self.headers), data)
            if status is None:
                self.close_connection = True  # without a word
                return
            body = content.encode() if isinstance(content, str) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            if server.retry_after and status in (429, 503):
                self.send_header("Retry-After", server.retry_after)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            pass  # a client that was killed

    http = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
