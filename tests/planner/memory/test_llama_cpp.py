"""llama.cpp: its compute buffer, its copies, the cells of its cache."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planner.memory.engine_plans import plan, with_cells


def test_that_llama_cpp_has_one_compute_buffer() -> None:
    on = plan("llama-2-7b", engine="llama-cpp", context=4096)
    assert on.value("activations") == 4 * 512 * (3 * 11008 + 3 * 4096) + 2 * 512 * 4096  # more than V + d
    large = plan("llama-3-8b", engine="llama-cpp", context=4096)
    assert large.value("activations") == 4 * 512 * (128256 + 4096)
    off = plan("llama-2-7b", engine="ollama", context=4096)
    assert off.value("activations") == 4 * 512 * 4096 * 33 + 16 * 512 * 4096


def test_that_newer_llama_cpp_has_logits_for_one_token_of_each_slot() -> None:
    older, newer = (
        plan("gemma-3-12b", engine=name, context=8192, batch=4) for name in ("llama-cpp", "llama-cpp-b9460")
    )
    assert older.value("activations.logits") == 4 * 512 * (262208 + 3840)
    assert newer.value("activations.logits") == 4 * 4 * (262208 + 3840)


def test_that_a_quantised_cache_is_copied_in_fp16_for_flash_attention() -> None:
    settings: dict[str, Any] = {"engine": "llama-cpp-b9460", "context": 65536}
    plain = plan("llama-3-8b", **settings)
    packed = plan("llama-3-8b", **settings, kv_keys="q8_0", kv_values="q8_0")
    one_layer = 65536 * 2 * 1024 * 2
    assert packed.value("activations.attention") == plain.value("activations.attention") + one_layer
    assert packed.value("activations.rotation") == 4 * 128 * 128
    assert plain.value("activations.rotation") is None
    before = plan("llama-3-8b", engine="llama-cpp", context=65536, kv_keys="q8_0", kv_values="q8_0")
    assert before.value("activations.attention") == plain.value("activations.attention")


@pytest.mark.parametrize(("engine", "cells"), [("ollama", 1024), ("llama-cpp", 1024), ("llama-cpp-b9460", 1024)])
def test_that_cells_are_filled_up_to_256_with_flash_attention(engine: str, cells: int) -> None:
    found = with_cells(engine, 1000, flash_attention=True)
    assert found.value("kv_cache") == cells * 32 * 2 * 1024 * 2


def test_that_cells_were_filled_up_to_32_without_flash_attention() -> None:
    """ggml-org/llama.cpp#7257; the cache of a Mistral-7B under ollama was that of 32,384 cells."""
    assert with_cells("ollama", 32384, flash_attention=False).value("kv_cache") == 32384 * 32 * 2 * 1024 * 2
    assert with_cells("llama-cpp-b9460", 32384, flash_attention=False).value("kv_cache") == 32512 * 32 * 2 * 1024 * 2


def test_that_layers_spread_over_cards_have_their_inputs_in_four_copies() -> None:
    """ggml-org/llama.cpp#6122: 656.02 MiB on the second card of a Command R of 64 heads, without flash attention."""
    rows = with_cells("llama-cpp", 4096, model="command-r", pp=2, flash_attention=False)
    mask, row = 4 * 512 * 4096, 4 * 512 * 8192
    assert rows.value("activations") == mask * 65 + 4 * row + 3 * (mask + row)
    assert rows.value("activations") / 2**20 == pytest.approx(656.02, abs=0.03)
