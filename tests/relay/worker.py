"""The application of a worker that knows the tests' errands too."""

from config.celery import app

__all__ = ["app"]

app.conf.update(include=["tests.relay.errands"])
