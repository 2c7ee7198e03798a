"""Who may do what. A role belongs to a club, and every event belongs to a club."""

from django.contrib.auth.models import AnonymousUser, User

from tournament.models import Act, Club, Event, Membership

Role = Membership.Role
VIEW = frozenset({Role.DIRECTOR, Role.SCOREKEEPER, Role.VIEWER})
SCORE = frozenset({Role.DIRECTOR, Role.SCOREKEEPER})
DIRECT = frozenset({Role.DIRECTOR})
OF_DIRECTORS = frozenset(
    {
        *("withdrawal", "bulk_withdrawal", "removal", "substitute"),
        *("ruled", "ruling_taken_back"),
        *("result_corrected", "result_corrected_nobody", "result_stands", "match_replayed"),
    }
)
"""Acts about people, and rulings: only those who may do them take them back."""


def role_of(user: User | AnonymousUser, club: Club) -> str | None:
    """Say which role a user has at a club; a superuser directs everywhere."""
    if not user.is_authenticated or not user.is_active:
        return None
    if user.is_superuser:
        return Role.DIRECTOR
    return club.memberships.filter(user=user).values_list("role", flat=True).first()


def may_view(user: User | AnonymousUser, event: Event) -> bool:
    """Whether the user may look at the desk of this event."""
    return role_of(user, event.club) in VIEW


def may_score(user: User | AnonymousUser, event: Event) -> bool:
    """Whether the user may call matches, enter results and correct hands."""
    return role_of(user, event.club) in SCORE


def may_direct(user: User | AnonymousUser, event: Event) -> bool:
    """Whether the user may do everything: set up, draw, rule, remove."""
    return role_of(user, event.club) in DIRECT


def who_takes_back(act: Act) -> frozenset[Role]:
    """Say who may take an act back; what took one back is as that one was."""
    while act.undoes:
        act = act.undoes
    return DIRECT if act.key in OF_DIRECTORS else SCORE
