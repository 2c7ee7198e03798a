"""The ways a service says no: a mistake that can be mended, a lost race, a closed door."""

from collections.abc import Mapping

from django.utils.functional import Promise


class Refusal(Exception):
    """A person asked for something that cannot be done; the sentence says why and what to do.

    ``fields`` maps a form field to its sentence, all of them at once; the empty name stands for the
    whole form. ``code`` is stable: the API and the tests hang on it.
    """

    def __init__(self, code: str, fields: Mapping[str, str | Promise]) -> None:
        self.code = code
        self.fields = {name: str(sentence) for name, sentence in fields.items()}
        super().__init__(" ".join(self.fields.values()))

    @classmethod
    def because(cls, code: str, sentence: str | Promise) -> "Refusal":
        """Refuse for one reason that belongs to no single field."""
        return cls(code, {"": sentence})


class ChoiceNeeded(Refusal):
    """What was asked for changes more than itself: staff see what follows, and choose.

    ``follows`` is what would follow (``tournament.services.cascade.Consequences``).
    """

    def __init__(self, follows: object, sentence: str | Promise) -> None:
        self.follows = follows
        super().__init__("choice_needed", {"choice": sentence})


class Stale(Exception):
    """What was sent was made from an older state; the answer is the newer one and a sentence."""

    def __init__(self, code: str, sentence: str | Promise) -> None:
        self.code = code
        super().__init__(str(sentence))


class ChoiceOutdated(Stale):
    """A choice was made from a preview that is not true any more; ``follows`` is the newer one."""

    def __init__(self, follows: object, sentence: str | Promise) -> None:
        self.follows = follows
        super().__init__("corrected_meanwhile", sentence)
