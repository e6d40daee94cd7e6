"""The fault suite: disturbs a fleet under load and checks from outside what it promises. `deploy/faults` runs it.

Python, because a client that shares no code with the fleet is the better witness. Needs Debian's python3-pika, and
the programs of PostgreSQL for a database server; all else is the standard library.

**The course** of each scenario (`scenario.Run`): a private broker and store are started, topology and tables made,
workers started and waited for; the *observer* and the *producer*, processes of their own, begin; the scenario's
`disturb` does its faults under load; then the traffic ends, everything outstanding is waited for, the workers are
stopped, the dead letters read, and the *checker* judges journals and store. One scenario on one store is one `Row` of
the report.

**To write a scenario**: a subclass of `scenario.Scenario` in a file of `scenarios/`, added to `scenarios.ALL`.

    class Kill(Scenario):
        name, title = "kill", "kill -9 of a random worker every 0.2 to 1 s"
        stores = ("sqlite", "postgres")       # on which stores it makes sense (the default: both)
        quick_stores = ()                     # with --quick on these alone; all of them if empty
        needs_root = False                    # True: refused, by name, when the caller is not root
        alerts = ("LiveryDeadLetters",)       # of rules.yml: with --alerts they have to fire; override
                                              #   expected_alerts(run) where a run may be too short for some

        def plan(self, options) -> Plan:      # how many workers of each kind, settings of all of them, requests a
            return Plan(rate=150.0)           #   second, vehicles, and `rules`: what the checker has to allow

        def disturb(self, run) -> None:       # do the faults; return when they are over
            for _ in range(3 if run.options.quick else 20):
                run.wait_for_traffic(200)     # so many more requests confirmed: the load is on
                with run.nemesis.fault("broker killed", "node", "SIGKILL"):   # one line of the nemesis's journal;
                    run.broker.kill()                                         #   recovery is counted from its end
                    run.nemesis.pause(0.5, 3)                                 # drawn from the seed
                    run.broker.start()
                run.fleet.wait_until_ready()

        def also_check(self, run) -> list[str]:   # what else went wrong, in words (probes, exit codes): `found`

    Override `come_to_rest(run)` to wait for work after the traffic is answered, such as payments. Where the
    payment system is the suite's (`payment_system.PaymentSystem`, started by `workers(run)`; its account is in `payment_accounts.py`)
    `payment_checker.PaymentChecker` judges too: account, ledger and the riders' statuses have to agree once all work has ended.

    Override `broker(folder)` to give another broker: a subclass of `broker.Broker` with start, stop, kill, url, urls,
    ctl, declare, depths, counters. Override `store(folder, name)` likewise (`store.SQLiteStore`, `store.PostgresStore`
    with url, start, stop, kill, rows, check).

**What `run` has**: `options` (quick, seed, requests, kills), `plan`, `folder` (journals, `log/`, broker, store),
`broker`, `store`, `fleet`, `nemesis` (`numbers` is the seeded random.Random; `fault(...)`, `pause(...)`), `sent`,
`confirmed`, `workers(kind=None)`, `wait_for_traffic(more, seconds)`, `evidence` (`audits` may be added to).

**What `run.fleet` has**: `workers`; `kill(worker, signal=SIGKILL)`, `pause(worker)`, `resume(worker)`,
`restart(worker)` (SIGTERM, waits, gives the exit code), `wait_until_ready(seconds)`, `tool(*arguments)` (the program
`livery`), `environment()`, `exits` (every end of a process: what the suite sent it, or None, and the exit code).
A supervisor starts again whatever ends, after `restart_delay` seconds, as long as the `worker.wanted`.
A `Worker` has `kind`, `name`, `pid`, `port`, `probe("/readyz" or "/livez")`, and, read at each start of its process:
`environment` (over the fleet's: another URL, another clock) and `prefix` (stands before the command, such as
["ip", "netns", "exec", NAME]); `address` is where its probe answers. To have a worker start in another way from the
beginning override `Scenario.workers(run)`.

**What the checker demands of every run**: answered (each confirmed sending has a response with its correlation, or a
dead letter with a reason), booked once, agreement (all responses to one identifier are the same), history and events
without gap and fork, no phantom, no vehicle with two unfinished rides, a ledger that balances, no crash, exit codes,
bounded memory and descriptors, nothing misread, something at stake. `checker.Rules` says what a scenario may do
beyond: dead letters that are right, messages that the nemesis itself removed, workers that end by policy. Publishing
that was never confirmed may or may not have had an effect. `deploy/faults --check-the-checker` shows that the checker
can fail.
"""
