"""Writes the Swift code of the messages from their descriptions in Sources/Messages.

A description is a TOML file with one line for each member. One in `Operations` has the struct of the intent, the types
of message that carry it and their examples; one in `Objects` an object that messages contain; one in `Answers` an
answer or the event. `Tests/Lab/messages/forms.py` has the forms that a member may take.
"""
