"""Checks the files of deploy/rabbitmq with real nodes: one node alone, and a cluster of three.

Each node is started with `rabbitmq.conf` and `enabled_plugins` as they are, on a host of its own (fleets.network), so
that the ports need no change. `nodes` starts them; `settings`, `contents` and `policies` compare.
"""
