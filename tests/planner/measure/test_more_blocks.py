"""Latent attention, mixtures, QK-norm, windows, norms of every placement, and quantised weights, against
transformers' layers with the same weights, against themselves piece by piece, and against float64.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

from planner.measure.attention_kernels import check_formats, choose_experts
from planner.measure.blocks.decoder import DecoderBlock, Inputs, build_cache, fill
from planner.measure.blocks.linear import Fp8Linear, Int4Linear
from planner.measure.blocks.mixture import MixtureLayer, sorted_routing
from planner.measure.counts import parameters, weight_bytes
from planner.measure.job import read_job
from planner.measure.protocol import Refusal
from planner.measure.spec import Block, Point
from tests.planner.measure.transformers_layers import CASES, GROUPED, LATENT, MIXTURE, D

Jobs = Callable[..., dict[str, Any]]
Blocks = Callable[..., dict[str, Any]]


@pytest.fixture
def spec_of(block_json: Blocks, job_json: Jobs) -> Callable[..., Block]:
    def give(**changes: Any) -> Block:
        block = {**block_json("tiny"), "rope_theta": 1234.0, **changes}
        block["norm"] = {"eps": 1e-5 if block["norm"]["kind"] == "layer_norm" else 1e-6, **changes.get("norm", {})}
        block["norm"].setdefault("kind", "rms_norm")
        return read_job(job_json(block=block)).shard

    return give


def spread_out(module: nn.Module) -> None:
    """Values large enough that attention is far from uniform and an error cannot hide."""
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            centre = 1.0 if "norm" in name else 0.0
            parameter.normal_(centre, 0.2, generator=generator)


def theirs_of(name: str, layer: nn.Module, spec: Block, x_BTM: torch.Tensor) -> torch.Tensor:
    """What the layer of transformers gives for whole sequences, in the dtype of its weights."""
    config, _, rotary_class, _, _ = CASES[name]
    whole = x_BTM.shape[1]
    positions = torch.arange(whole).unsqueeze(0)
    query, key = positions.view(-1, 1), positions.view(1, -1)
    hidden = key > query
    if spec.attention.window is not None:
        hidden |= query - key >= spec.attention.window
    mask = torch.zeros(whole, whole, dtype=x_BTM.dtype).masked_fill(hidden, float("-inf"))[None, None]
    result = layer(x_BTM, attention_mask=mask, position_ids=positions,
                   position_embeddings=rotary_class(config)(x_BTM, positions))  # fmt: skip
    result = result[0] if isinstance(result, tuple) else result
    assert isinstance(result, torch.Tensor)
    return result


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    ("theirs_dtype", "dtype", "tolerance"),
    [
        (torch.float32, torch.float32, 1e-4),
        # An independent reference in float64; the tables of both turn in float32, which is the distance that is left.
        (torch.float64, torch.float32, 2e-5),
        (torch.float64, torch.float64, 1e-5),
    ],
    ids=("float32", "float32 against float64", "float64"),
)
def test_that_prefill_and_decode_agree_with_the_layer_of_transformers(
    name: str, theirs_dtype: torch.dtype, dtype: torch.dtype, tolerance: float, spec_of: Callable[..., Block]
) -> None:
    config, layer_class, _, changes, state_of = CASES[name]
    config._attn_implementation = "eager"
    spec = spec_of(**changes)
    layer = layer_class(config, 0).eval()
    spread_out(layer)
    block = DecoderBlock(spec, device="cpu", dtype=dtype)
    block.load_state_dict(state_of(layer))
    x_BTM = torch.randn(2, 13, D, generator=torch.Generator().manual_seed(1))
    generator = torch.Generator().manual_seed(0)
    place: dict[str, Any] = {"device": "cpu", "dtype": dtype}
    cache = build_cache(spec, Point("prefill", 2, 13, 13), **place)
    with torch.inference_mode():
        theirs = theirs_of(name, layer.to(theirs_dtype), spec, x_BTM.to(theirs_dtype))
        for point in (Point("prefill", 2, 12, 12), Point("decode", 2, 1, 13)):
            inputs = Inputs(spec, point, generator, **place)
            inputs.x_BTM = x_BTM[:, inputs.start : point.context].to(dtype)
            inputs.routing = None  # the router decides, as it does there
            ours = inputs.run(block, cache).double()
            expected = theirs[:, inputs.start : point.context].double()
            assert float((ours - expected).norm() / expected.norm()) < tolerance
            torch.testing.assert_close(ours, expected, rtol=1e-4, atol=1e-4)


SHAPES: dict[str, dict[str, Any]] = {
    "window and QK-norm": {"attention": {**GROUPED, "window": 6, "query_key_norm": "shared"}},
    "QK-norm over all heads": {"attention": {**GROUPED, "query_key_norm": "each"}},
    "latent": {"attention": LATENT},
    "latent without query rank": {"attention": {**LATENT, "query_rank": None, "down_bias": True, "output_bias": True}},
    "mixture": {"feed_forward": MIXTURE},
    "plain mixture with shared": {
        "feed_forward": {**MIXTURE, "form": "plain", "shared_width": 32, "router_bias": True, "normed": False}
    },
    "latent mixture": {"attention": LATENT, "feed_forward": {**MIXTURE, "shared_width": 48, "shared_gate": True}},
    "norms before and after": {"norm_placement": "both"},
    "parallel": {"norm_placement": "parallel", "norm": {"kind": "layer_norm", "bias": True}},
    "one shared norm": {"norm_placement": "shared", "norm": {"kind": "layer_norm"}},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("tp", [1, 2])
def test_that_counted_parameters_equal_the_module(shape: str, tp: int, block_json: Blocks, job_json: Jobs) -> None:
    block = {**block_json("tiny"), **SHAPES[shape]}
    spec = read_job(job_json(block=block, tensor_parallel=tp)).shard
    meta = DecoderBlock(spec, device="meta", dtype=torch.bfloat16)
    assert sum(parameter.numel() for parameter in meta.parameters()) == parameters(spec)
    assert weight_bytes(spec, 2) == 2 * parameters(spec)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.bfloat16, 0.05), (torch.float16, 0.01)])
def test_that_every_kind_agrees_with_itself_in_float64(
    shape: str, dtype: torch.dtype, tolerance: float, spec_of: Callable[..., Block]
) -> None:
    """Prefill in a dtype against float64, token by token: another path through the cache, the mask and the experts."""
    spec = spec_of(**SHAPES[shape])
    block = DecoderBlock(spec, device="cpu", dtype=torch.float64)
    spread_out(block)
    block.to(dtype).to(torch.float64)  # the values that the dtype has
    low = copy.deepcopy(block).to(dtype)
    point = Point("prefill", 1, 11, 11)
    place: dict[str, Any] = {"device": "cpu", "dtype": dtype}
    inputs = Inputs(spec, point, torch.Generator().manual_seed(3), **place)
    inputs.x_BTM = torch.randn(1, 11, D, generator=torch.Generator().manual_seed(3)).to(dtype)
    exact = Inputs(spec, point, torch.Generator().manual_seed(3), device="cpu", dtype=torch.float64)
    exact.x_BTM = inputs.x_BTM.double()
    cache = build_cache(spec, point, device="cpu", dtype=torch.float64)
    pieces = []
    with torch.inference_mode():
        ours = inputs.run(low, build_cache(spec, point, **place))
        for at in range(11):
            step = Inputs(spec, Point("decode", 1, 1, at + 1), torch.Generator(), device="cpu", dtype=torch.float64)
            step.x_BTM = exact.x_BTM[:, at : at + 1]
            if inputs.routing is not None:  # a router's choice may turn with the last bit, so it is the same for both
                chosen = inputs.routing.chosen_Nk[at : at + 1]
                step.routing = sorted_routing(chosen, 8)
            pieces.append(step.run(block, cache))
    expected = torch.cat(pieces, dim=1)
    assert float((ours.double() - expected).norm() / expected.norm()) < tolerance


@pytest.mark.parametrize("form", ["int4_g128", "int4_g64"])
def test_that_int4_products_are_those_of_the_nearest_levels(form: str) -> None:
    group = int(form[6:])
    linear = Int4Linear(256, 64, True, group, "cpu", torch.bfloat16)
    generator = torch.Generator().manual_seed(0)
    weight = torch.empty(64, 256).normal_(0, 0.02, generator=generator)
    with torch.no_grad():
        linear.quantise(weight)
        linear.bias.normal_(0, 0.02, generator=generator)
        x = torch.randn(5, 256, generator=generator).bfloat16()
        eye = torch.eye(256).bfloat16()
        levels = (linear(eye) - linear.bias).double().t()  # the values that the kernel multiplies with
        expected = x.double() @ levels.t() + linear.bias.double()
        ours = linear(x).double()
    spread = weight.view(64, -1, group)
    step = (spread.amax(-1) - spread.amin(-1)).max() / 15
    assert float((levels - weight).abs().max()) < 0.6 * float(step) + 2e-3
    assert float((ours - expected).norm() / expected.norm()) < 0.02


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_that_fp8_products_are_those_of_the_rounded_values(dtype: torch.dtype) -> None:
    linear = Fp8Linear(256, 64, True, "cpu", dtype)
    generator = torch.Generator().manual_seed(0)
    weight = torch.empty(64, 256).normal_(0, 0.02, generator=generator)
    with torch.no_grad():
        linear.quantise(weight)
        linear.bias.normal_(0, 0.02, generator=generator)
        x = torch.randn(16, 256, generator=generator).to(dtype)
        ours = linear(x).double()
    values = linear.dequantised()
    assert float((values - weight).abs().max()) <= float(weight.abs().max()) / 16
    expected = x.double() @ values.t() + linear.bias.detach().double()
    assert float((ours - expected).norm() / expected.norm()) < 0.04


@pytest.mark.parametrize(("inputs", "tiles"), [(256, 8), (192, 4)])
def test_that_int4_is_packed_for_a_card_in_tiles_that_divide_its_inputs(
    inputs: int, tiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked of torch's packing for CUDA; its kernel runs on a card only."""
    linear = Int4Linear(inputs, 64, False, 64, "cpu", torch.bfloat16)
    linear.on_cpu = False
    asked: list[tuple[torch.Tensor, int]] = []
    monkeypatch.setattr(torch, "_convert_weight_to_int4pack", lambda pairs, inner: asked.append((pairs, inner)))
    linear._packed(torch.arange(64 * inputs, dtype=torch.int32).view(64, inputs) % 16)
    ((pairs, inner),) = asked
    assert (inner, pairs.dtype, tuple(pairs.shape)) == (tiles, torch.uint8, (64, inputs // 2))
    assert pairs[0, :2].tolist() == [0x01, 0x23]  # the even input in the high half


@pytest.mark.parametrize("parts", [("attention",), ("feed_forward",), ("attention", "feed_forward")])
def test_that_an_int4_block_runs_and_holds_the_bytes_that_are_counted(
    parts: tuple[str, ...], block_json: Blocks, job_json: Jobs
) -> None:
    block = block_json("tiny", d_model=128, attention={"head_dim": 32}, feed_forward={"width": 256})
    block["formats"] = dict.fromkeys(parts, "int4_g128")
    job = read_job(job_json(block=block, dtype="bfloat16"))
    module = DecoderBlock(job.shard, device="cpu", dtype=torch.bfloat16)
    fill(module, torch.Generator().manual_seed(0))
    held = sum(each.numel() * each.element_size() for each in (*module.parameters(), *module.buffers()))
    assert held == weight_bytes(job.shard, 2)
    place: dict[str, Any] = {"device": "cpu", "dtype": torch.bfloat16}
    with torch.inference_mode():
        for point in job.points:
            inputs = Inputs(job.shard, point, torch.Generator().manual_seed(0), **place)
            cache = build_cache(job.shard, point, **place)
            for tensor in cache.tensors:
                tensor.zero_()
            assert bool(inputs.run(module, cache).isfinite().all())
    check_formats(job.shard, "cpu", torch.bfloat16)


@pytest.mark.parametrize(("form", "dtype", "said"), [("fp8", "bfloat16", "fp8 units"), ("int4_g64", "float32", "bf")])
def test_that_a_format_the_device_does_not_really_run_is_refused_with_the_reason(
    form: str, dtype: str, said: str, block_json: Blocks, job_json: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.measure.attention_kernels.cpu_flags", lambda: ["amx_bf16"])
    spec = read_job(job_json(block={**block_json("tiny"), "formats": {"feed_forward": form}}, dtype=dtype)).shard
    with pytest.raises(Refusal, match=said) as caught:
        check_formats(spec, "cpu", getattr(torch, dtype))
    assert (caught.value.code, caught.value.details["format"]) == ("unsupported", form)


def test_that_groups_that_do_not_divide_a_matrix_are_refused_by_name(block_json: Blocks, job_json: Jobs) -> None:
    block = {**block_json("tiny", d_model=96), "formats": {"attention": "int4_g64"}}
    with pytest.raises(Refusal, match=r"block.formats.attention .*96 inputs"):
        read_job(job_json(block=block, dtype="bfloat16"))


def test_that_spread_routing_hits_most_experts_and_random_routing_about_as_many_as_counted(
    spec_of: Callable[..., Block],
) -> None:
    spec = spec_of(feed_forward={**MIXTURE, "experts": 64})
    place: dict[str, Any] = {"device": "cpu", "dtype": torch.float32}
    generator = torch.Generator().manual_seed(0)
    spread = Inputs(spec, Point("decode", 16, 1, 4, routing="spread"), generator, **place).routing
    random = [Inputs(spec, Point("decode", 16, 1, 4), generator, **place).routing for _ in range(50)]
    assert spread is not None and spread.hit == 32 and max(spread.counts) == 1
    mean = sum(each.hit for each in random if each is not None) / 50
    assert mean == pytest.approx(64 * (1 - (1 - 2 / 64) ** 16), rel=0.03)


def test_that_nothing_of_a_routing_is_worked_out_in_a_pass(
    spec_of: Callable[..., Block], monkeypatch: pytest.MonkeyPatch
) -> None:
    """bincount asks a card and waits for its answer, which no CUDA graph can hold; a loop stands in for the kernel."""
    spec = spec_of(feed_forward=MIXTURE)
    block = DecoderBlock(spec, device="cpu", dtype=torch.float32)
    spread_out(block)
    point = Point("prefill", 2, 11, 11)
    place: dict[str, Any] = {"device": "cpu", "dtype": torch.float32}
    inputs = Inputs(spec, point, torch.Generator().manual_seed(3), **place)

    def multiply(rows: torch.Tensor, weights: torch.Tensor, offs: torch.Tensor) -> torch.Tensor:
        ends = offs.tolist()
        parts = zip([0, *ends[:-1]], ends, weights, strict=True)
        return torch.cat([rows[first:last] @ weight for first, last, weight in parts])

    with torch.inference_mode():
        expected = inputs.run(block, build_cache(spec, point, **place))
        monkeypatch.setattr(torch, "bincount", None)
        monkeypatch.setattr("torch.nn.functional.grouped_mm", multiply, raising=False)
        assert isinstance(block.feed_forward, MixtureLayer)
        block.feed_forward.grouped = True
        ours = inputs.run(block, build_cache(spec, point, **place))
    torch.testing.assert_close(ours, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("capability", "how"), [((8, 9), "one by one"), ((9, 0), "grouped"), ((12, 0), "grouped")])
def test_that_experts_are_grouped_only_where_the_kernel_does_not_wait_for_the_card(
    capability: tuple[int, int], how: str, spec_of: Callable[..., Block], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that is none: which way is chosen, and nothing of what the kernel does."""
    asked: list[str] = []
    monkeypatch.setattr("torch.cuda.get_device_capability", lambda _: capability)
    monkeypatch.setattr("torch.nn.functional.grouped_mm", lambda *_, offs: asked.append(str(offs.dtype)), raising=False)
    for name in ("ones", "tensor"):
        made = getattr(torch, name)
        monkeypatch.setattr(torch, name, lambda *a, device, made=made, **rest: made(*a, **rest))
    spec = spec_of(feed_forward=MIXTURE)
    assert choose_experts(spec, "cuda:0", torch.bfloat16) == how
    assert asked == (["torch.int32"] if how == "grouped" else [])
