"""Moves a service area between two cells under load, and checks that nothing is lost or done twice.

A cell is a virtual host, a database and a fleet of its own. A gateway, a process of its own, plays riders, vehicles and
drivers of all areas and sends each message to the cell that serves its area. The checker is that of deploy/faults: it
judges both cells together, as one fleet.
"""
