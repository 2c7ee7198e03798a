"""The page of all options in ``docs/rules/options.md``, made from the options themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from engine.faults import Phrase
from engine.spades.house_options import HouseOptions
from engine.spades.option_kinds import Option, help_text, label
from engine.spades.options import ALL, GROUPS, OPTIONS
from engine.spades.rows import CONTRACT_CHECKS, PENALTY_CHECKS
from engine.spades.rules import PRESETS
from engine.spades.variants import SHAPES

HEAD = """# Every option of a rule set

Made from `engine.spades.options` by `engine.spades.reference`; a test holds the two together. The
value after “usually” is that of the standard game; where a game has another it is named. Depth 1 is
what a form asks everybody, 2 is more, 3 is everything. [ambiguities.md](ambiguities.md) says which
reading of the sources each stands for.
"""

EFFECTS = """## Effects of penalties

| effect | what it does |
|---|---|
| `none`, `warn` | nothing to the score |
| `auto_fail` | the hand of the side fails: a set, no bags, and a nil of the player fails |
| `transfer:n`, `drop:n` | n tricks go to the next side, or to nobody; then bids are compared |
| `points:n` | n points are taken off after the hand |
| `opponents_made` | the bids of all other sides count as made |
| `replay` | the hand is void and dealt again |
| `game_loss`, `event_out` | the game is lost; the highest of the others wins it |
| `future_ban` | noted for the organiser |
"""


def options_page() -> str:
    """Write the page.

    >>> options_page().splitlines()[0]
    '# Every option of a rule set'
    """
    parts = [HEAD]
    for group in GROUPS:
        rows = [_row(name, it) for name, it in OPTIONS.items() if it.group == group]
        title = Phrase(f"group.{group}").say()
        parts.append("\n".join([f"## {title}\n", *TABLE, *rows]) + "\n")
    parts.append(_rows_of("contracts", CONTRACT_CHECKS))
    parts.append(_rows_of("penalties", PENALTY_CHECKS))
    parts.append(EFFECTS)
    return "\n".join(parts)


TABLE = (
    "| option | what it says | values | usually | games | depth |",
    "|---|---|---|---|---|---|",
)


def _row(name: str, option: Option) -> str:
    says = f"{label(name).say()}. {help_text(name).say()}"
    cells = (f"`{name}`", says, _values(option), _usual(name), _games(option), str(option.level))
    return f"| {' | '.join(cells)} |"


def _values(option: Option) -> str:
    null = " or null" if option.nullable else ""
    fixed = {
        "int": f"{option.low} to {option.high}{null}",
        "bool": "true, false",
        "cards": f"a list of cards{null}",
        "numbers": "a list of numbers",
        "rows": "rows, see below",
        "effect": "an effect, see below",
        "claim": "an effect, see below, or `as_renege`",
    }
    several = {"several": "any of ", "order": "in order: "}.get(option.kind, "")
    return fixed.get(option.kind) or several + ", ".join(f"`{it}`" for it in option.choices)


def _usual(name: str) -> str:
    default = next(it.default for it in fields(HouseOptions) if it.name == name)
    others = {
        game: getattr(rules, name)
        for game, rules in PRESETS.items()
        if game in OPTIONS[name].games and getattr(rules, name) != default
    }
    told = ", ".join(f"{game} {_said(value)}" for game, value in others.items())
    return f"{_said(default)}{f'; {told}' if told else ''}"


def _said(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, tuple):
        return f"{len(value)} row(s)" if value and not isinstance(value[0], str) else _listed(value)
    return f"`{value}`" if isinstance(value, str) else str(value)


def _listed(value: tuple[object, ...]) -> str:
    return ", ".join(f"`{it}`" for it in value) or "none"


def _games(option: Option) -> str:
    if option.games == ALL:
        return "all"
    without = [name for name in SHAPES if name not in option.games]
    if len(without) < len(option.games):
        return f"all but {', '.join(without)}"
    return ", ".join(name for name in SHAPES if name in option.games)


def _rows_of(name: str, checks: Mapping[str, tuple[object, str]]) -> str:
    def lines() -> Iterator[str]:
        yield f"## Rows of `{name}`\n"
        yield "| key | value |"
        yield "|---|---|"
        for key, (_, kind) in checks.items():
            yield f"| `{key}` | {kind} |"

    return "\n".join(lines()) + "\n"
