"""Requests with properties that no library can read, one in a hundred: none delays another request."""

from __future__ import annotations

from bisect import bisect_left

from ..malformed import is_malformed
from ..measures import percentile
from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

WHOLE_REQUESTS, QUICK_REQUESTS = 20_000, 3_000
# So long behind an unreadable request others come that a lost connection would keep waiting.
NEAR_SECONDS = 0.5
# For each share of the requests, how much slower than the others those near an unreadable one may be: a lost connection
# delays most of them, a pause of a busy machine a few.
RATIO, CHANCES = 3.0, {0.9: 0.05, 0.99: 1.0}


class Unreadable(Scenario):
    """No fault besides: who comes right behind such a request is answered like the others."""

    name = "unreadable"
    title = "one request in a hundred has headers that no library can read"
    alerts = ("LiveryDeadLetters",)
    quick_stores = ("sqlite",)

    def plan(self, options: Options) -> Plan:
        """What riders send is a third of all."""
        return Plan(unreadable=0.04)

    def disturb(self, run: Run) -> None:
        """Lets the traffic go on."""
        run.wait_for_traffic(QUICK_REQUESTS if run.options.quick else WHOLE_REQUESTS, run.bound(300))

    def also_check(self, run: Run) -> list[str]:
        """Compares those who come near with the others."""
        near, far = times(run)
        if len(near) < 100:
            return [f"vacuous: only {len(near)} requests came near an unreadable one"]
        found: list[str] = []
        for share, chance in CHANCES.items():
            slow, usual = percentile(near, share), percentile(far, share)
            words = (f"p{share * 100:.0f} of {len(near)} requests near an unreadable one {slow * 1000:.0f} ms, "
                     f"of {len(far)} others {usual * 1000:.0f} ms")
            print(f"  {words}", flush=True)
            if slow > RATIO * usual + chance:
                found.append(f"slow: {words}")
        return found


def times(run: Run) -> tuple[list[float], list[float]]:
    """How long the answers of readable requests took that came near an unreadable one, and those of the others."""
    evidence = run.evidence
    moments: dict[str, list[float]] = {}
    for request in evidence.requests.values():
        if is_malformed(request.identifier):
            moments.setdefault(request.queue, []).append(request.sent_at)
    for found in moments.values():
        found.sort()
    near: list[float] = []
    far: list[float] = []
    for correlation, time in evidence.answers().items():
        request = evidence.requests.get(correlation)
        if request is None or is_malformed(request.identifier):
            continue
        before = moments.get(request.queue, [])
        index = bisect_left(before, request.sent_at)
        is_near = index > 0 and request.sent_at - before[index - 1] < NEAR_SECONDS
        (near if is_near else far).append(time - request.sent_at)
    return near, far
