"""Memory per GPU: the KV cache, activations, overheads, and what is needed against what is usable."""

from __future__ import annotations

from planner.ledger import Builder
from planner.memory.formats import FORMATS
from planner.parts.base import Cached, Part
from planner.scope import GroupScope, Scopes
from planner.tally import PARTS, weight_lines
from planner.words import QT_TRANSLATE_NOOP

OVERHEADS = (
    ("device_context", QT_TRANSLATE_NOOP("ledger", "Device context")),
    ("runtime", QT_TRANSLATE_NOOP("ledger", "Runtime outside the allocator")),
    ("graphs", QT_TRANSLATE_NOOP("ledger", "CUDA graphs")),
    ("communicator", QT_TRANSLATE_NOOP("ledger", "Communicator")),
)
BAND = (
    "Observed on serving engines: device context 0.30-0.55 GiB, other 0.02-0.14, graphs 0.2-1.2, communicator 0.2-0.7"
)

BASES = {
    "usable": (
        QT_TRANSLATE_NOOP("ledger", "Usable memory"),
        "usable_memory - reserved_memory",
        "What software can allocate on the device, less than its label, without what is kept for others",
    ),
    "free": (
        QT_TRANSLATE_NOOP("ledger", "Free memory when it was read"),
        "free_memory",
        "What no process held on the device; a display and other processes are taken off already",
    ),
}


def memory_lines(builder: Builder, scopes: Scopes) -> None:
    """What one GPU must hold, and the verdict's numbers."""
    names = {key: key for key in ("needed", "overhead", "overhead_low", "overhead_high", "usable")}
    scope = {**scopes.shared, **names}
    builder.section(
        "needed",
        None,
        "memory",
        QT_TRANSLATE_NOOP("ledger", "Needed per GPU"),
        "byte",
        "Weights, KV cache, activations and overheads that exist at the same time",
    )
    weight_lines(builder, scopes)
    _cache(builder, scopes)
    _activations(builder, scopes)
    _overhead(builder, scopes)
    label, text, what = BASES[scopes.choices.memory_basis]
    builder.add(
        "usable",
        None,
        "memory",
        label,
        "byte",
        text,
        scope,
        what,
    )
    builder.add(
        "free",
        None,
        "memory",
        QT_TRANSLATE_NOOP("ledger", "Free"),
        "byte",
        "usable - needed",
        scope,
        "Negative when the plan does not fit",
    )
    for end, label in (
        ("low", QT_TRANSLATE_NOOP("ledger", "Needed, low end of the band")),
        ("high", QT_TRANSLATE_NOOP("ledger", "Needed, high end of the band")),
    ):
        builder.add(f"needed_{end}", None, "memory", label, "byte", f"needed - overhead + overhead_{end}", scope, BAND)
        kinds = [key for key, _ in _overheads(scopes)]
        builder.add(
            f"overhead_{end}",
            f"needed_{end}",
            "overhead",
            QT_TRANSLATE_NOOP("ledger", "Overheads"),
            "byte",
            " + ".join(f"{key}_{end}" for key in kinds),
            scope,
            BAND,
        )
    builder.add(
        "tight_below",
        None,
        "memory",
        QT_TRANSLATE_NOOP("ledger", "Tight below this much free"),
        "byte",
        "usable * tight_share",
        scope,
        "A share of the card kept for what a plan cannot know",
    )


def cached_key(attention: Part, part: str, cached: Cached) -> str:
    """What of a part's cache is called among the lines of its group: two mixers side by side may both have keys."""
    taken = part == "beside" and any(other.key == cached.key for other in attention.caches())
    return f"beside_{cached.key}" if taken else cached.key


def cached_bytes(group: GroupScope, part: str) -> dict[str, str]:
    """The names `<cached>_bytes` of a part, each with the line that holds it."""
    attention = group.parts["attention"]
    return {
        f"{cached.key}_bytes": f"kv_cache.{group.prefix}.{cached_key(attention, part, cached)}.token"
        for cached in group.parts[part].caches()
    }


def _cache(builder: Builder, scopes: Scopes) -> None:
    builder.section(
        "kv_cache",
        "needed",
        "kv_cache",
        QT_TRANSLATE_NOOP("ledger", "KV cache"),
        "byte",
        "Every sequence held to its full context",
    )
    growing: list[tuple[GroupScope, list[str]]] = []
    for group in scopes.groups:
        grows: list[str] = []
        for part, _ in PARTS:
            for cached in group.parts[part].caches():
                if not grows and f"kv_cache.{group.prefix}" not in builder.lines:
                    builder.section(f"kv_cache.{group.prefix}", "kv_cache", "kv_cache", group.group.name, "byte")
                key = f"kv_cache.{group.prefix}.{cached_key(group.parts['attention'], part, cached)}"
                names = {**group.names(part), "bytes_per_token": f"{key}.token"}
                builder.add(
                    key,
                    f"kv_cache.{group.prefix}",
                    "kv_cache",
                    cached.label,
                    "byte",
                    f"layers * batch * {cached.tokens} * bytes_per_token",
                    names,
                    cached.reference,
                )
                cell = {"key": "kv_keys", "value": "kv_values"}.get(cached.format, "activations")
                number_format = FORMATS[getattr(scopes.choices, cell)]
                own = {f"bytes_per_{unit}": f"format.{cell}.bytes" for unit in ("element", "block")}
                own["elements_per_block"] = f"format.{cell}.elements"
                text = (
                    f"{cached.elements} * bytes_per_element"
                    if number_format.elements == 1
                    else f"ceil_div({cached.elements}, elements_per_block) * bytes_per_block"
                )
                builder.add(
                    f"{key}.token",
                    key,
                    "kv_cache",
                    QT_TRANSLATE_NOOP("ledger", "Per token and layer"),
                    "byte/token",
                    text,
                    {**group.names(part), **own},
                    number_format.reference,
                )
                if cached.tokens == "context" and cached.format in ("key", "value"):
                    grows.append(f"{key}.token")
        if grows:
            growing.append((group, grows))
    builder.section(
        "kv_bytes_per_token",
        None,
        "kv_cache",
        QT_TRANSLATE_NOOP("ledger", "KV cache per token"),
        "byte/token",
        "Per GPU, over the layers that grow with the context",
    )
    for group, keys in growing:
        short = {key.split(".")[-2]: key for key in keys}
        builder.add(
            f"kv_bytes_per_token.{group.prefix}",
            "kv_bytes_per_token",
            "kv_cache",
            group.group.name,
            "byte/token",
            f"layers * ({' + '.join(short)})",
            {**group.shared, **short},
            "Layers times keys and values",
        )


def _activations(builder: Builder, scopes: Scopes) -> None:
    inside = {"rows": "activation_rows"}
    builder.add(
        "activations",
        "needed",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Activations"),
        "byte",
        "residual + max(widest, logits)",
        {key: f"activations.{key}" for key in ("residual", "widest", "logits")},
        "The residual stream, and the widest part or the logits: these are not alive together",
    )
    builder.add(
        "activation_rows",
        "activations",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Tokens of one step"),
        "token",
        "min(batch * prompt, tokens_per_step)",
        scopes.shared,
        "A server bounds the tokens of one forward pass",
    )
    builder.add(
        "activations.residual",
        "activations",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Residual stream and normed input"),
        "byte",
        "activation_bytes * rows * 2 * d_model",
        {**scopes.shared, **inside},
        "Two rows of d_model per token",
    )
    wide: dict[str, str] = {}
    for group in scopes.groups:
        for part, label in PARTS:
            transient = group.parts[part].transient()
            if transient is not None:
                name = f"{group.prefix}_{part}"
                wide[name] = f"activations.{group.prefix}.{part}"
                builder.add(
                    wide[name],
                    "activations.widest",
                    "activations",
                    label,
                    "byte",
                    f"activation_bytes * rows * {transient}",
                    {**group.names(part), **inside},
                    "Inputs and outputs of the widest kernel of this part",
                )
    label = QT_TRANSLATE_NOOP("ledger", "Widest part")
    alive = "Only one part is alive at a time"
    builder.fold("activations.widest", "activations", "activations", label, "byte", "max", wide, alive)
    builder.add(
        "activations.logits",
        "activations",
        "activations",
        QT_TRANSLATE_NOOP("ledger", "Logits"),
        "byte",
        "4 * batch * vocab_size",
        scopes.shared,
        "One row of fp32 logits per sequence, gathered over the ranks",
    )


def _overheads(scopes: Scopes) -> list[tuple[str, str]]:
    return [item for item in OVERHEADS if item[0] != "communicator" or scopes.choices.tensor_parallel]


def _overhead(builder: Builder, scopes: Scopes) -> None:
    builder.section("overhead", "needed", "overhead", QT_TRANSLATE_NOOP("ledger", "Overheads"), "byte", BAND)
    for key, label in _overheads(scopes):
        builder.add(f"overhead.{key}", "overhead", "overhead", label, "byte", key, scopes.shared, BAND)
