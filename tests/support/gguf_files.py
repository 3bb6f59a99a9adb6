"""Small Llamas as GGUF files, written with the library for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tokenizers import Tokenizer


def write_gguf(path: Path, model: Any, tokenizer: Tokenizer, **metadata: Any) -> Path:
    """Write a Llama and a byte-level tokenizer; `metadata` are entries under ``tokenizer.ggml``."""
    import gguf

    config = model.config
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    writer.add_vocab_size(config.vocab_size)
    import json

    saved = json.loads(tokenizer.to_str())
    vocabulary = saved["model"]["vocab"]
    special = {token["content"] for token in saved["added_tokens"] if token["special"]}
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token in special else 1 for token in tokens])
    writer.add_token_merges([m if isinstance(m, str) else " ".join(m) for m in saved["model"]["merges"]])
    for key, value in metadata.items():
        add = writer.add_uint32 if isinstance(value, int) else writer.add_string
        add(f"tokenizer.ggml.{key}", value)
    names = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight"}
    names["lm_head.weight"] = "output.weight"
    parts = {
        "input_layernorm": "attn_norm",
        "post_attention_layernorm": "ffn_norm",
        "self_attn.q_proj": "attn_q",
        "self_attn.k_proj": "attn_k",
        "self_attn.v_proj": "attn_v",
        "self_attn.o_proj": "attn_output",
        "mlp.gate_proj": "ffn_gate",
        "mlp.up_proj": "ffn_up",
        "mlp.down_proj": "ffn_down",
    }
    heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}
    for name, tensor in model.state_dict().items():
        values = tensor.numpy()
        for projection, n_heads in heads.items():  # in another order of rotation
            if projection in name:
                size = values.shape[0] // n_heads // 2
                values = values.reshape(n_heads, 2, size, -1).swapaxes(1, 2).reshape(values.shape)
        if name not in names:
            _, _, layer, rest = name.split(".", 3)
            names[name] = f"blk.{layer}.{parts[rest.removesuffix('.weight')]}.weight"
        writer.add_tensor(names[name], values.copy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
