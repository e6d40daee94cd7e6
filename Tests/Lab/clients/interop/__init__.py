"""Sends what other client libraries send, and checks that a fleet handles it as the contract's pages say.

The messages are one table, in `cases.py`. One program for each library publishes them: it reads messages as JSON lines
and prints the responses that come by direct reply-to. For a new library, write such a program and an entry in
`libraries.py`.
"""
