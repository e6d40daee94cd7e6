"""The bench: measures what the fleet costs, beside a floor. `deploy/bench` runs it.

**The floor** is `floor.c`: it consumes a queue of the same type with the same prefetch over the same two connections
as a worker, answers each message with a body of the same size as the worker's, persistent and mandatory, waits for the
broker's confirms, and acknowledges the batch with one acknowledgement. Beside a worker that writes, the floor writes
the same rows to a database of the same kind, one transaction for a batch (`rows.c`, `postgres.c`, `sqlite.c`). It does
nothing else, so what a worker takes beyond it is the worker's own. Floor and worker are measured in turn (A B A B …)
and compared by their medians. The processor time that is compared includes that of the database server.

**The load** is `load.c`: it keeps a window of requests in flight (closed loop), counts an answer by its code, and notes
for each the time from just before the request was written until the answer was read. It reads the processor time of
the processes that it watches from their clocks (clock_getcpuclockid(3), nanoseconds) at the first and the last
counted request. Its own is in every result, as it shares the processors with what it measures.

**A run** measures one aspect; `catalogue.ALL` lists them in the order in which they are carried out. To add one, write
a subclass of `run.Run` and put it there:

    class Lists(Run):
        name, title = "lists", "list requests"

        def measure(self, bench: Bench) -> None:
            stage = bench.stage("quorum", "sqlite")     # a virtual host with its queues, and a database
            stage.bring_vehicles(100)
            with stage.workers("list-options-worker") as group:
                stage.wait_for_options()
                measured = stage.load(LIST, Extent(requests=20_000, seconds=5, window=100), group)
            bench.report.add(self.name, group.kind, {"window": 100}, measured.figures())

Loads of several subjects in turn, with ratios to the floor: `comparing.compare`, and `workers.beside_floor` for one
worker with all that belongs to it.

**The report** is one object of three members: `facts` (machine, versions, seed, settings of the servers), `results`
(rows with `run`, `subject`, `setting` and `figures`), and `budgets` (rows with `name`, `limit`, `figure`, `met`).
Latencies and processor times are in microseconds, sizes in bytes, rates in requests a second.
"""
