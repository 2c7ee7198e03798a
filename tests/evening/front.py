"""The staff and the public of one evening, who know nothing but the pages and their buttons."""

import csv
import io
import re
from uuid import uuid4

from django.test import Client

from tests.factories import ClubFactory, MembershipFactory

SEALED = re.compile(r'name="sealed" value="([^"]+)"')


class Front:
    """A club with a director at the desk, and visitors at the public pages."""

    def __init__(self, club=None):
        self.club = club or ClubFactory()
        self.staff = Client(HTTP_HOST="testserver")
        self.staff.force_login(MembershipFactory(club=self.club).user)
        self.public = Client(HTTP_HOST="testserver")
        self.slug = ""

    def desk(self, where=""):
        """Give the address of a page of the desk."""
        return f"/desk/e/{self.slug}/{where}"

    def act(self, where, status=302, **typed):
        """Press a button of the desk; it must lead on."""
        answer = self.staff.post(self.desk(where), typed)
        assert answer.status_code == status, answer.content.decode()
        return answer

    def set_up(self, **typed):
        """Set an event up at the desk and open its registration."""
        self.write_down(**typed)
        self.act("steps/open-registration/")
        return self

    def write_down(self, *, name="Garden Night", tables=4, best_of=1, target_score=150, **more):
        """Write an event down at the desk as a draft."""
        typed = {
            "name": name,
            "zone": "UTC",
            "starts_at": "2026-09-05T18:00",
            "best_of": best_of,
            "target_score": target_score,
            "public_source": "none",
            "auto_call": "on",
            "tables": tables,
            **more,
        }
        answer = self.staff.post(f"/desk/clubs/{self.club.slug}/new/", typed)
        assert answer.status_code == 302, answer.content.decode()
        self.slug = answer.url.split("/")[3]

    def enter(self, name, first, second, *, email=None, status=302, **more):
        """Fill the public form for a pair."""
        address = f"{first}@example.org".replace(" ", ".").lower() if email is None else email
        typed = {"name": name, "first": first, "second": second, "email": address}
        typed |= {"entry_key": uuid4(), **more}
        answer = self.public.post(f"/e/{self.slug}/enter/", typed)
        assert answer.status_code == status, answer.content.decode()
        return answer

    def enter_single(self, person, *, status=302, **more):
        """Fill the public form of somebody who needs a partner."""
        typed = {"person_name": person, "email": "", "entry_key": uuid4(), **more}
        answer = self.public.post(f"/e/{self.slug}/partner/", typed)
        assert answer.status_code == status, answer.content.decode()
        return answer

    def import_pairs(self, rows):
        """Upload a file of pairs at the desk, look at the preview and confirm it."""
        preview = self.upload([("Team", "Player 1", "Player 2", "E-mail"), *rows])
        assert preview.status_code == 200, preview.content.decode()
        self.act("entries/import/confirm/", sealed=SEALED.search(preview.content.decode())[1])

    def upload(self, rows):
        """Upload a file and give its preview."""
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        file = io.BytesIO(text.getvalue().encode())
        file.name = "pairs.csv"
        return self.staff.post(self.desk("entries/import/"), {"file": file})

    def draw(self, *, check_in=True):
        """Open check-in, check everybody in by one tap each, and draw; or draw all that entered."""
        self.act("steps/open-check-in/")
        if not check_in:
            self.act("draw/make/", everyone="on")
            return
        page = self.staff.get(self.desk("entries/")).content.decode()
        for entry in re.findall(r"/entries/(\d+)/check-in/", page):
            self.act(f"entries/{entry}/check-in/")
        self.act("draw/make/")

    def facts(self):
        """Download the proof of the draw."""
        return self.public.get(f"/e/{self.slug}/draw/facts.json").json()

    def status(self):
        """Ask how the event stands."""
        return self.public.get(f"/api/v1/events/{self.slug}/").json()
