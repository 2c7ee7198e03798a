"""Doing several things at the same moment."""

import threading

from django.db import connection


def at_once(*acts):
    """Do everything at the same moment, each in its own thread; give what came of each."""
    barrier, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place, act):
        try:
            barrier.wait(10)
            results[place] = act()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results
