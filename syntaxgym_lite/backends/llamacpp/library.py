"""What is used of llama.cpp: a file, its vocabulary, and the logits after each token; nothing here knows about text.

The low-level functions of llama-cpp-python are called, which are those of llama.cpp itself: its high-level class keeps
logits for a whole context, and scores by making completions.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import MissingExtraError, ModelError
from ...surprisal import FloatArray

__all__ = ["Network", "require_library"]

_MOST_LOGITS = 2**25  # held at once, as by transformers: 128 MiB in float32
_F32 = 0  # number format of ggml
_NO_FLASH = 0


def require_library() -> None:
    """Refuse to go on without llama-cpp-python."""
    if importlib.util.find_spec("llama_cpp") is None:
        raise MissingExtraError("GGUF models computed by llama.cpp", "llamacpp")


@contextlib.contextmanager
def _silent(library: Any) -> Iterator[None]:
    """Let llama.cpp write nothing to standard error, where it reports all that it does."""
    callback = library.llama_log_callback(lambda level, text, data: None)
    library.llama_log_set(callback, ctypes.c_void_p(0))
    _KEPT.append(callback)  # llama.cpp goes on calling it
    yield


_KEPT: list[Any] = []


class Network:
    """A model that llama.cpp has open.

    Parameters
    ----------
    path : Path
    name : str
        For messages.
    context : int
        Most tokens of a sentence; fewer if the model has been trained on fewer.
    n_threads : int
    n_gpu_layers : int
        How many layers lie on a GPU, if llama.cpp was built for one.
    """

    def __init__(self, path: Path, name: str, *, context: int | None, n_threads: int, n_gpu_layers: int) -> None:
        import llama_cpp

        self._library: Any = llama_cpp
        self._name = name
        library = self._library
        with _silent(library):
            library.llama_backend_init()
            how = library.llama_model_default_params()
            how.n_gpu_layers = n_gpu_layers
            self._model = library.llama_model_load_from_file(str(path).encode(), how)
        if not self._model:
            raise ModelError(
                f"llama.cpp cannot open {name}: it is damaged, or of an architecture that this version "
                f"({library.__version__} of llama-cpp-python) does not know, or too large for the memory."
            )
        self._vocabulary = library.llama_model_get_vocab(self._model)
        self.n_vocabulary = int(library.llama_vocab_n_tokens(self._vocabulary))
        if library.llama_model_has_encoder(self._model) or not library.llama_model_has_decoder(self._model):
            raise ModelError(f"{name} holds a model with an encoder, which gives no left-to-right surprisals.")
        trained = int(library.llama_model_n_ctx_train(self._model))
        self.limit = min(context or 2048, trained) if trained > 0 else context or 2048
        settings = library.llama_context_default_params()
        settings.n_ctx = self.limit
        # the logits of so many tokens are there at once
        self._step = max(1, min(self.limit, 512, _MOST_LOGITS // self.n_vocabulary))
        settings.n_batch = settings.n_ubatch = self._step
        settings.n_threads = settings.n_threads_batch = n_threads
        # halves and approximations cost up to 0.002 bits a token of a tiny model in float32; these cost nothing
        settings.type_k = settings.type_v = _F32
        settings.flash_attn_type = _NO_FLASH
        self._context = library.llama_init_from_model(self._model, settings)
        if not self._context:
            raise ModelError(f"llama.cpp has no room for {name} with a context of {self.limit} tokens; give `context`.")
        self._batch = library.llama_batch_init(self._step, 0, 1)

    def __del__(self) -> None:
        for free, what in (("llama_batch_free", "_batch"), ("llama_free", "_context"), ("llama_model_free", "_model")):
            held = self.__dict__.pop(what, None)
            if held:
                getattr(self._library, free)(held)

    @property
    def versions(self) -> dict[str, str]:
        """Versions of the library and of its binding."""
        own = getattr(self._library, "llama_version", None)
        return {
            "llama_cpp_python": str(self._library.__version__),
            **({} if own is None else {"llama_cpp": bytes(own()).decode()}),
        }

    @property
    def is_of_embeddings(self) -> bool:
        """Whether the model puts tokens together, or looks ahead, and predicts no words."""
        family = self.said("general.architecture")
        pooled = self.said(f"{family}.pooling_type") not in ("", "0")
        return pooled or self.said(f"{family}.attention.causal") == "false"

    def said(self, key: str) -> str:
        """Give what stands in the file under a key; nothing if there is no such key."""
        buffer = ctypes.create_string_buffer(4096)
        n = self._library.llama_model_meta_val_str(self._model, key.encode(), buffer, len(buffer))
        return buffer.value.decode(errors="replace") if n >= 0 else ""

    @property
    def number_format(self) -> str:
        """What the weights are packed in, most of them: ``Q4_K - Medium``, say; ``float32`` if they are plain."""
        buffer = ctypes.create_string_buffer(512)
        self._library.llama_model_desc(self._model, buffer, len(buffer))
        described = buffer.value.decode(errors="replace").replace(" (guessed)", "")  # family, size, format
        found = [*described.split(" ", 2), "", "", ""][2] or "unknown precision"
        return {"all F32": "float32"}.get(found, found)

    @property
    def bos(self) -> int:
        """Id of BOS; -1 for none."""
        return int(self._library.llama_vocab_bos(self._vocabulary))

    @property
    def eos(self) -> int:
        """Id of EOS; -1 for none."""
        return int(self._library.llama_vocab_eos(self._vocabulary))

    def cut(self, text: str, *, special: bool = False) -> list[int]:
        """Give the ids of a text, with nothing around it; `special`: names of control tokens stand for those."""
        data = text.encode()
        size = len(data) + 8
        while True:
            ids = (ctypes.c_int32 * size)()
            n = self._library.llama_tokenize(self._vocabulary, data, len(data), ids, size, False, special)
            if n >= 0:
                return list(ids[:n])
            size = -n

    def piece(self, token_id: int, *, special: bool = False) -> bytes:
        """Give the bytes that an id stands for; `special`: of a control token, its name."""
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            n = self._library.llama_token_to_piece(self._vocabulary, token_id, buffer, size, 0, special)
            if n >= 0:
                return bytes(buffer.raw[:n])
            size = -n

    def logits(self, ids: Sequence[int]) -> Iterator[tuple[int, FloatArray]]:
        """Yield the logits after the ids, a few places at a time: the first place, and an array (places, vocabulary).

        The memory of what was read before is emptied first, so that no number depends on it.
        """
        library, batch = self._library, self._batch
        library.llama_memory_clear(library.llama_get_memory(self._context), True)
        for start in range(0, len(ids), self._step):
            part = ids[start : start + self._step]
            batch.n_tokens = len(part)
            for i, token_id in enumerate(part):
                batch.token[i], batch.pos[i], batch.n_seq_id[i], batch.logits[i] = token_id, start + i, 1, True
                batch.seq_id[i][0] = 0
            if (failed := library.llama_decode(self._context, batch)) != 0:
                raise ModelError(f"llama.cpp failed on a sentence with {self._name} (llama_decode gave {failed}).")
            held = library.llama_get_logits(self._context)
            yield start, np.ctypeslib.as_array(held, (len(part), self.n_vocabulary)).astype(np.float64)
