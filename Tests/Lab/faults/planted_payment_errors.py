"""Errors about the money of rides, for the checker to find."""

from __future__ import annotations

from .evidence import OBSERVER, PAYMENTS
from .sample_evidence import Case, PlantedError, is_answer


def taken_and_returned(case: Case) -> None:
    """Takes a payment twice and gives it back once, without entries in the ledger."""
    case.pay("ride-4:fare:authorise:2", 500, "hold", "hold-24")
    case.pay("ride-4:fare:capture:2", 500, "capture", "hold-24")
    case.pay("ride-4:fare:refund:1", 500, "refund", "payment-24")


def taken_again(case: Case) -> None:
    """Takes a payment once more, and books it."""
    case.book("ride-4", 3, "captured", "gatewayClearing", "riderReceivable", 50)
    case.pay("ride-4:fare2:authorise:1", 50, "hold", "hold-24")
    case.pay("ride-4:fare2:capture:1", 50, "capture", "hold-24")


def ordered_again(case: Case) -> None:
    """Orders another refund, which never reaches the payment system."""
    case.send("refund/ride-1/2/300/0", "refund/ride-1/2/300", "ride.refund", "dispatch", "ride-1", 24.0)
    case.receive("refund/ride-1/2/300/0", "refund/ride-1/2/300", "ride.refund", "success", None, 24.5)


def refunded(case: Case) -> None:
    """Refunds without an order, and books it."""
    case.book("ride-4", 3, "refund", "refunds", "gatewayClearing", 200)
    case.pay("ride-4:fare:refund:1", 200, "refund", "payment-4")


def not_taken(case: Case) -> None:
    """Takes a payment out of the ledger and out of the payment system."""
    case.sql("DELETE FROM ledger WHERE ride_identifier = 'ride-4' AND transaction_number = 2")
    case.drop(PAYMENTS, lambda line: line[0] == "m" and line[3] == "ride-4:fare:capture:1")


PAYMENT_ERRORS = (
    PlantedError("a payment that is not in the ledger", "clearing", lambda case: case.sql(
        "DELETE FROM ledger WHERE ride_identifier = 'ride-4' AND transaction_number = 2")),
    PlantedError("a payment that was not made", "clearing", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "m" and line[3] == "ride-4:fare:capture:1")),
    PlantedError("a payment that was made and refunded without entries in the ledger", "movement", taken_and_returned),
    PlantedError("a fare of a driver who was elsewhere", "implausible", lambda case: [
        case.sql("UPDATE rides SET rider_identifier = 'far-4' WHERE ride_identifier = 'ride-4'")]),
    PlantedError("a fare of a driver who was elsewhere, paid long after", "implausible", lambda case: [
        case.sql("UPDATE rides SET rider_identifier = 'far-4' WHERE ride_identifier = 'ride-4'"),
        case.lines[OBSERVER].append(["e", 99.0, "ride-4", 9, "completed", "far-4", None, 77, "ride-4/9", False])]),
    PlantedError("a fare that waits for an operator", "implausible", lambda case: case.sql(
        "UPDATE rides SET document = '{\"heldReason\":\"elsewhere\"}' WHERE ride_identifier = 'ride-4'")),
    PlantedError("a hold that is left", "hold", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "m" and line[2] == "void")),
    PlantedError("a debt that was paid twice", "overpaid", taken_again),
    PlantedError("a refund that was not carried out", "overpaid", ordered_again),
    PlantedError("an order whose end was not answered", "unanswered", lambda case: case.receive(
        "f1/0", "f1", "send-ride-feedback.handle", "inProgress", None, 24.5)),
    PlantedError("a refund without an order", "underpaid", refunded),
    PlantedError("a payment that the status does not show", "status", lambda case: case.show("ride-4", "outstanding", "5.00")),
    PlantedError("a debt that the status shows as paid", "underpaid", not_taken),
    PlantedError("a ride that is paid and blocks its rider", "blocked", lambda case: case.sql(
        "UPDATE rides SET obligation = 'payment' WHERE ride_identifier = 'ride-4'")),
    PlantedError("a debt that does not block its rider", "blocked", lambda case: case.show("ride-4", "outstanding", "5.00")),
    PlantedError("a debt that was settled without an order", "settled", lambda case: case.drop(
        OBSERVER, is_answer("settle/ride-3/1/0"))),
    PlantedError("a tip that is not the driver's", "tip", lambda case: case.sql(
        "UPDATE ledger SET account = 'fareRevenue' WHERE account = 'tipsPayable'")),
    PlantedError("a key with two contents", "key", lambda case: case.pay("ride-4:fare:capture:1", 400, "", "hold-4", "failed")),
    PlantedError("a command without an outcome", "key", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "d" and line[2] == "ride-4:fare:capture:1")),
    PlantedError("money of no ride", "phantom", lambda case: case.pay("ride-9:fare:authorise:1", 600, "hold", "hold-9")),
)
