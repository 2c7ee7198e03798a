"""What the schema says beside the doors themselves: every way they say no, in one shape."""

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
WORDS = {
    400: "What was sent cannot be read",
    401: "No table's link was shown",
    404: "There is nothing here; or the table's link is unknown or was replaced",
    406: "Only JSON is spoken here",
    409: "What was sent was made from an older state",
    413: "More than 64 KiB were sent",
    415: "What was sent is not called JSON",
    422: "What was sent breaks rules; the faults say which and where",
    429: "Too many entries from this address; `Retry-After` says when to go on",
}


def describe_refusals(
    result: dict[str, Any],
    generator: object,
    request: object,
    public: bool,  # noqa: FBT001 -- how drf-spectacular calls it
) -> dict[str, Any]:
    """Add every refusal to every operation."""
    del generator, request, public
    schemas = result["components"].setdefault("schemas", {})
    schemas["Problem"], schemas["MovedOn"] = PROBLEM, MOVED_ON
    for operations in result["paths"].values():
        for method, operation in operations.items():
            at_table = "table" in operation["tags"]
            for status in _statuses(method, at_table=at_table):
                moved_on = at_table and status == 409  # noqa: PLR2004 -- Conflict
                schema = {"$ref": f"#/components/schemas/{'MovedOn' if moved_on else 'Problem'}"}
                operation["responses"][str(status)] = {
                    "description": WORDS[status],
                    "content": {"application/json": {"schema": schema}},
                }
    return result


def _statuses(method: str, *, at_table: bool) -> Iterator[int]:
    yield from (404, 406)
    if at_table:
        yield 401
    if method != "get":
        yield from (400, 409)
    if method == "post":
        yield from (413, 415, 422)
        if not at_table:
            yield 429
