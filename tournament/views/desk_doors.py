"""The doors of the desk: who may come in, and how a page asks before it acts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.actors import Actor
from tournament.desk_forms import blame
from tournament.models import Event
from tournament.permissions import DIRECT, SCORE, VIEW, Role, role_of
from tournament.refusals import ChoiceNeeded, ChoiceOutdated, Refusal, Stale
from tournament.services.locks import require_unarchived

P = ParamSpec("P")
READING = frozenset({"GET", "HEAD", "OPTIONS"})
DIGITS_MOST = 9
"""No table, match or row has a longer number, and Python refuses to read far longer ones."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One event as a member of the club's staff meets it."""

    event: Event
    role: str
    user: User

    @property
    def may_score(self) -> bool:
        """Whether the member may call matches, check in and enter results."""
        return self.role in SCORE

    @property
    def may_direct(self) -> bool:
        """Whether the member may do everything."""
        return self.role in DIRECT

    @property
    def role_word(self) -> str:
        """The role, as it is said."""
        return str(Role(self.role).label)

    @property
    def actor(self) -> Actor:
        """Whom the log names."""
        return Actor(user=self.user)


@dataclass(frozen=True, slots=True)
class Question:
    """An act that is asked about first: what it does, in whose words, and where "no" leads."""

    heading: str
    consequences: Sequence[str]
    act: str
    back: str
    form: forms.Form | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    closed: str = ""
    """Why the act is not possible as things stand; then there is a sentence and no button."""


Act = Callable[[], str]
DeskView = Callable[Concatenate[HttpRequest, Desk, P], HttpResponse]
SlugView = Callable[Concatenate[HttpRequest, str, P], HttpResponse]


def desk(
    looks: frozenset[Role] = VIEW,
    acts: frozenset[Role] = DIRECT,
    *,
    even_archived: bool = False,
) -> Callable[[DeskView[P]], SlugView[P]]:
    """Open a view to the staff of the event's club; ``looks`` may read it, ``acts`` may post.

    Whoever has no role at the club learns nothing, not even that the event has a desk. Nobody posts
    into an event that is archived, unless ``even_archived`` says that this door is no change to it.
    """

    def decorate(view: DeskView[P]) -> SlugView[P]:
        @never_cache
        @login_required
        @wraps(view)
        def door(
            request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            staff = _staff_at(request, slug)
            reads = request.method in READING
            require(staff, looks if reads else acts)
            if not reads and staff.event.archived_at and not even_archived:
                return _archived(request, staff)
            return view(request, staff, *args, **kwargs)

        return cast("SlugView[P]", door)

    return decorate


def require(staff: Desk, roles: frozenset[Role]) -> None:
    """Turn away a member whose role does not reach so far."""
    if staff.role not in roles:
        raise PermissionDenied(
            _("Your role here is %(role)s. This takes another role: ask the director.")
            % {"role": staff.role_word}
        )


def ask(
    request: HttpRequest, staff: Desk, question: Question, *, act: Act, then: str
) -> HttpResponse:
    """Ask on GET, act on POST; a refusal asks again, says why and keeps what was typed.

    An act that changes later matches is asked about once more, with all that would follow.
    """
    form, refused = question.form, question.closed
    follows: object = None
    status = 409 if refused else 200
    if request.method == "POST" and not refused:
        if form is not None and not form.is_valid():
            status = 422
        else:
            try:
                said = act()
            except ChoiceNeeded as needed:
                follows, status = needed.follows, 422
            except Stale as stale:
                refused, status = str(stale), 409
                follows = stale.follows if isinstance(stale, ChoiceOutdated) else None
            except Refusal as refusal:
                refused, status = _blamed(form, refusal), 422
            else:
                return done(request, said, then)
    context = {"question": question, "refused": refused, "follows": follows}
    context |= {"desk": staff, "event": staff.event}
    return render(request, "desk/confirm.html", context, status=status)


def attempt(
    request: HttpRequest,
    act: Act,
    *,
    then: str,
    again: Callable[[str, int], HttpResponse],
) -> HttpResponse:
    """Do a one-tap act; refused, show the page it came from as it now stands, with the sentence."""
    try:
        said = act()
    except Stale as stale:
        return again(str(stale), 409)
    except Refusal as refusal:
        return again(str(refusal), 422)
    return done(request, said, then)


def done(request: HttpRequest, said: str, then: str) -> HttpResponse:
    """Go on to the next page, which tells what was done."""
    messages.success(request, said)
    return redirect(then)


def sent(request: HttpRequest) -> QueryDict | None:
    """Give what was sent with a form; None when nobody has sent it yet."""
    return request.POST if request.method == "POST" else None


def chosen_number(request: HttpRequest, name: str) -> int:
    """Read the number that was chosen; what is no number chooses nothing."""
    value = request.POST.get(name, "")
    is_number = value.isascii() and value.isdecimal() and len(value) <= DIGITS_MOST
    return int(value) if is_number else 0


def page(
    request: HttpRequest, staff: Desk, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Draw a page of the desk, with what its frame needs."""
    frame = {"desk": staff, "event": staff.event}
    return render(request, template, frame | context, status=status)


def _archived(request: HttpRequest, staff: Desk) -> HttpResponse:
    """Say that the event is in the archive, and lead to where it comes out."""
    sentence = ""
    try:
        require_unarchived(staff.event)
    except Stale as stale:
        sentence = str(stale)
    question = Question(
        heading=staff.event.name,
        consequences=[],
        act="",
        back=reverse("desk:setup", args=[staff.event.slug]),
        closed=sentence,
    )
    context = {"question": question, "refused": sentence}
    return page(request, staff, "desk/confirm.html", context, status=409)


def _blamed(form: forms.Form | None, refusal: Refusal) -> str:
    """Put the sentences beside their fields; what has no field is said above the question."""
    if form is None:
        return str(refusal)
    blame(form, refusal)
    return ""


def _staff_at(request: HttpRequest, slug: str) -> Desk:
    event = Event.objects.select_related("club", "champion").filter(slug=slug).first()
    user = request.user
    role = role_of(user, event.club) if event else None
    if event is None or role is None or not isinstance(user, User):
        raise Http404
    return Desk(event, role, user)
