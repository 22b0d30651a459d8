"""The modules of the planner stand in an order: each can be read, and tried, without those that are built on it."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_that_no_modules_of_the_planner_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("planner", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300 and imports["planner.plan"] >= {"planner.verdict", "planner.ranks"}
    TopologicalSorter(imports).prepare()
