"""The rules of Spades, of its matches, draws and brackets, in plain Python.

Nothing here knows of a database, a request or a clock. Values go in, values come out.

    faults     what a person got wrong: a code, a place and a sentence
    phrases    the English sentences, found by makemessages
    spades     the game: rule sets, bids, hands, games, the rule sheet
    matches    games -> state of a best-of-N
    streams    random numbers that anybody can make again
    entrants   who is in a draw: the frozen list and its hash
    draws      commitment, seed, order, slots, verification
    brackets   slots -> who meets whom
    simulate   made-up players for demos and properties
    playouts   made-up deals, played by random legal cards
    cases      cases as JSON, scored and checked
    play_cases records of play as JSON, followed card by card
    rule_cases rule sets by name or from a file, with changes
    __main__   python -m engine score | check | play | rules | draw | verify
"""
