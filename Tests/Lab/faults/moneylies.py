"""Lies about the money of rides, for the checker to find."""

from __future__ import annotations

from .evidence import OBSERVER, PAYMENTS
from .fabricated import Case, Lie, is_answer


def taken_and_returned(case: Case) -> None:
    """Takes a payment twice and gives it back once, of which the ledger knows nothing."""
    case.paid("ride-4:fare:authorise:2", 500, "hold", "hold-24")
    case.paid("ride-4:fare:capture:2", 500, "capture", "hold-24")
    case.paid("ride-4:fare:refund:1", 500, "refund", "payment-24")


def taken_again(case: Case) -> None:
    """Takes a payment once more, and books it."""
    case.book("ride-4", 3, "captured", "gatewayClearing", "riderReceivable", 50)
    case.paid("ride-4:fare2:authorise:1", 50, "hold", "hold-24")
    case.paid("ride-4:fare2:capture:1", 50, "capture", "hold-24")


def ordered_again(case: Case) -> None:
    """Orders another refund, of which the payment system never hears."""
    case.sent("refund/ride-1/2/300/0", "refund/ride-1/2/300", "ride.refund", "dispatch", "ride-1", 24.0)
    case.heard("refund/ride-1/2/300/0", "refund/ride-1/2/300", "ride.refund", "success", None, 24.5)


def refunded(case: Case) -> None:
    """Refunds without an order, and books it."""
    case.book("ride-4", 3, "refund", "refunds", "gatewayClearing", 200)
    case.paid("ride-4:fare:refund:1", 200, "refund", "payment-4")


def not_taken(case: Case) -> None:
    """Takes a payment out of the ledger and out of the payment system."""
    case.sql("DELETE FROM ledger WHERE ride_identifier = 'ride-4' AND transaction_number = 2")
    case.drop(PAYMENTS, lambda line: line[0] == "m" and line[3] == "ride-4:fare:capture:1")


MONEY_LIES = (
    Lie("a payment that is not in the ledger", "clearing", lambda case: case.sql(
        "DELETE FROM ledger WHERE ride_identifier = 'ride-4' AND transaction_number = 2")),
    Lie("a payment that nobody made", "clearing", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "m" and line[3] == "ride-4:fare:capture:1")),
    Lie("a payment that was made and undone unknown to the ledger", "movement", taken_and_returned),
    Lie("a fare of a driver who was elsewhere", "lied", lambda case: [
        case.sql("UPDATE rides SET rider_identifier = 'far-4' WHERE ride_identifier = 'ride-4'")]),
    Lie("a hold that is left", "hold", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "m" and line[2] == "void")),
    Lie("a debt that was paid twice", "overpaid", taken_again),
    Lie("a refund that nobody carried out", "overpaid", ordered_again),
    Lie("an order whose end nobody was told", "unheard", lambda case: case.heard(
        "f1/0", "f1", "send-ride-feedback.handle", "inProgress", None, 24.5)),
    Lie("a refund that nobody ordered", "underpaid", refunded),
    Lie("a payment that its rider is not told of", "told", lambda case: case.told("ride-4", "outstanding", "5.00")),
    Lie("a debt that its rider is told is paid", "underpaid", not_taken),
    Lie("a ride that is paid and blocks its rider", "blocked", lambda case: case.sql(
        "UPDATE rides SET obligation = 'payment' WHERE ride_identifier = 'ride-4'")),
    Lie("a debt that blocks nobody", "blocked", lambda case: case.told("ride-4", "outstanding", "5.00")),
    Lie("a debt that was settled by nobody", "settled", lambda case: case.drop(
        OBSERVER, is_answer("settle/ride-3/1/0"))),
    Lie("a tip that is not the driver's", "tip", lambda case: case.sql(
        "UPDATE ledger SET account = 'fareRevenue' WHERE account = 'tipsPayable'")),
    Lie("a key with two contents", "key", lambda case: case.paid("ride-4:fare:capture:1", 400, "", "hold-4", "failed")),
    Lie("a command of which nothing has become", "key", lambda case: case.drop(
        PAYMENTS, lambda line: line[0] == "d" and line[2] == "ride-4:fare:capture:1")),
    Lie("money of no ride", "phantom", lambda case: case.paid("ride-9:fare:authorise:1", 600, "hold", "hold-9")),
)
