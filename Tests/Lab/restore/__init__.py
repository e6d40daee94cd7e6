"""Restores older copies of a store under a real fleet, and finds out what an older copy means.

Run by `deploy/runbook/check`. `copies` makes, destroys and restores copies of each store, `trial` has a fleet book, cancel
and repeat around them, `__main__` prints what was found and compares it with what the page of the runbook says.
"""
