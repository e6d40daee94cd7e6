"""A day of a fleet that is scaled: workers come and go with the load, nodes are lost, and builds change under it.

`deploy/scale-test` calls it. Load, journals and judgement are the fault suite's (package faulting), so that what is
lost, booked twice or has a gap is found by the same checker. What is added here: brokers and databases on hosts of their
own (`cluster`, `database`), a bound on the processor of each worker (`quota`), the arithmetic of an autoscaler
(`arithmetic`) and what carries it out (`gauges`, `autoscaler`, `replicas`), the day (`curve`, `producer`, `day`), which
build handled what (`builds`), and what comes out (`timeline`, `measures`, `verdict`, `report`, `drawing`).
"""
