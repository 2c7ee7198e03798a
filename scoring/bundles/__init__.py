"""A whole event as one file that a stranger can check: ``docs/bundle.md`` says what stands in it.

``kinds`` lists what is in it, ``export`` reads it from the database, ``chain`` seals it and opens
it again, ``shapes`` looks at every record of an opened one, ``rows`` puts it on a database.
"""
