"""A team as every other answer names it."""

from rest_framework import serializers

from tournament.models import Entry


class TeamOut(serializers.Serializer[Entry]):
    """A team: its lasting name for programs, and its name for people."""

    ref = serializers.CharField(help_text="128 random bits as hex; never changes")
    name = serializers.CharField()
