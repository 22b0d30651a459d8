"""The torch block against exact counts, against Hugging Face's layers with the same weights, and against float64."""

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from transformers import GPT2Config, GPTNeoXConfig, LlamaConfig
from transformers.cache_utils import DynamicCache
from transformers.models.gpt2.modeling_gpt2 import GPT2Block
from transformers.models.gpt_neox.modeling_gpt_neox import GPTNeoXRotaryEmbedding, apply_rotary_pos_emb
from transformers.models.llama.modeling_llama import LlamaDecoderLayer, LlamaRotaryEmbedding

from planner.measure.blocks.decoder import DecoderBlock, Inputs, fill
from planner.measure.blocks.grouped_query import KeyValueCache, attention_mask
from planner.measure.blocks.position import rotary_table, rotate
from planner.measure.counts import parameters
from planner.measure.job import Block, Job, Point, read_job

Blocks = Callable[..., dict[str, Any]]
Jobs = Callable[..., dict[str, Any]]


def numel(spec: Block) -> int:
    block = DecoderBlock(spec, device="meta", dtype=torch.bfloat16)
    return sum(parameter.numel() for parameter in block.parameters())


@pytest.fixture
def read(block_json: Blocks, job_json: Jobs) -> Callable[..., Job]:
    def give(name: str, tensor_parallel: int = 1, **changes: Any) -> Job:
        return read_job(job_json(block=block_json(name, **changes), tensor_parallel=tensor_parallel))

    return give


# Sums: d (h + 2 g) D + h D d for attention, 3 or 2 times d f, two norms, and the biases the model has.
@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("llama-2-7b", 202_383_360),
        ("llama-3-8b", 218_112_000),
        ("gpt-2", 7_087_872),
        ("qwen-2.5-7b", 2 * 3584 * 3584 + 2 * 3584 * 512 + 3584 + 2 * 512 + 3 * 3584 * 18944 + 2 * 3584),
    ],
)
def test_that_a_block_has_exactly_the_parameters_of_its_model(name: str, exact: int, read: Callable[..., Job]) -> None:
    spec = read(name).shard
    assert numel(spec) == exact
    assert parameters(spec) == exact


def test_that_a_shard_holds_its_share_and_replicates_key_heads(read: Callable[..., Job]) -> None:
    spec = read("llama-3-8b", tensor_parallel=16).shard
    assert (spec.attention.heads, spec.attention.kv_heads, spec.feed_forward.width) == (2, 1, 896)
    d, one_head = 4096, 128
    assert numel(spec) == 2 * d * 2 * one_head + 2 * d * one_head + 3 * d * 896 + 2 * d == parameters(spec)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("kind", ["gated", "plain"])
def test_that_counted_parameters_equal_the_modules_with_every_bias(
    bias: bool, kind: str, read: Callable[..., Job]
) -> None:
    for flags in ("query_bias", "key_bias", "value_bias", "output_bias"):
        spec = read("tiny", attention={flags: bias}, feed_forward={"kind": kind, "bias": bias}).shard
        assert numel(spec) == parameters(spec)


def llama_layer(spec: Block, dtype: torch.dtype) -> tuple[LlamaDecoderLayer, LlamaRotaryEmbedding]:
    config = LlamaConfig(
        hidden_size=spec.d_model,
        intermediate_size=spec.feed_forward.width,
        num_attention_heads=spec.attention.heads,
        num_key_value_heads=spec.attention.kv_heads,
        head_dim=spec.attention.head_dim,
        rms_norm_eps=spec.norm.eps,
        rope_theta=spec.rope_theta,
        num_hidden_layers=1,
        attn_implementation="eager",
    )
    return LlamaDecoderLayer(config, 0).to(dtype).eval(), LlamaRotaryEmbedding(config)


def same_weights(block: DecoderBlock, layer: LlamaDecoderLayer) -> None:
    names = {
        "self_attn.q_proj": "attention.q",
        "self_attn.k_proj": "attention.k",
        "self_attn.v_proj": "attention.v",
        "self_attn.o_proj": "attention.o",
        "mlp.gate_proj": "feed_forward.gate",
        "mlp.up_proj": "feed_forward.up",
        "mlp.down_proj": "feed_forward.down",
        "input_layernorm": "attention_norm",
        "post_attention_layernorm": "feed_forward_norm",
    }
    block.load_state_dict({f"{ours}.weight": layer.get_submodule(theirs).weight for theirs, ours in names.items()})


@pytest.fixture
def spread_out() -> Callable[[torch.nn.Module], None]:
    """Fill with values large enough that attention is far from uniform and an error cannot hide."""

    def give(module: torch.nn.Module) -> None:
        generator = torch.Generator().manual_seed(7)
        with torch.no_grad():
            for name, parameter in module.named_parameters():
                centre = 1.0 if "norm" in name or "ln_" in name else 0.0
                parameter.normal_(centre, 0.2, generator=generator)

    return give


@pytest.mark.parametrize(("heads", "kv_heads", "head_dim"), [(4, 4, 16), (4, 2, 16), (4, 1, 16), (8, 2, 24)], ids=str)
def test_that_prefill_and_decode_agree_with_the_llama_layer(
    heads: int, kv_heads: int, head_dim: int, read: Callable[..., Job], spread_out: Callable[[torch.nn.Module], None]
) -> None:
    shape = {"heads": heads, "kv_heads": kv_heads, "head_dim": head_dim}
    spec = read("tiny", attention=shape, rope_theta=1234.0).shard
    layer, rotary = llama_layer(spec, torch.float32)
    spread_out(layer)
    block = DecoderBlock(spec, device="cpu", dtype=torch.float32)
    same_weights(block, layer)
    x_BTM = torch.randn(2, 13, spec.d_model, generator=torch.Generator().manual_seed(1))
    theirs_cache, ours_cache = DynamicCache(), KeyValueCache(2, 13, spec.attention)
    table = rotary_table(13, head_dim, 1234.0, "cpu", torch.float32)
    with torch.inference_mode():
        for start, end in ((0, 12), (12, 13)):
            position = torch.arange(start, end).unsqueeze(0)
            causal = torch.full((end - start, end), -torch.inf).triu(start + 1)[None, None]
            embedded = rotary(x_BTM, position)
            theirs = layer(
                x_BTM[:, start:end],
                attention_mask=causal,
                position_ids=position,
                past_key_values=theirs_cache,
                use_cache=True,
                position_embeddings=embedded,
            )
            theirs = theirs[0] if isinstance(theirs, tuple) else theirs
            ours = block(x_BTM[:, start:end], ours_cache, start, table)
            torch.testing.assert_close(ours, theirs, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize(("ours_name", "theirs_name"), [("gelu_tanh", "gelu_new"), ("gelu", "gelu")])
def test_that_a_plain_block_agrees_with_the_gpt_2_block(
    ours_name: str, theirs_name: str, read: Callable[..., Job], spread_out: Callable[[torch.nn.Module], None]
) -> None:
    attention = {"heads": 4, "kv_heads": 4, "head_dim": 16}
    forward = {"width": 256, "activation": ours_name}
    spec = read("gpt-2", d_model=64, attention=attention, feed_forward=forward).shard
    config = GPT2Config(n_embd=64, n_head=4, n_inner=256, activation_function=theirs_name, attn_implementation="eager")
    theirs = GPT2Block(config, 0).eval()
    spread_out(theirs)
    state = theirs.state_dict()
    q, k, v = state["attn.c_attn.weight"].t().chunk(3)
    q_bias, k_bias, v_bias = state["attn.c_attn.bias"].chunk(3)
    block = DecoderBlock(spec, device="cpu", dtype=torch.float32)
    block.load_state_dict(
        {
            "attention.q.weight": q,
            "attention.k.weight": k,
            "attention.v.weight": v,
            "attention.q.bias": q_bias,
            "attention.k.bias": k_bias,
            "attention.v.bias": v_bias,
            "attention.o.weight": state["attn.c_proj.weight"].t(),
            "attention.o.bias": state["attn.c_proj.bias"],
            "feed_forward.up.weight": state["mlp.c_fc.weight"].t(),
            "feed_forward.up.bias": state["mlp.c_fc.bias"],
            "feed_forward.down.weight": state["mlp.c_proj.weight"].t(),
            "feed_forward.down.bias": state["mlp.c_proj.bias"],
            "attention_norm.weight": state["ln_1.weight"],
            "attention_norm.bias": state["ln_1.bias"],
            "feed_forward_norm.weight": state["ln_2.weight"],
            "feed_forward_norm.bias": state["ln_2.bias"],
        }
    )
    x_BTM = torch.randn(2, 9, 64, generator=torch.Generator().manual_seed(1))
    causal = torch.full((9, 9), -torch.inf).triu(1)[None, None]
    with torch.inference_mode():
        expected = theirs(x_BTM, attention_mask=causal)
        expected = expected[0] if isinstance(expected, tuple) else expected
        ours = block(x_BTM, KeyValueCache(2, 9, spec.attention), 0)
    torch.testing.assert_close(ours, expected, rtol=2e-5, atol=2e-5)


def reference(block: DecoderBlock, spec: Block, x_BTM: torch.Tensor) -> torch.Tensor:
    """The equations once more in float64, head by head, with loops instead of any library attention."""
    weights = {name: value.double() for name, value in block.state_dict().items()}
    a, eps = spec.attention, spec.norm.eps

    def norm(x: torch.Tensor, name: str) -> torch.Tensor:
        return x / (x.square().mean(-1, keepdim=True) + eps).sqrt() * weights[name]

    def turned(x_TD: torch.Tensor) -> torch.Tensor:
        half = a.head_dim // 2
        turned_TD = x_TD.clone()
        for t in range(x_TD.shape[0]):
            for i in range(half):
                angle = t * spec.rope_theta ** (-2 * i / a.head_dim)
                first, second = x_TD[t, i].item(), x_TD[t, i + half].item()
                turned_TD[t, i] = first * math.cos(angle) - second * math.sin(angle)
                turned_TD[t, i + half] = second * math.cos(angle) + first * math.sin(angle)
        return turned_TD

    outputs = []
    for x_TM in x_BTM.double():
        h = norm(x_TM, "attention_norm.weight")
        q, k, v = (h @ weights[f"attention.{name}.weight"].t() for name in "qkv")
        heads = []
        for head in range(a.heads):
            group = head // (a.heads // a.kv_heads)
            q_TD = turned(q[:, head * a.head_dim : (head + 1) * a.head_dim])
            k_TD = turned(k[:, group * a.head_dim : (group + 1) * a.head_dim])
            v_TD = v[:, group * a.head_dim : (group + 1) * a.head_dim]
            rows = []
            for t in range(x_TM.shape[0]):
                first = 0 if a.window is None else max(0, t + 1 - a.window)
                scores = (k_TD[first : t + 1] @ q_TD[t]) / math.sqrt(a.head_dim)
                rows.append(scores.softmax(0) @ v_TD[first : t + 1])
            heads.append(torch.stack(rows))
        x_TM = x_TM + torch.cat(heads, dim=1) @ weights["attention.o.weight"].t()
        h = norm(x_TM, "feed_forward_norm.weight")
        gate = h @ weights["feed_forward.gate.weight"].t()
        hidden = gate * torch.sigmoid(gate) * (h @ weights["feed_forward.up.weight"].t())
        outputs.append(x_TM + hidden @ weights["feed_forward.down.weight"].t())
    return torch.stack(outputs)


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-6), (torch.float32, 1e-4), (torch.bfloat16, 0.03)])
@pytest.mark.parametrize("window", [None, 4, 1])
def test_that_a_block_agrees_with_a_float64_reference(
    window: int | None,
    dtype: torch.dtype,
    tolerance: float,
    read: Callable[..., Job],
    spread_out: Callable[[torch.nn.Module], None],
) -> None:
    spec = read("tiny", attention={"window": window}).shard
    block = DecoderBlock(spec, device="cpu", dtype=dtype)
    spread_out(block)
    x_BTM = torch.randn(1, 11, spec.d_model, generator=torch.Generator().manual_seed(3)).to(dtype)
    expected = reference(block, spec, x_BTM)
    table = rotary_table(11, spec.attention.head_dim, spec.rope_theta, "cpu", dtype)
    with torch.inference_mode():
        whole = block(
            x_BTM,
            KeyValueCache(1, 11, spec.attention, dtype=dtype),
            0,
            table,
            attention_mask(11, 0, window, device="cpu", dtype=dtype),
        )
    error = (whole.double() - expected).norm() / expected.norm()
    assert error < tolerance


@pytest.mark.parametrize("window", [None, 3, 8, 40])
def test_that_decoding_token_by_token_gives_what_prefill_gives(
    window: int | None, read: Callable[..., Job], spread_out: Callable[[torch.nn.Module], None]
) -> None:
    spec = read("tiny", attention={"window": window}).shard
    block = DecoderBlock(spec, device="cpu", dtype=torch.float32)
    spread_out(block)
    x_BTM = torch.randn(2, 20, spec.d_model, generator=torch.Generator().manual_seed(3))
    table = rotary_table(20, spec.attention.head_dim, spec.rope_theta, "cpu", torch.float32)
    whole_cache, cache = KeyValueCache(2, 20, spec.attention), KeyValueCache(2, 20, spec.attention)
    with torch.inference_mode():
        whole = block(x_BTM, whole_cache, 0, table, attention_mask(20, 0, window, dtype=torch.float32))
        pieces = [block(x_BTM[:, t : t + 1], cache, t, table) for t in range(5)]
        chunk = attention_mask(9, 5, window, dtype=torch.float32)
        pieces.append(block(x_BTM[:, 5:14], cache, 5, table, chunk))
        pieces += [block(x_BTM[:, t : t + 1], cache, t, table) for t in range(14, 20)]
    torch.testing.assert_close(torch.cat(pieces, dim=1), whole, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(cache.keys_BgSD, whole_cache.keys_BgSD, rtol=1e-5, atol=1e-5)


def test_that_decode_writes_its_own_place_of_the_cache_and_no_other(read: Callable[..., Job]) -> None:
    job = read("tiny")
    generator = torch.Generator().manual_seed(0)
    block = DecoderBlock(job.shard, device="cpu", dtype=torch.float32)
    fill(block, generator)
    cache = KeyValueCache(2, 10, job.shard.attention, device="cpu", dtype=torch.float32)
    cache.keys_BgSD.fill_(5.0)
    cache.values_BgSD.fill_(5.0)
    inputs = Inputs(job.shard, Point("decode", 2, 1, 10), generator, device="cpu", dtype=torch.float32)
    with torch.inference_mode():
        inputs.run(block, cache)
    assert bool((cache.keys_BgSD[:, :, :9] == 5.0).all())
    assert not bool((cache.keys_BgSD[:, :, 9] == 5.0).any())


def test_that_no_parameter_is_left_at_zero(read: Callable[..., Job]) -> None:
    block = DecoderBlock(read("gpt-2").shard, device="cpu", dtype=torch.bfloat16)
    fill(block, torch.Generator().manual_seed(0))
    for name, parameter in block.named_parameters():
        centre = 1.0 if name.endswith("norm.weight") else 0.0
        assert float(parameter.detach().float().std()) == pytest.approx(0.02, rel=0.2), name
        assert float(parameter.detach().float().mean()) == pytest.approx(centre, abs=0.01), name


def test_that_a_partial_rotation_is_that_of_hugging_face() -> None:
    config = GPTNeoXConfig(hidden_size=64, num_attention_heads=2, rope_parameters={
        "rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.25})  # fmt: skip
    x_BhTD = torch.randn(2, 2, 5, 32)
    cos, sin = GPTNeoXRotaryEmbedding(config)(x_BhTD, torch.arange(5)[None])
    expected, _ = apply_rotary_pos_emb(x_BhTD, x_BhTD, cos, sin)
    turned = rotate(x_BhTD, rotary_table(5, 8, 10000.0, "cpu", torch.float32))
    assert torch.allclose(turned, expected, atol=1e-6)
    assert torch.equal(turned[..., 8:], x_BhTD[..., 8:])
