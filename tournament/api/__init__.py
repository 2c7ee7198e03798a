"""The JSON doors of a tournament: read by everybody, and the way in for a pair or a single.

Serializers called ``…In`` read, those called ``…Out`` write. None of them names an e-mail address,
a table's link or a secret that is still locked away. Nobody signs in here, so no cookie counts.
"""
