"""The faults that raise alerts: each by its name, what is done, and which alerts it must raise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A fault; the first alert is the one it is for, the others follow from it."""

    name: str
    what: str
    alerts: tuple[str, ...]


ALL = (
    Fault("lock", "somebody holds a lock on the table of rides", ("LiveryRequestsOld",)),
    Fault("stopped-worker", "the only status-query-worker is stopped, and queries come",
          ("LiveryQueueWithoutConsumer", "LiveryNoWorkerReady", "LiveryWorkerNotReady")),
    Fault("missing-right", "the workers' user may no longer publish", ("LiveryNoWorkerReady", "LiveryWorkerNotReady")),
    Fault("flood", "20,500 positions while the dispatch-worker hangs", ("LiveryBacklog",)),
    Fault("malformed", "every second request is malformed", ("LiveryErrorRatioHigh", "LiveryDeadLetters")),
    Fault("full-room", "malformed reports of 60 kB fill the room of their sender's dead letters",
          ("LiveryDeadLettersDropped", "LiveryDeadLetters")),
    Fault("no-vehicles", "no vehicle is on duty, and riders book", ("LiveryNothingOffered", "LiveryRidesWaiting")),
    Fault("unreadable-ride", "a stored ride is damaged, and its driver reports", ("LiveryRideUnreadable",)),
    Fault("poison", "a message is given back 21 times", ("LiveryPoisonMessage",)),
    Fault("full-events", "a queue bound to livery.events is full and refuses", ("LiveryEventsRefused",)),
    Fault("full-replies", "a reply queue is full and refuses", ("LiveryResponsesRefused",)),
    Fault("silent-payments", "the payment system takes nothing and answers nothing", ("LiveryPaymentsUnanswered",)),
    Fault("declined-refunds", "the payment system declines a refund", ("LiveryRefundsFailed",)),
    Fault("silent-driver", "a driver accepts a ride and falls silent", ("LiveryRideStuck",)),
    Fault("no-store", "the database's server refuses the fleet", ("LiveryFleetUnreported",)),
    Fault("no-exporter", "RabbitMQ's exporter is turned off", ("LiveryBrokerUnseen",)),
    Fault("no-deletion", "a trigger keeps old outcomes from being deleted", ("LiveryHousekeepingLate",)),
    Fault("clock", "the clock of one worker is 5 s ahead", ("LiveryClocksApart",)),
    Fault("other-payments", "a worker is started again with another payment system",
          ("LiverySettingDiffers", "LiveryNoWorkerReady", "LiveryWorkerNotReady")),
    Fault("certificate", "the broker's certificate is good for two days",
          ("LiveryCertificateExpires", "LiveryCertificateEnds")),
)
