"""The command of a plan: the plan's own numbers, safe to paste, and a comment for what no flag says."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from planner.answers import request_workbook
from planner.edits import replaced
from planner.evaluations import Planner
from planner.launch import Launch, launch_of
from planner.launch.engines import PROGRAMS
from planner.plan import Evaluation

MIXED = {"batch": 8, "context": 8192, "memory_fraction": 0.85, "max_batched_tokens": 4096, "max_sequences": 64}


def plan(engine: str | None = "vllm", model: str = "llama-3-8b", gpu: str = "h100-sxm5", **settings: Any) -> Evaluation:
    chosen = {**settings, **({} if engine is None else {"engine": engine})}
    workbook = request_workbook({"model": model, "gpu": gpu, "set": chosen})
    return Planner().evaluate(workbook).scenarios["scenario"]


def flags(launch: Launch) -> dict[str, tuple[str, ...]]:
    return {argument.flag: argument.values for argument in launch.arguments}


def command(launch: Launch) -> list[str]:
    """The words of the command as a shell reads them, comments and files left out."""
    lines = launch.text().split("\n")
    start = max(at for at, line in enumerate(lines) if line.startswith("#") or line == "END") + 1
    return shlex.split("\n".join(lines[start:]).replace("\\\n", " "))


def test_that_vllm_gets_the_numbers_of_the_plan() -> None:
    launch = launch_of(plan(**MIXED, tp=2, kv_keys="fp8", kv_values="fp8"))
    said = command(launch)
    assert said[:3] == ["vllm", "serve", "meta-llama/Meta-Llama-3-8B"]
    expected = {
        "--tensor-parallel-size": ("2",), "--max-model-len": ("8192",), "--gpu-memory-utilization": ("0.85",),
        "--max-num-seqs": ("64",), "--max-num-batched-tokens": ("4096",), "--kv-cache-dtype": ("fp8",),
        "--dtype": ("bfloat16",), "--block-size": ("16",),
    }  # fmt: skip
    assert flags(launch) == expected
    assert said[3:] == [word for argument in launch.arguments for word in argument.words]


def test_that_a_figure_of_a_large_card_is_the_one_that_holds() -> None:
    large, small = launch_of(plan(context=4096)), launch_of(plan(context=4096, gpu="rtx-4090"))
    assert (flags(large)["--max-num-seqs"], flags(small)["--max-num-seqs"]) == (("1024",), ("256",))
    assert (flags(large)["--max-num-batched-tokens"], flags(small)["--max-num-batched-tokens"]) == (
        ("8192",),
        ("2048",),
    )


def test_that_sglang_counts_the_ranks_of_copied_attention_as_its_tp() -> None:
    launch = launch_of(plan("sglang", "deepseek-v3", tp=2, dp=4, ep=8, context=4096))
    assert {"--tp-size": ("8",), "--dp-size": ("4",), "--ep-size": ("8",), "--enable-dp-attention": ()}.items() <= (
        flags(launch).items()
    )
    assert flags(launch_of(plan("sglang", **MIXED)))["--mem-fraction-static"] == ("0.85",)


def test_that_tensorrt_llm_gets_a_file_for_what_has_no_flag() -> None:
    launch = launch_of(plan("tensorrt-llm", **MIXED, kv_keys="fp8", kv_values="fp8"))
    ((name, options),) = launch.files
    assert "  dtype: fp8" in options.split("\n") and "  tokens_per_block: 32" in options.split("\n")
    assert flags(launch)["--extra_llm_api_options"] == (name,)
    assert flags(launch)["--kv_cache_free_gpu_memory_fraction"] == ("0.85",)


def test_that_llama_cpp_gets_the_cells_of_all_slots() -> None:
    launch = launch_of(plan("llama-cpp", batch=4, context=4096, weights="Q4_K_M", kv_keys="q8_0", kv_values="q8_0"))
    said = flags(launch)
    assert (said["--ctx-size"], said["--parallel"], said["--cache-type-k"]) == (("16384",), ("4",), ("q8_0",))
    assert said["--ubatch-size"] == ("512",)
    assert said["--model"][0].endswith("Q4_K_M.gguf")
    assert any(said["--model"][0] in remark for remark in launch.remarks)


def test_that_ollama_is_told_by_its_environment() -> None:
    launch = launch_of(plan("ollama", batch=4, context=4096, weights="Q4_K_M"))
    text = launch.text().split("\n")
    assert "OLLAMA_CONTEXT_LENGTH=4096 \\" in text
    assert text[-1].strip() == "ollama serve"


@pytest.mark.parametrize(
    ("engine", "settings", "word"),
    [
        ("vllm", {"weights": "int4_g128"}, "checkpoint"),
        ("vllm", {"kv_keys": "q8_0", "kv_values": "q4_0"}, "no such type"),
        ("vllm", {"pools": "apart"}, "two pools"),
        ("sglang", {"tp": 2, "cp": 2}, "CP"),
        ("tensorrt-llm", {"tp": 2, "pp": 2, "stages": "10, 22"}, "Layers per stage"),
        ("llama-cpp", {"weights": "fp8"}, "no GGUF file"),
        ("llama-cpp", {"dp": 2}, "no such degree"),
        ("ollama", {"kv_keys": "q8_0", "kv_values": "q4_0"}, "f16, q8_0 and q4_0"),
        ("vllm", {"draft": "llama-3.2-1b"}, "no number of tokens"),
    ],
)
def test_that_what_has_no_flag_is_said_in_a_comment(engine: str, settings: dict[str, Any], word: str) -> None:
    launch = launch_of(plan(engine, context=4096, **settings))
    comments = [line for line in launch.text().split("\n") if line.startswith("# ")]
    assert any(word in comment for comment in comments)


def test_that_every_flag_says_what_it_means_and_where_it_is_documented() -> None:
    for engine in PROGRAMS:
        arguments = launch_of(plan(engine, context=4096, batch=2)).arguments
        assert arguments
        assert all(argument.meaning and argument.source for argument in arguments)


def test_that_a_draft_model_and_adapters_are_on_the_command_line() -> None:
    launch = launch_of(plan(context=4096, draft="llama-3.2-1b", draft_tokens=5, lora_slots=2, lora_rank=64))
    said = flags(launch)
    assert json.loads(said["--speculative-config"][0])["num_speculative_tokens"] == 5
    assert (said["--max-loras"], said["--max-lora-rank"]) == (("2",), ("64",))


HOSTILE = "m'; touch pwned; echo '$(touch pwned) `touch pwned` \"x\" #"


@pytest.mark.parametrize("engine", sorted(PROGRAMS))
def test_that_a_hostile_name_stays_one_word_or_a_comment(engine: str, tmp_path: Any) -> None:
    workbook = request_workbook({"model": "llama-3-8b", "gpu": "h100-sxm5", "set": {"engine": engine, "context": 512}})
    for path in (
        ("models", "model", "name"),
        ("scenarios", "scenario", "name"),
        ("accelerators", "accelerator", "name"),
    ):
        workbook = replaced(workbook, path, HOSTILE)
    workbook = replaced(workbook, ("models", "model", "preset"), None)
    text = launch_of(Planner().evaluate(workbook).scenarios["scenario"]).text()
    shell = shutil.which("bash") or shutil.which("sh")
    assert shell is not None
    # Programs that do not exist: only what the shell itself would do is tried.
    subprocess.run([shell, "-c", text], cwd=tmp_path, env={"PATH": str(tmp_path)}, capture_output=True, check=False)
    assert not (tmp_path / "pwned").exists()
    assert command(launch_of(Planner().evaluate(workbook).scenarios["scenario"]))


def test_that_a_plan_without_a_server_says_why() -> None:
    for evaluation, word in (
        (plan(None), "no engine"),
        (plan("pytorch"), "no server"),
        (plan(None, load="training"), "trains"),
    ):
        launch = launch_of(evaluation)
        assert launch.program == () and word in launch.text()
        assert all(line.startswith("# ") for line in launch.text().split("\n"))


def test_that_a_changed_row_is_not_passed_off_as_the_published_model() -> None:
    workbook = request_workbook({"model": "llama-3-8b", "gpu": "h100-sxm5", "set": {"engine": "vllm"}})
    workbook = replaced(workbook, ("models", "model", "d_model"), 5120)
    launch = launch_of(Planner().evaluate(workbook).scenarios["scenario"])
    assert any("d_model" in remark for remark in launch.remarks)


FLAGS = {
    row["engine"]: frozenset(row["flags"])
    for row in map(json.loads, (Path(__file__).parents[2] / "cases" / "launch_flags.jsonl").read_text().splitlines())
}
EVERYTHING: list[dict[str, Any]] = [
    {"tp": 2, "pp": 2, "cp": 2, "stages": "16, 16", "lora_slots": 2, "lora_rank": 64, "weights": "fp8"},
    {"tp": 2, "dp": 2, "ep": 4, "kv_keys": "fp8", "kv_values": "fp8", "cached_tokens": 64},
    {"draft": "llama-3.2-1b", "draft_tokens": 3, "pp": 2, "stages": "10, 22", "weights": "Q4_K_M"},
]


@pytest.mark.parametrize("engine", sorted(FLAGS))
@pytest.mark.parametrize("settings", EVERYTHING, ids=("ranks and adapters", "experts", "drafts"))
def test_that_every_flag_is_one_that_the_programs_own_source_declares(engine: str, settings: dict[str, Any]) -> None:
    launch = launch_of(plan(engine, context=4096, batch=2, **settings))
    assert {argument.flag for argument in launch.arguments if argument.flag} <= FLAGS[engine]


def test_that_newer_builds_of_llama_cpp_get_the_names_that_replaced_draft_max() -> None:
    drafting = {"context": 4096, "draft": "llama-3.2-1b", "draft_tokens": 3, "weights": "Q4_K_M"}
    newer = flags(launch_of(plan("llama-cpp-b9460", **drafting)))
    assert (newer["--spec-type"], newer["--spec-draft-n-max"]) == (("draft-simple",), ("3",))
    assert "--draft-max" not in newer
    assert flags(launch_of(plan("llama-cpp", **drafting)))["--draft-max"] == ("3",)


def test_that_flags_of_sglang_name_the_file_that_declares_them() -> None:
    launch = launch_of(plan("sglang", context=4096, tp=2, cp=2))
    places = {argument.flag: argument.source for argument in launch.arguments}
    assert places["--dcp-size"].endswith("arg_groups/fields/parallel.py")
    assert places["--page-size"].endswith("arg_groups/fields/schedule.py")
