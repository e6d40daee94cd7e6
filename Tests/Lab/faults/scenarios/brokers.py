"""The broker stops and restarts, or accepts nothing any more."""

from __future__ import annotations

from ..run import Run
from .outage import Outage

WHOLE_ROUNDS, QUICK_ROUNDS = 5, 1
WHOLE_ALARM_SECONDS, QUICK_ALARM_SECONDS = 30.0, 4.0


class BrokerOutage(Outage):
    """A single node is restarted in order, killed, and given too little memory."""

    name = "broker"
    title = "the broker is restarted, killed, and raises its memory alarm"
    alerts = ("LiveryNoWorkerReady", "LiveryBrokerUnseen")
    quick_stores = ("sqlite",)

    def act(self, run: Run) -> None:
        """Each round restarts the node and kills it; alarms come between."""
        rounds = QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS
        for number in range(rounds):
            run.nemesis.pause(0.5, 3)
            with self.outage(run, "broker stop", "broker", unready=run.workers()):
                run.broker.stop()
                run.nemesis.pause(0, 2)
                self.let_be_noticed()
                run.broker.start()
            run.nemesis.pause(0.5, 3)
            with self.outage(run, "broker kill", "broker", unready=run.workers()):
                run.broker.kill()
                run.nemesis.pause(0, 2)
                self.let_be_noticed()
                run.broker.start()
            if number % 3 == 0:
                self.alarm(run)

    def alarm(self, run: Run) -> None:
        """While the alarm is on, the broker reads from no connection that publishes; it notifies those that try to."""
        seconds = QUICK_ALARM_SECONDS if run.options.quick else WHOLE_ALARM_SECONDS
        bookers = run.workers("request-ride-worker")
        # So that they have something to answer when the alarm is on: no new requests come then.
        for worker in bookers:
            run.fleet.pause(worker)
        run.wait_for_traffic(int(run.plan.rate))
        with self.outage(run, "memory alarm", "broker", f"{seconds:.0f} s", unready=bookers):
            run.broker.ctl("set_vm_memory_high_watermark", "absolute", "1MB")
            for worker in bookers:
                run.fleet.resume(worker)
            run.nemesis.pause(seconds, seconds)
            self.let_be_noticed()
            run.broker.ctl("set_vm_memory_high_watermark", "0.4")
