"""Four people at one table, by two doors: the page of their phone, and the API."""

from uuid import uuid4

from django.test import Client

from scoring.demo.pages import forms_of

OPEN, HAND, WAIT = "open", "hand", "wait"


class PhoneTable:
    """Plays by the page: taps every bid and the tricks, as ``htmx`` sends them."""

    def __init__(self, token):
        self.client = Client(HTTP_HOST="testserver", headers={"HX-Request": "true"})
        self.address = f"/t/{token}/"
        self.form = None

    def look(self):
        """Read the page; say which match, game and hand it asks for, or that it waits."""
        return self._read(self.client.get(f"{self.address}part/"))

    def open_game(self, dealer):
        """Sit down as the page proposes."""
        return self._send(first_dealer=dealer)

    def enter(self, sheet, order):
        """Bid in order, then tap the tricks."""
        for seat in order:
            assert self.form.fields["seat"] == seat
            bid = str(sheet.bids[seat])
            assert bid in self.form.buttons["bid"]
            self._send(bid=bid)
        taken = {side: sum(sheet.tricks[seat] for seat in side) for side in ("NS", "EW")}
        answers = {}
        for name in self.form.choices:
            kind, _line, who = name.partition("_")
            count = sheet.tricks[who] if kind in {"nil", "more"} else taken[who]
            if kind == "nil" and count >= 5:
                answers[name] = "5+"
            elif kind != "more" or count >= 5:
                answers[name] = str(count)
        return self._send(**answers)

    def _send(self, **typed):
        answer = self.client.post(self.form.action, {**self.form.fields, **typed})
        assert answer.status_code == 200, answer.content.decode()
        return self._read(answer)

    def _read(self, answer):
        forms = forms_of(answer.content.decode())
        self.form = next((it for it in forms if it.act in {"open", "bid", "tricks"}), None)
        if self.form is None:
            return WAIT, 0, 0, 0
        parts = self.form.action.strip("/").split("/")
        match, game = int(self.form.fields["match"].split(".")[0]), int(parts[3])
        if self.form.act == "open":
            return OPEN, match, game, 0
        return HAND, match, game, int(parts[5])


class ApiTable:
    """Plays by the API: one request a hand, as from a paper sheet."""

    def __init__(self, token):
        self.client = Client(HTTP_HOST="testserver", headers={"Authorization": f"Table {token}"})
        self.state = None

    def look(self):
        """Ask for the state of the table."""
        return self._read(self.client.get("/api/v1/table/"), {200})

    def open_game(self, dealer):
        """Sit down as written."""
        seating = {
            seat: player["id"]
            for side in self.state["sides"]
            for seat, player in zip(side["seats"], side["players"], strict=True)
        }
        return self.post(f"games/{self.state['next_game']}/", seating=seating, first_dealer=dealer)

    def enter(self, sheet, order):
        """Send the whole hand."""
        return self.post(
            f"games/{self.state['game']['number']}/hands/{self.state['next_hand']}/",
            bids={seat: str(sheet.bids[seat]) for seat in order},
            tricks=dict(sheet.tricks),
            entry_key=str(uuid4()),
        )

    def post(self, where, **typed):
        """Write something at this table, as of the state it was last seen in."""
        typed["sheet"] = self.state["sheet"]
        answer = self.client.post(f"/api/v1/table/{where}", typed, content_type="application/json")
        return self._read(answer, {200, 201})

    def _read(self, answer, wanted):
        assert answer.status_code in wanted, answer.content.decode()
        self.state = state = answer.json()
        match = state["match"]["number"] if state["match"] else 0
        if state["stage"] == "seats":
            return OPEN, match, state["next_game"], 0
        if state["stage"] == "bids":
            return HAND, match, state["game"]["number"], state["next_hand"]
        return WAIT, 0, 0, 0
