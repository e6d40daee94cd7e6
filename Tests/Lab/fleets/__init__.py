"""Private fleets of the scripts: a broker or a cluster, a store, workers, and the machine beneath them.

The fault suite, the bench, the checks of the clients and those of the alerts start theirs from here. `processes` starts,
waits for and ends processes, with deadlines; `broker` and `cluster` have RabbitMQ nodes, `store` the databases, `fleet` the
workers; `network`, `relay`, `disk` and `clock` disturb one machine and no other, `cleanup` removes
what they leave when their process is killed, and `layout` writes JSON for people. Needs Debian's python3-pika.
"""
