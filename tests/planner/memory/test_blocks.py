"""torch's allocator on small models: what printed runs show of it, and rules that hold for any tensors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.answers import request_workbook
from planner.evaluations import Planner
from planner.memory.blocks import KEPT, LARGE, MIB, SMALL, Allocator, beyond, taken
from planner.readers.hf.rotation import rotary_positions

sizes = st.lists(st.integers(1, 40 * MIB), min_size=1, max_size=40)


def weights(model: str, engine: str = "vllm", **settings: object) -> dict[str, int]:
    workbook = request_workbook({"model": model, "gpu": "h100-sxm5", "set": {"engine": engine, **settings}})
    found = Planner().evaluate(workbook).scenarios["scenario"]
    return {line.key: line.value for line in found.lines() if line.key.startswith("weights")}


def test_that_blocks_of_opt_125m_are_those_that_vllm_prints() -> None:
    """vllm-project/vllm#3120: 0.2389 GiB."""
    assert round(weights("opt-125m", weights="fp16")["weights"] / 2**30, 4) == 0.2389


def test_that_no_block_is_left_where_every_tensor_is_large_and_whole() -> None:
    assert weights("llama-3.1-8b")["weights.rounding.blocks"] == 0


def test_that_small_tensors_in_few_bits_are_not_guessed_at() -> None:
    assert weights("opt-125m", weights="int4_g128")["weights.rounding.blocks"] == 0


@given(sizes)
def test_that_blocks_hold_their_tensors_and_segments_their_blocks(those: list[int]) -> None:
    allocated, reserved = taken(tuple((size, KEPT) for size in those))
    assert sum(those) <= allocated <= reserved
    small, middle = sum(size <= SMALL for size in those), sum(SMALL < size < LARGE for size in those)
    assert (
        beyond(((size, KEPT) for size in those), reserved=False)
        <= 512 * small + MIB * (len(those) - small) + middle * 512
    )


@given(sizes)
def test_that_a_device_is_empty_when_everything_is_freed(those: list[int]) -> None:
    allocator = Allocator()
    blocks = [allocator.take(size) for size in those]
    for block in blocks[::2] + blocks[1::2]:
        allocator.give(block)
    assert (allocator.allocated, allocator.reserved) == (0, 0)
    whole = sum(size for each in allocator.ready.values() for size, *_ in each)
    assert whole == sum(allocator.sizes)
    assert sum(len(each) for each in allocator.ready.values()) == len(allocator.sizes)


@pytest.mark.parametrize(
    ("config", "longest", "positions"),
    [
        ({"text_config": {"rope_scaling": {"rope_type": "linear", "factor": 8.0}}}, 131072, 1048576),
        ({"rope_parameters": {"full_attention": {"rope_type": "linear", "factor": 8.0}}}, 131072, 1048576),
        ({"rope_parameters": {"rope_type": "default", "mrope_section": [11, 11, 10]}}, 262144, 1048576),
        ({"rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}, 32768, 131072),
        ({"rope_scaling": {"type": "longrope"}, "original_max_position_embeddings": 4096}, 131072, 135168),
        ({"rope_scaling": {"rope_type": "llama3", "factor": 8.0}}, 131072, None),
        ({"rope_scaling": {"rope_type": "linear", "factor": "eight"}}, 4096, None),
        ({}, None, None),
    ],
)
def test_that_a_table_has_the_positions_of_its_scaling(
    config: dict[str, object], longest: int | None, positions: int | None
) -> None:
    assert rotary_positions(config, longest) == positions


def test_that_windows_with_a_rotation_of_their_own_are_not_stretched() -> None:
    table = weights("gemma-3-27b")["weights.rope_tables"]
    assert table == (131072 + 8 * 131072) * 128 * 2
    assert weights("olmo-3-7b")["weights.rope_tables"] == 2 * 65536 * 128 * 2


def test_that_a_head_that_is_rotated_in_part_has_a_table_of_that_part() -> None:
    assert weights("qwen3.5-27b")["weights.rope_tables"] == 4 * 262144 * 64 * 2


def test_that_a_tensor_leaves_after_so_many_others_are_made() -> None:
    kept = (12 * MIB, KEPT)
    one, two = taken(((15 * MIB, 1), kept, kept)), taken(((15 * MIB, 2), kept, kept))
    assert one == (24 * MIB, (16 + 12) * MIB)  # the second finds the place of the first again
    assert two == (24 * MIB, (12 + 12) * MIB)  # which is then empty, and given back
