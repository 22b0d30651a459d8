"""Which program an engine's row is, and its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.launch.command import Launch
from planner.launch.llama_cpp import ik_llama_cpp, llama_cpp, ollama
from planner.launch.sglang import sglang
from planner.launch.tensorrt_llm import tensorrt_llm
from planner.launch.vllm import vllm
from planner.plan import Evaluation
from planner.workbook import Engine, Training

PROGRAMS: Mapping[str, Callable[[Evaluation], Launch]] = {
    "vllm": vllm,
    "vllm-0.17": vllm,
    "vllm-0.21": vllm,
    "sglang": sglang,
    "tensorrt-llm": tensorrt_llm,
    "tensorrt-llm-1.0": tensorrt_llm,
    "llama-cpp": llama_cpp,
    "llama-cpp-b9460": llama_cpp,
    "ik-llama-cpp": ik_llama_cpp,
    "ollama": ollama,
}
"""By the preset that a row was copied from."""
FAMILIES: tuple[tuple[str, Callable[[Evaluation], Launch]], ...] = (
    ("vllm", vllm),
    ("sglang", sglang),
    ("tensorrt", tensorrt_llm),
    ("ik_llama", ik_llama_cpp),
    ("ollama", ollama),
    ("llama.cpp", llama_cpp),
    ("llama-cpp", llama_cpp),
)
"""By what the name of a row that was copied from no preset has in it."""


def launch_of(plan: Evaluation) -> Launch:
    """The command of a plan; one that is only remarks where there is none, with the reason."""
    if isinstance(plan.scenario.load, Training):
        return Launch((), (), (f"{plan.scenario.name} trains: a launch line is of a server.",))
    if plan.engine is None:
        missing = "no engine" if plan.scenario.engine is None else "an engine whose row is gone"
        return Launch((), (), (f"{plan.scenario.name} has {missing}: choose one to get the command of its server.",))
    program = program_of(plan.engine)
    if program is None:
        return Launch((), (), (f"There is no launch line for {plan.engine.name}: it is no server with a command line "
                               "that the planner knows.",))  # fmt: skip
    return program(plan)


def program_of(engine: Engine) -> Callable[[Evaluation], Launch] | None:
    """What makes the command of an engine's row."""
    if engine.preset is not None:
        return PROGRAMS.get(engine.preset)
    name = engine.name.casefold()
    return next((program for word, program in FAMILIES if word in name), None)
