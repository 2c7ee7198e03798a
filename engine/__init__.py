"""The rules of Spades, of its matches, draws and brackets, in plain Python.

Nothing here knows of a database, a request or a clock. Values go in, values come out.

    faults     what a person got wrong: a code, a place and a sentence
    phrases    the English sentences, found by makemessages
    spades     RuleSet, bids, hands, games, the rule sheet
    matches    games -> state of a best-of-N
    draws      commitment, seed, shuffle, byes, verification
    brackets   slots -> who meets whom
    simulate   seeded players for demos and properties
"""
