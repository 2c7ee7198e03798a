"""The Celery application: it finds each room's ``tasks.py`` by itself."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("spadework")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
