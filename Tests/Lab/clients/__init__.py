"""Runs the example clients against a fleet, disturbs them from outside, and checks all that they did.

All clients print the same lines, so a new one needs an entry in `clients.py` alone.
"""
