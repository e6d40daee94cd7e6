"""What is done to raise an alert, and to end it: a deed for each fault, on a fleet of its own or after another."""

from __future__ import annotations

from . import broker, money, rides, service, upkeep
from .deed import Deed

# Fleets with their workers, the settings of these, and the deeds on each fleet, one after the other. The fleets do not
# meet, so they are disturbed at the same time.
PAYMENTS = {"LIVERY_PAYMENTS": "amqp"}
PLACES: tuple[tuple[str, tuple[str, ...], dict[str, str], tuple[type[Deed], ...]], ...] = (
    ("requests", ("list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker"), {},
     (service.Malformed, broker.FullReplies, rides.UnreadableRide)),
    ("store", ("request-ride-worker", "dispatch-worker"), {}, (service.Lock, upkeep.NoStore)),
    ("queues", ("status-query-worker", "dispatch-worker"), {}, (broker.StoppedWorker, broker.Poison, broker.Flood)),
    ("events", ("request-ride-worker", "dispatch-worker"), {}, (broker.FullEvents, rides.SilentDriver)),
    ("money", ("request-ride-worker", "dispatch-worker"), PAYMENTS, (money.SilentPayments, money.DeclinedRefunds, upkeep.OtherPayments)),
    ("rides", ("list-options-worker", "request-ride-worker", "dispatch-worker"), {},
     (rides.NoVehicles,)),
    ("upkeep", ("dispatch-worker",), {}, (upkeep.NoDeletion,)),
    ("letters", ("dispatch-worker",), {"LIVERY_DEAD_LETTER_MEGABYTES": "1"}, (upkeep.FullRoom,)),
    ("clocks", ("dispatch-worker",), {}, (upkeep.Clock, upkeep.MissingRight)),
    ("certificates", ("list-options-worker",), {}, (upkeep.Certificate,)),
)
# What disturbs all fleets comes last, and alone.
LAST: tuple[type[Deed], ...] = (broker.NoExporter,)
