"""Reads how many messages queues have from the broker's figures."""

from __future__ import annotations

import re
from collections.abc import Iterable

LINE = re.compile(r'^rabbitmq_detailed_queue_messages\{([^}]*)\} (\S+)$', re.MULTILINE)
QUEUE = re.compile(r'queue="([^"]*)"')


def messages_in(texts: Iterable[str]) -> dict[str, int]:
    """The messages of each queue, ready or with a consumer. While a leader moves, two nodes may show one queue: the
    larger figure counts."""
    found: dict[str, int] = {}
    for text in texts:
        for labels, value in LINE.findall(text):
            queue = QUEUE.search(labels)
            if queue is not None:
                found[queue.group(1)] = max(found.get(queue.group(1), 0), int(float(value)))
    return found
