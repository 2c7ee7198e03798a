"""What the API says when it says no: one shape for every kind of refusal.

``{"code", "detail", "faults": [{"code", "where", "message"}]}``. A person's mistake is a 422 with
all its faults, a lost race a 409, a request that cannot be read a 400.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from engine.faults import RuleError
from scoring.api.doors import TableView
from tournament.api.doors import Superseded
from tournament.api.results import FollowsOut
from tournament.queries.consequences import Consequences
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal, Stale

Told = dict[str, str]


def explain(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what rules, services and the framework raise into the one shape; a bug stays a bug."""
    view = context.get("view")
    at_table = view if isinstance(view, TableView) else None
    match exc:
        case RuleError():
            return _rules(exc, at_table.names if at_table else {})
        case Refusal():
            faults = [_told(exc.code, where, said) for where, said in exc.fields.items()]
            return Response(_problem(exc.code, str(exc), faults) | _follows(exc), 422)
        case Superseded():
            return Response(_problem(exc.code, str(exc)) | {"state": exc.state}, 409)
        case Stale():
            newer = {"state": at_table.newer_state()} if at_table else _follows(exc)
            return Response(_problem(exc.code, str(exc)) | newer, 409)
    return _framework(exc, context)


def _follows(exc: Refusal | Stale) -> dict[str, Any]:
    """Tell what would follow of a correction, where a choice is asked for."""
    if not isinstance(exc, ChoiceNeeded | ChoiceOutdated):
        return {}
    return {"follows": FollowsOut(cast("Consequences", exc.follows)).data}


def _rules(exc: RuleError, names: Mapping[str, str]) -> Response:
    faults = [_told(it.code, it.where, it.say(translation, names)) for it in exc.faults]
    detail = " ".join(it["message"] for it in faults)
    return Response(_problem("against_the_rules", detail, faults), 422)


def _framework(exc: Exception, context: dict[str, Any]) -> Response | None:
    answer = exception_handler(exc, context)
    if answer is None:
        return None
    if isinstance(exc, ValidationError):
        faults = list(_shape_faults(exc.detail))
        detail = _("This is not what is expected here. Nothing was changed.")
        answer.data = _problem("unreadable", detail, faults)
    elif isinstance(exc, Http404):
        answer.data = _problem("not_found", _("There is nothing here."))
    else:
        said: ErrorDetail = answer.data["detail"]
        answer.data = _problem(str(said.code), str(said))
    return answer


def _shape_faults(detail: object, where: str = "") -> Iterator[Told]:
    """Flatten the framework's nested complaints into places such as "tricks.N"."""
    if isinstance(detail, ErrorDetail):
        yield _told(str(detail.code), where, str(detail))
    elif isinstance(detail, Mapping):
        for name, inner in detail.items():
            place = "" if name == "non_field_errors" else str(name)
            yield from _shape_faults(inner, ".".join(filter(None, (where, place))))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _shape_faults(inner, where)


def _problem(code: str, detail: str, faults: list[Told] | None = None) -> dict[str, Any]:
    return {"code": code, "detail": detail, "faults": faults or []}


def _told(code: str, where: str, message: str) -> Told:
    return {"code": code, "where": where, "message": message}
