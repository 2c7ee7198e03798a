"""Keeps secrets out of the log: a table's link is a key, and so is a password in an address."""

import logging
import re

TABLE_LINK = re.compile(r"(/t/)[^/\s\"'?]+")
PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")


def redact(line: str) -> str:
    """Blank table tokens and passwords.

    >>> redact("Not Found: /t/Zk3vQ9/hands/7/")
    'Not Found: /t/***/hands/7/'
    >>> redact("cannot reach redis://:hunter2@cache:6379/0")
    'cannot reach redis://:***@cache:6379/0'
    """
    return PASSWORD.sub(r"\1***@", TABLE_LINK.sub(r"\1***", line))


class RedactingFormatter(logging.Formatter):
    """Formats a record and its traceback, then blanks what must not be read later."""

    def format(self, record: logging.LogRecord) -> str:
        """Format ``record`` without secrets."""
        return redact(super().format(record))
