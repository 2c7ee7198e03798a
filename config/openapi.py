"""What the schema says beside the doors themselves: above all, every way they say no."""

from collections.abc import Iterator
from typing import Any

PROBLEM = {
    "type": "object",
    "description": "Why nothing was done.",
    "properties": {
        "code": {"type": "string", "description": "Stable; programs hang on it"},
        "detail": {"type": "string", "description": "A sentence for people"},
        "faults": {
            "type": "array",
            "description": "Everything that is wrong, at once",
            "items": {
                "type": "object",
                "properties": {
                    "code": {"type": "string", "description": "Stable, such as B03 or T04"},
                    "where": {
                        "type": "string",
                        "description": "Such as `bids.N`; empty: the whole",
                    },
                    "message": {"type": "string"},
                },
                "required": ["code", "where", "message"],
            },
        },
    },
    "required": ["code", "detail", "faults"],
}
MOVED_ON = {
    "allOf": [
        {"$ref": "#/components/schemas/Problem"},
        {
            "type": "object",
            "properties": {"state": {"$ref": "#/components/schemas/TableOut"}},
            "required": ["state"],
        },
    ],
    "description": "The table has moved on; `state` is how it stands now.",
}
IN_THE_ADDRESS = {
    "slug": "Names the event",
    "number": "Of the match, or the act, in the event; at a table: of the hand in the game",
    "hand": "The number of the hand in the game",
    "game": "The number of the game in the match",
    "seat": "A seat, such as `N`",
    "page": "Which page of the list; the first is 1",
}
WORDS = {
    200: "What was asked for; after a post: it was there already",
    201: "It was written",
    400: "What was sent cannot be read",
    401: "No table's link was shown",
    403: "Nobody is signed in, or the role does not reach so far",
    404: "There is nothing here, or no table has this link",
    406: "Only JSON is spoken here",
    409: "What was sent was made from an older state",
    413: "More than 64 KiB were sent",
    415: "What was sent is not called JSON",
    422: "What was sent breaks rules; the faults say which and where",
    429: "Too many of these from this address; `Retry-After` says when to go on",
}


def complete(
    result: dict[str, Any],
    generator: object,
    request: object,
    public: bool,  # noqa: FBT001 -- how drf-spectacular calls it
) -> dict[str, Any]:
    """Add to every operation its refusals, and the words that are still missing."""
    del generator, request, public
    schemas = result["components"].setdefault("schemas", {})
    schemas["Problem"], schemas["MovedOn"] = PROBLEM, MOVED_ON
    for operations in result["paths"].values():
        for method, operation in operations.items():
            _describe(operation)
            at_table = "table" in operation["tags"]
            by_staff = "desk" in operation["tags"]
            for status in _statuses(method, at_table=at_table, by_staff=by_staff):
                moved_on = at_table and status == 409  # noqa: PLR2004 -- Conflict
                schema = {"$ref": f"#/components/schemas/{'MovedOn' if moved_on else 'Problem'}"}
                operation["responses"][str(status)] = {
                    "description": WORDS[status],
                    "content": {"application/json": {"schema": schema}},
                }
    return result


def _describe(operation: dict[str, Any]) -> None:
    """Say what the parts of the address are, and what a good answer means."""
    for parameter in operation.get("parameters", []):
        parameter.setdefault("description", "")
        parameter["description"] = IN_THE_ADDRESS.get(parameter["name"], parameter["description"])
    for status, answer in operation["responses"].items():
        answer["description"] = answer["description"] or WORDS[int(status)]


def _statuses(method: str, *, at_table: bool, by_staff: bool) -> Iterator[int]:
    yield from (404, 406)
    if at_table:
        yield 401
    if by_staff:
        yield from (400, 403, 422)
    if method != "get":
        yield from (400, 409)
    if method == "post":
        yield from (413, 415, 422)
        if not (at_table or by_staff):
            yield 429
