"""One booking traced from its producer to an observer, across two workers: booked, checked and drawn.

`Tests/Lab/observe/traces` runs it with a fleet and a receiver of traces:
    tracing book FILE       books a ride with a trace, follows its events, and writes the identifiers of the trace
    tracing check …         holds what the receiver decoded to the conventions' names, kinds, parents and attributes
    tracing draw …          draws the trace as a picture
"""
