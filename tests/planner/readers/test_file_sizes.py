"""Files that mix formats within a part: taken into a model's row, a plan counts their bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from planner.checks import check_scenario
from planner.files import loads
from planner.files import save as save_file
from planner.measurable import NotMeasurable, job_of
from planner.memory.ggml_types import TYPES
from planner.observations import fingerprint
from planner.plan import Evaluation, Kitchen
from planner.precision import PART_CELLS, decided
from planner.presets import engine_presets, model_presets
from planner.readers.file_formats import FileFormats, formats_of_checkpoint, formats_of_gguf
from planner.readers.gguf import read_gguf
from planner.readers.hf_config import read_config
from planner.readers.safetensors import read_headers
from planner.workbook import QUANTISATION, Assumptions, Inference, Model, Scenario, StoredFormats, Training, Workbook
from tests.planner.readers.made import gguf, header, llama_tensors, safetensors, u32
from tests.ui.configs import LLAMA

NUMBERS = {known.name: number for number, known in TYPES.items()}
NAMES = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "gate": "ffn_gate", "up": "ffn_up",
    "down": "ffn_down",
}  # fmt: skip
MATRICES = ["weights.group1.layer.attention", "weights.group1.layer.feed_forward"]

Kinds = Mapping[str, str]


def size_of(kind: str, shape: tuple[int, ...]) -> int:
    known = TYPES[NUMBERS[kind]]
    return prod(shape) // known.elements * known.bytes


def shapes(model: Model) -> dict[str, tuple[int, ...]]:
    """The tensors of a Llama as a GGUF file has them, the fastest dimension first."""
    group: Any = model.groups[0]
    d, wide, vocab = model.d_model, group.feed_forward.width, model.vocab_size
    heads, kv = (count * group.attention.head_dim for count in (group.attention.heads, group.attention.kv_heads))
    assert isinstance(d, int) and isinstance(vocab, int)
    layer = {"q": (d, heads), "k": (d, kv), "v": (d, kv), "o": (heads, d), "gate": (d, wide), "up": (d, wide)}
    layer["down"] = (wide, d)
    found: dict[str, tuple[int, ...]] = {"token_embd.weight": (d, vocab), "output.weight": (d, vocab)}
    for at in range(group.count):
        found |= {f"blk.{at}.{NAMES[key]}.weight": shape for key, shape in layer.items()}
        found |= {f"blk.{at}.{norm}_norm.weight": (d,) for norm in ("attn", "ffn")}
    return found | {"output_norm.weight": (d,)}


def written(path: Path, model: Model, kinds: Kinds, otherwise: str = "q4_K") -> Path:
    """A sparse GGUF file of a model; `kinds` gives the type of a tensor by the end of its name, or by all of it."""
    tensors = []
    for name, shape in shapes(model).items():
        stem = name.removesuffix(".weight")
        kind = "f32" if len(shape) == 1 else kinds.get(stem, kinds.get(stem.rpartition(".")[2], otherwise))
        tensors.append((name, shape, NUMBERS[kind], size_of(kind, shape)))
    file = path / "model.gguf"
    file.write_bytes(gguf({"general.file_type": u32(15)}, tensors, data_size=0))
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size + sum(-(-each[3] // 32) * 32 for each in tensors))
    return file


def tiny() -> Model:
    """A Llama whose rows fill blocks of 256."""
    config = {**LLAMA, "hidden_size": 512, "intermediate_size": 1024, "num_attention_heads": 8, "vocab_size": 96}
    return read_config(config).model.model_copy(update={"id": "tiny", "name": "Tiny"})


MIXED = {"blk.0.attn_v": "q6_K", "attn_v": "q5_K", "blk.1.ffn_down": "iq3_s", "attn_k": "q8_0", "output": "q6_K"}


def taken(model: Model, formats: FileFormats) -> Model:
    return model.model_copy(update={"stored_formats": formats.stored})


def plan(model: Model, engine: str | None = None, **cells: Any) -> Evaluation:
    scenario = Scenario(id="s", name="s", load=Inference(context=256, prompt=128), **cells)
    chosen = None if engine is None else engine_presets()[engine]
    return Kitchen().evaluate(model, None, scenario, Assumptions(), chosen)


@pytest.fixture
def formats(tmp_path: Path) -> FileFormats:
    return formats_of_gguf(read_gguf(written(tmp_path, tiny(), MIXED)))


def test_that_a_mixed_part_gets_the_bytes_and_elements_of_its_tensors(formats: FileFormats) -> None:
    sizes = {name: size_of("q4_K", shape) for name, shape in shapes(tiny()).items() if len(shape) == 2}
    assert set(formats.mixed) == {"attention_weights", "feed_forward_weights"}
    stored = formats.stored
    feed_forward = 3 * 2 * 512 * 1024
    down = size_of("iq3_s", (1024, 512)) - sizes["blk.1.ffn_down.weight"]
    assert stored.feed_forward_elements == feed_forward
    assert stored.feed_forward_bytes == size_of("q4_K", (feed_forward,)) + down
    assert stored.attention_elements == 2 * (2 * 512 * 512 + 2 * 128 * 512)
    assert (stored.weights, stored.head_weights, stored.other_weights) == ("q4_K", "q6_K", "fp32")
    assert (stored.attention_weights, stored.head_bytes, stored.expert_bytes) == (None, None, None)
    assert [finding.remedy for finding in formats.findings[:2]] == [
        "Taken with the formats, its exact size counts in plans."
    ] * 2


def test_that_the_weights_of_a_plan_are_the_bytes_of_the_files_tensors(tmp_path: Path, formats: FileFormats) -> None:
    file = read_gguf(tmp_path / "model.gguf")
    whole = sum(tensor.bytes or 0 for tensor in file.tensors)
    weights = plan(taken(tiny(), formats)).value("weights")
    assert 0 <= weights - whole < 2 * 7, "each line rounds up by less than a byte"
    hosted = size_of("q4_K", (512 * 96,))
    on_card = plan(taken(tiny(), formats), "llama-cpp").value("weights")
    assert on_card == weights - hosted
    assert abs(plan(tiny()).value("weights") - whole) > whole / 2, "without the formats it is bf16"


def test_that_two_ranks_hold_half_each(formats: FileFormats) -> None:
    one, two = plan(taken(tiny(), formats)), plan(taken(tiny(), formats), tp=2)
    for line in MATRICES:
        assert 0 <= 2 * two.value(line) - one.value(line) <= 2 * 4


def test_that_a_line_leads_to_the_two_cells_of_the_model(formats: FileFormats) -> None:
    found = plan(taken(tiny(), formats))
    line = found.line("weights.group1.layer.attention.q")
    stored = formats.stored
    size, elements = stored.attention_bytes, stored.attention_elements
    assert isinstance(size, int) and isinstance(elements, int)
    assert line.value == -(-512 * 512 * size // elements)
    assert f"{size:,}" in line.substitution and f"{elements:,}" in line.substitution
    slots = [line.sources[name].slot for name in ("file_bytes", "file_elements")]
    cells = ["attention_bytes", "attention_elements"]
    assert [found.path(slot) for slot in slots] == [("models", "tiny", "stored_formats", cell) for cell in cells]
    assert [found.title(slot) for slot in slots] == ["Stored attention, bytes", "Stored attention, elements"]


def test_that_a_scenario_that_states_weights_leaves_the_size_aside(formats: FileFormats) -> None:
    model = taken(tiny(), formats)
    assert plan(model, weights="fp8").value("weights") == plan(tiny(), weights="fp8").value("weights")
    assert plan(model, weights="Q4_K_M").value("weights") == plan(tiny(), weights="Q4_K_M").value("weights")
    mixed, stated = plan(model), plan(model, attention_weights="fp16")
    assert stated.value(MATRICES[0]) == 2 * (2 * 512 * 512 + 2 * 128 * 512)
    assert stated.value(MATRICES[1]) == mixed.value(MATRICES[1])


@pytest.mark.parametrize(("recipe", "as_file"), [("lora_adamw", True), ("qlora_adamw", False)])
def test_that_adapters_stand_on_the_base_as_the_files_have_it(formats: FileFormats, recipe: str, as_file: bool) -> None:
    scenario = Scenario(id="s", name="s", load=Training(recipe=recipe))
    found = Kitchen().evaluate(taken(tiny(), formats), None, scenario, Assumptions())
    assert (found.value("weights") == plan(taken(tiny(), formats)).value("weights")) is as_file


def test_that_a_format_of_the_model_goes_before_its_size(formats: FileFormats) -> None:
    stored = formats.stored.model_copy(update={"attention_weights": "q8_0"})
    found = plan(tiny().model_copy(update={"stored_formats": stored}))
    assert found.value(MATRICES[0]) == size_of("q8_0", (2 * 512 * 512 + 2 * 128 * 512,))


def test_that_half_a_size_blocks_the_weights_and_names_the_blank_cell(formats: FileFormats) -> None:
    stored = formats.stored.model_copy(update={"attention_elements": None})
    found = plan(tiny().model_copy(update={"stored_formats": stored}))
    assert found.value("weights") is None
    assert found.blocked("weights") == ("format.attention_weights.file_elements",)


def test_that_another_size_makes_an_observation_stale(formats: FileFormats) -> None:
    model, scenario = taken(tiny(), formats), Scenario(id="s", name="s")
    other = formats.stored.model_copy(update={"attention_bytes": 1 + formats.stored.attention_bytes})  # type: ignore[operator]
    assert fingerprint(model, scenario) != fingerprint(taken(tiny(), replace(formats, stored=other)), scenario)


def test_that_a_mixed_part_is_not_measured(formats: FileFormats) -> None:
    with pytest.raises(NotMeasurable, match="mixes formats inside a part"):
        job_of(plan(taken(tiny(), formats)))


def test_that_the_bits_of_a_size_tell_whether_weights_are_quantised() -> None:
    """A config that states a quantisation warns of a plan in 16 bits, and not of one by a size."""
    stored = StoredFormats(weights="bf16", attention_bytes=5, attention_elements=8)
    model = tiny().model_copy(update={"sources": {QUANTISATION: "The config says 4 bits."}})
    sized = model.model_copy(update={"stored_formats": stored})
    codes = [
        {finding.code for finding in check_scenario(plan(each))} & {"config_is_quantised"} for each in (model, sized)
    ]
    assert codes == [{"config_is_quantised"}, set()]
    assert decided(Scenario(id="s", name="s"), stored)["attention_weights"].bits == 5


def test_that_other_weights_of_several_formats_leave_tables_as_they_were(tmp_path: Path) -> None:
    stored = StoredFormats(weights="q4_K", other_bytes=30, other_elements=10)
    found = decided(Scenario(id="s", name="s"), stored)
    assert found["other_weights"].size == (30, 10)
    assert (found["head_weights"].format, found["head_weights"].size) == ("fp16", None)
    norm = plan(tiny().model_copy(update={"stored_formats": stored})).value("weights.final_norm")
    assert norm == 3 * 512


def test_that_a_size_survives_a_file(tmp_path: Path, formats: FileFormats) -> None:
    model = taken(tiny(), formats)
    save_file(tmp_path / "a.fitsheet", Workbook(models=(model,)))
    (back,) = loads((tmp_path / "a.fitsheet").read_bytes()).workbook.models
    assert back.stored_formats == formats.stored
    assert plan(back).value("weights") == plan(model).value("weights")


def test_that_a_part_with_a_tensor_of_unknown_size_gets_none(tmp_path: Path) -> None:
    tensors = [
        ("blk.0.attn_q.weight", (256, 4), NUMBERS["q4_K"], 576),
        ("blk.0.attn_k.weight", (256, 4), 999, 64),
        ("blk.0.ffn_up.weight", (256, 4), NUMBERS["q4_K"], 576),
    ]
    (tmp_path / "a.gguf").write_bytes(gguf({}, tensors))
    found = formats_of_gguf(read_gguf(tmp_path / "a.gguf"))
    assert set(found.mixed) == {"attention_weights"}
    assert (found.stored.attention_bytes, found.stored.attention_elements) == (None, None)
    assert found.findings[0].remedy.startswith("Plan with a stated mix")


def test_that_safetensors_of_several_types_count_their_bytes(tmp_path: Path) -> None:
    tensors = llama_tensors()
    for name, (_, shape) in tensors.items():
        if name.endswith(("q_proj.weight", "down_proj.weight")) or "layers.0.self_attn.o_proj" in name:
            tensors[name] = ("F8_E4M3", shape)
        elif name.endswith("input_layernorm.weight"):
            tensors[name] = ("F32", shape)
    content = header(tensors)
    (tmp_path / "model.safetensors").write_bytes(safetensors(content))
    found = formats_of_checkpoint(read_headers(tmp_path))
    assert set(found.mixed) == {"attention_weights", "feed_forward_weights", "other_weights"}
    model = read_config(LLAMA).model.model_copy(update={"stored_formats": found.stored})
    whole = max(entry["data_offsets"][1] for entry in content.values())
    assert 0 <= plan(model).value("weights") - whole <= 2 * 9 + 1


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "at least 1"), (-1, "at least 1"), (1.5, "not whole"), ("12", "begins with ="), (True, "whole number")],
)
def test_that_a_size_that_is_none_is_refused_in_words(value: object, words: str) -> None:
    for name in ("attention_bytes", "other_elements"):
        with pytest.raises(ValidationError, match=words):
            StoredFormats.model_validate({name: value})


def test_that_a_real_file_of_a_mix_by_hand_counts_what_llama_cpp_printed(tmp_path: Path) -> None:
    """Meta_Llama_3.1_8b_it-f16-iMat-Q5_K_S_q4_v6.gguf: 32 tensors of q4_K, 161 of q5_K, 33 of q6_K, 66 of f32.

    Printed for it (ikawrakow/ik_llama.cpp@8337e4cd issues/103): CUDA0 buffer 4941.00 MiB, CUDA_Host buffer 344.44 MiB.
    The numbers of tensors and its name leave queries in q4_K, values and the head in q6_K.
    """
    model = model_presets()["llama-3.1-8b"]
    file = read_gguf(written(tmp_path, model, {"attn_q": "q4_K", "attn_v": "q6_K", "output": "q6_K"}, "q5_K"))
    types = [tensor.type_name for tensor in file.tensors]
    assert [types.count(name) for name in ("q4_K", "q5_K", "q6_K", "f32")] == [32, 161, 33, 65]  # and rope_freqs
    found = formats_of_gguf(file)
    assert [cell for cell in PART_CELLS if found.stored.size(cell)] == ["attention_weights"]
    on_card = plan(taken(model, found), "llama-cpp")
    assert round(on_card.value("weights") / 2**20, 2) == pytest.approx(4941.00, abs=0.011)
    assert round(on_card.value("weights.embedding") / 2**20, 2) == 344.44
    stated = plan(model, "llama-cpp", weights="Q5_K_S").value("weights")
    assert abs(stated / 2**20 - 4941) > 10, "the stated mix of that name is another"
