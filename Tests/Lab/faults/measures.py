"""How long the fleet was silent and how long its recovery took, from the journals."""

from __future__ import annotations

import heapq
from collections import defaultdict

from .evidence import Evidence


def longest_stall(evidence: Evidence) -> tuple[float, str]:
    """The longest time without any answer of a queue's workers while a request of theirs was outstanding; and which."""
    first = evidence.answers()
    moments: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for correlation, time in evidence.confirmed.items():
        request = evidence.requests.get(correlation)
        if request is not None and first.get(correlation, time + 1) > time:
            moments[request.queue].append((time, 1))
            if correlation in first:
                moments[request.queue].append((first[correlation], -1))
    stalls = [(stall(found), queue) for queue, found in moments.items()]
    return max(stalls, default=(0.0, ""))


def slowest_answer(evidence: Evidence) -> float:
    """The longest time from a confirm to the first answer."""
    first = evidence.answers()
    return max((first[correlation] - time for correlation, time in evidence.confirmed.items() if correlation in first),
               default=0.0)


def stall(moments: list[tuple[float, int]]) -> float:
    """The longest time without an answer (-1) while something is outstanding (+1)."""
    longest, outstanding, since = 0.0, 0, 0.0
    for time, change in sorted(moments):
        if change < 0:
            longest = max(longest, time - since)
            since = time
        elif outstanding == 0:
            since = time
        outstanding += change
    return longest


def recoveries(evidence: Evidence) -> list[float]:
    """For each fault: the time from its end until all that was outstanding then had been answered."""
    first = evidence.answers()
    spans = sorted((time, first[correlation]) for correlation, time in evidence.confirmed.items()
                   if first.get(correlation, 0.0) > time)
    found: list[float] = []
    open_until: list[float] = []
    index = 0
    for end in sorted(fault.end for fault in evidence.faults):
        while index < len(spans) and spans[index][0] <= end:
            heapq.heappush(open_until, spans[index][1])
            index += 1
        while open_until and open_until[0] <= end:
            heapq.heappop(open_until)
        found.append(max(open_until) - end if open_until else 0.0)
    return found


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of values lies; 0 where there is none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
