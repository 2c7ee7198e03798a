"""Reading what comes in as JSON: never more than a hand or an entry can need, never a surprise."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

LARGEST_BODY = 64 * 1024


class TooLarge(APIException):
    """A body that no entry and no hand can need."""

    status_code = 413
    default_code = "too_large"
    default_detail = _("This is too much to read. Nothing was changed.")


class JSONBody(BaseParser):
    """JSON as UTF-8. ``NaN`` is let through: the engine refuses it with a code, like any number."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 -- any JSON
        """Read the body.

        Raises:
            ParseError: it is no JSON, or text in it cannot be stored or sent back.
            TooLarge: it is longer than ``LARGEST_BODY``.
        """
        del media_type, parser_context
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge
        try:
            typed = json.loads(body.decode())
            json.dumps(typed, ensure_ascii=False).encode()  # half a surrogate pair is no text
        except RecursionError:
            raise ParseError(_("This is nested too deeply.")) from None
        except ValueError as reason:
            raise ParseError(_("This is not JSON: %(reason)s.") % {"reason": reason}) from reason
        return typed
