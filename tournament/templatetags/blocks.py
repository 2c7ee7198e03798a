"""What holds the round up, for the overview of the desk."""

from django import template

from tournament.desk_blocks import Block, blocks_of
from tournament.queries.desk import Board

register = template.Library()


@register.simple_tag
def blocks(board: Board) -> list[Block]:
    """List what holds the round up, with the ways out."""
    return blocks_of(board)
