"""The relay as a Django app."""

from importlib import import_module

from django.apps import AppConfig


class RelayConfig(AppConfig):
    """Has the errands at hand in every process before the first request needs them."""

    name = "relay"

    def ready(self) -> None:
        """Register the tasks that a wake-up queues: in a request it would cost a second."""
        import_module("relay.tasks")
