"""What an operator can do to a broker by mistake, and undo."""

from __future__ import annotations

import json

from fleets.broker import RESPONSES, channel_at
from fleets.processes import SuiteError, now, wait_until

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from .outage import Outage

USER, PASSWORD, OTHER_PASSWORD = "worker", "worker-secret", "another-secret"
WHOLE_ROUNDS, QUICK_ROUNDS = 2, 1
# Longer than the 10 s for which a lane tries to publish a response, and shorter; a refusal that the broker's commands
# have drawn out beyond the third is not clearly shorter.
LONG_REFUSAL_SECONDS, SHORT_REFUSAL_SECONDS, CLEARLY_SHORT_SECONDS = 25.0, 3.0, 7.5
# For so long after a lane has given up a response it tries each other one once, and does not wait.
IMPATIENT_SECONDS = 60.0
EMPTY_SECONDS = 20
CLOSE_SECONDS = 30
DESTROYED = 25


class Operator(Outage):
    """The workers have their own user, so that it can be disabled while riders and drivers continue."""

    name = "operator"
    title = "queues and exchange deleted and purged, permission revoked, password changed, reply queue full"
    alerts = ("LiveryNoWorkerReady", "LiveryResponsesRefused")
    quick_stores = ("sqlite",)

    def __init__(self) -> None:
        super().__init__()
        self._accepted_at = float("-inf")

    def expected_alerts(self, run: Run) -> tuple[str, ...]:
        """A quick refusal of responses is too short for its alert."""
        return self.alerts[:1] if run.options.quick else self.alerts

    def plan(self, options: Options) -> Plan:
        """The usual fleet."""
        return Plan(settle_seconds=120, rules=Rules(refused_responses=not options.quick))

    def workers(self, run: Run) -> None:
        """Workers who are not the user of the suite."""
        run.broker.ctl("add_user", USER, PASSWORD)
        run.broker.ctl("set_permissions", "-p", "/", USER, ".*", ".*", ".*")
        run.plan.environment["LIVERY_AMQP_URL"] = run.broker.url.replace("guest:guest", f"{USER}:{PASSWORD}")
        super().workers(run)

    def act(self, run: Run) -> None:
        """Makes each mistake and undoes it, in a random order."""
        mistakes = [self.delete_queue, self.purge_queue, self.delete_exchange, self.revoke, self.change_password,
                    self.fill_replies]
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            run.nemesis.numbers.shuffle(mistakes)
            for mistake in mistakes:
                run.nemesis.pause(0.2, 1)
                mistake(run)

    def delete_queue(self, run: Run) -> None:
        """An empty one: what is in a queue goes with it, by the operator's own act."""
        kind = "request-ride" if run.options.quick else run.nemesis.numbers.choice(("request-ride", "list-options"))
        queue = f"livery.{kind}"
        run.pause_traffic()
        self.wait_until_empty(run, queue)
        with self.outage(run, "delete queue", queue, unready=run.workers(f"{kind}-worker")):
            run.broker.ctl("delete_queue", queue)
            # Publications come back unroutable now, and are sent again later.
            run.resume_traffic()
            run.nemesis.pause(1, 2 if run.options.quick else 8)
            self.let_be_noticed()
            run.fleet.tool("topology", "apply")

    def purge_queue(self, run: Run) -> None:
        """Takes messages away under load, and writes down which; then empties the queue, but not the workers' hands."""
        kind = run.nemesis.numbers.choice(("request-ride", "list-options", "status-query"))
        queue = f"livery.{kind}"
        for worker in run.workers(f"{kind}-worker"):
            run.fleet.pause(worker)
        wait_until(lambda: run.broker.depths([queue])[queue] >= DESTROYED, 60, f"{DESTROYED} messages in {queue}")
        with self.outage(run, "purge queue", queue):
            with channel_at(run.broker.url) as channel:
                for _ in range(DESTROYED):
                    method, properties, _ = channel.basic_get(queue)
                    if method is not None:
                        run.nemesis.note_destroyed(properties.correlation_id)
                        channel.basic_ack(method.delivery_tag)
            for worker in run.workers(f"{kind}-worker"):
                run.fleet.resume(worker)
            run.pause_traffic()
            wait_until(lambda: run.broker.depths([queue])[queue] == 0, EMPTY_SECONDS, f"nothing is ready in {queue}")
            run.broker.ctl("purge_queue", queue)
            run.resume_traffic()

    def delete_exchange(self, run: Run) -> None:
        """That of the events: what waits to be published has to wait until it is there again."""
        with self.outage(run, "delete exchange", "livery.events", unready=run.workers("request-ride-worker")):
            with channel_at(run.broker.url) as channel:
                channel.exchange_delete("livery.events")
            run.nemesis.pause(1, 2 if run.options.quick else 8)
            self.let_be_noticed()
            # Between the exchange and the bindings of observers, nothing may be published: no observer would receive it.
            for worker in run.workers():
                run.fleet.pause(worker)
            run.fleet.tool("topology", "apply")
            run.broker.declare()
            for worker in run.workers():
                run.fleet.resume(worker)

    def revoke(self, run: Run) -> None:
        """A right that is revoked counts from the next channel on, so the connections are closed."""
        with self.outage(run, "revoke permission", USER, unready=run.workers()):
            run.broker.ctl("clear_permissions", "-p", "/", USER)
            self.close_connections(run)
            run.nemesis.pause(1, 2 if run.options.quick else 8)
            self.let_be_noticed()
            run.broker.ctl("set_permissions", "-p", "/", USER, ".*", ".*", ".*")

    def change_password(self, run: Run) -> None:
        """The workers cannot log in until the password is theirs again."""
        with self.outage(run, "change password", USER, unready=run.workers()):
            run.broker.ctl("change_password", USER, OTHER_PASSWORD)
            self.close_connections(run)
            run.nemesis.pause(1, 2 if run.options.quick else 8)
            self.let_be_noticed()
            run.broker.ctl("change_password", USER, PASSWORD)

    def fill_replies(self, run: Run) -> None:
        """The responses are not read, and their queue accepts no more. Requests may be kept when that was not clearly
        shorter than lanes try."""
        seconds = SHORT_REFUSAL_SECONDS if run.options.quick else LONG_REFUSAL_SECONDS
        waiting = run.workers("list-options-worker") if now() - self._accepted_at > IMPATIENT_SECONDS else []
        with self.outage(run, "full reply queue", RESPONSES, unready=waiting):
            run.stop_listening()
            began = now()
            self.limit_replies(run, 1)
            run.nemesis.pause(seconds, seconds)
            self.let_be_noticed()
            if run.options.quick or run.nemesis.numbers.random() < 0.5:
                self.limit_replies(run, 1_000_000)
            else:
                # RabbitMQ 3.10 then leaves the channels that it refused without word that they may publish again.
                run.broker.ctl("clear_policy", "replies")
            if now() - began > CLEARLY_SHORT_SECONDS:
                run.plan.rules.refused_responses = True
            run.resume_listening()
        self._accepted_at = now()

    @staticmethod
    def limit_replies(run: Run, length: int) -> None:
        """How many responses may wait."""
        run.broker.ctl("set_policy", "replies", f"^{RESPONSES}$",
                       json.dumps({"max-length": length, "overflow": "reject-publish"}), "--apply-to", "queues")

    def close_connections(self, run: Run) -> None:
        """Closes what the workers have."""
        def closes() -> bool:
            try:
                run.broker.ctl("close_all_user_connections", USER, "by the operator")
            except SuiteError:
                # The command ends with an error when a connection is gone before its turn comes.
                return False
            return True

        wait_until(closes, CLOSE_SECONDS, f"the connections of {USER} are closed")

    def wait_until_empty(self, run: Run, queue: str) -> None:
        """Waits until a queue has neither ready nor unacknowledged messages."""
        def is_empty() -> bool:
            rows = run.broker.ctl("list_queues", "name", "messages").splitlines()
            return f"{queue}\t0" in rows

        wait_until(is_empty, EMPTY_SECONDS, f"{queue} is empty")
