"""Real Celery processes on the database and the Redis of one test."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from urllib.parse import quote

import kombu.pools
import redis
from django.db import connection

from config.celery import app
from relay import channels
from relay.wake import broker
from tests.waiting import wait_until

QUICK_TO_FAIL = {"max_retries": 1, "interval_start": 0, "socket_connect_timeout": 1}


@contextmanager
def real_broker(settings, url):
    """Queue and publish over the Redis at ``url``, in a process that is otherwise eager."""
    kept, settings.REDIS_URL = settings.REDIS_URL, url
    changed = {
        "broker_url": url,
        "broker_read_url": url,
        "broker_write_url": url,
        "broker_transport_options": QUICK_TO_FAIL,
        "task_always_eager": False,
    }
    app.conf.update(changed)
    _forget_connections()
    try:
        yield
    finally:
        settings.REDIS_URL = kept
        for key in changed:
            del app.conf.changes[key]  # what lies below, Django's settings, must show again
        _forget_connections()


def _forget_connections():
    """Drop the pools, which remember the old address."""
    kombu.pools.reset()
    app._after_fork()
    channels._redis.cache_clear()
    broker.forget()


@contextmanager
def celery_processes(redis_url, *, app_name="config", beat=True, **environment):
    """Run a worker, and a beat, on this test's database; give the worker's process."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": url_of_database(),
        "REDIS_URL": redis_url,
        "LOG_LEVEL": "WARNING",
        **environment,
    }
    with ExitStack() as stack:
        words = ["worker", "--concurrency", "2", "--without-gossip", "--without-mingle"]
        worker = stack.enter_context(_celery(app_name, *words, environment=environment))
        if beat:
            stack.enter_context(_celery(app_name, "beat", environment=environment))
        wait_until(lambda: _listens(worker, redis_url), seconds=60)
        yield worker


def empty(redis_url):
    """Drop whatever is queued in one database of Redis."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushdb()


def kill(process):
    """SIGKILL a worker with all its children: a power cut, not a stop."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def _celery(app_name, *words, environment):
    command = [sys.executable, "-m", "celery", "-A", app_name, *words]
    process = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            kill(process)


def _listens(worker, redis_url):
    """Whether the worker has said hello to this Redis; one that could not start never will."""
    assert worker.poll() is None
    with redis.Redis.from_url(redis_url) as client:
        return client.exists("_kombu.binding.celery.pidbox")


def url_of_database():
    """The address of the database that this test uses, for another process."""
    here = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{quote(str(here['NAME']))}"
    login = f"{here['USER']}:{quote(here['PASSWORD'])}" if here["PASSWORD"] else here["USER"]
    return f"postgres://{login}@{here['HOST']}:{here['PORT']}/{here['NAME']}"
