"""Writes the Swift code of the requests from their descriptions in Sources/Messages/Operations.

A description is a TOML file: the struct of the intent, the types of message that carry it, and its members in the order
in which they are read. `Tests/Lab/messages/forms.py` has the forms that a member may take.
"""
