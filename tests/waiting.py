"""Waits for what happens in another thread or process."""

import time


def wait_until(true, seconds=10.0, pause=0.02):
    """Look again and again until something has come true, and give what it was."""
    deadline = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not true within {seconds} s: {true}")
        time.sleep(pause)
    return found
