"""Workers that are killed, again and again."""

from __future__ import annotations

from ..scenario import Options, Plan, Run, Scenario

WHOLE_KILLS, QUICK_KILLS = 1000, 25
WHOLE_REQUESTS, QUICK_REQUESTS = 100_000, 2_000


class Kill(Scenario):
    """kill -9 of a random worker every 0.2 to 1 s."""

    name = "kill"
    title = "kill -9 of a random worker every 0.2 to 1 s"

    def plan(self, options: Options) -> Plan:
        """The whole run has to come to its requests in the time of its kills."""
        return Plan(rate=150.0 if options.quick else 190.0)

    def disturb(self, run: Run) -> None:
        """Kills until there were enough kills and enough requests."""
        options = run.options
        kills = options.kills or (QUICK_KILLS if options.quick else WHOLE_KILLS)
        requests = options.requests or (QUICK_REQUESTS if options.quick else WHOLE_REQUESTS)
        done = 0
        while done < kills or run.sent < requests:
            run.nemesis.pause(0.2, 1.0)
            worker = run.nemesis.numbers.choice(run.workers())
            with run.nemesis.fault("kill", worker.name):
                done += run.fleet.kill(worker)
