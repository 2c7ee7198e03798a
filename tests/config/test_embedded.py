"""The one process that is a whole site: what its server is told."""

import uvicorn

from config import embedded


def test_the_server_writes_no_address_down_and_believes_no_forged_caller(monkeypatch):
    told = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, **_words: told.append(self.config))

    embedded.serve(None, lambda: None)

    assert [(it.access_log, it.proxy_headers) for it in told] == [(False, False)]
