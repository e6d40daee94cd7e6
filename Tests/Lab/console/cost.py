"""What viewers of the console cost the lanes: rounds with and without them in one run, in turn.

python3 -m console.cost [--binaries FOLDER] [--rounds 10] [--requests 50000] [--viewers 5]

While the worker is stopped, requests are put into its queue; what is measured is how long it takes to answer them all.
Exits with 1 when the median of the pairs is that the lanes have lost more than 2 % of their rate.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pika
from pika.adapters.blocking_connection import BlockingChannel

from fleets.broker import channel_at
from fleets.processes import REPOSITORY, wait_until

from console.rides import DROP_OFF, PICKUP
from console.stage import Stage

KIND = "list-ride-options.handle"
MOST_LOST = 0.02
ROUND_SECONDS = 120
# Two lanes have as much ahead of their acknowledgement at most.
IN_HAND = 2 * 256


def main() -> int:
    """Measures the rounds, and judges their median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--viewers", type=int, default=5)
    options = parser.parse_args()
    stage = Stage(options.binaries, REPOSITORY / ".build/console", vehicles=1000)
    ratios: list[float] = []
    try:
        stage.begin()
        with channel_at(stage.broker.url) as channel:
            answered(stage, channel, options.requests)
            for number in range(options.rounds):
                rates = {}
                # Which one is first changes, so that a trend of the machine counts for both.
                for viewers in (0, options.viewers) if number % 2 else (options.viewers, 0):
                    with watching(stage, viewers):
                        rates[viewers] = answered(stage, channel, options.requests)
                ratios.append(rates[options.viewers] / rates[0])
                print(f"round {number + 1}: {rates[0]:.0f} answers a second, {rates[options.viewers]:.0f} with "
                      f"{options.viewers} viewers, {ratios[-1]:.3f}", flush=True)
    finally:
        stage.finish()
    median = statistics.median(ratios)
    print(f"the median of {options.rounds} rounds is {median:.3f}")
    return 0 if median >= 1 - MOST_LOST else 1


def answered(stage: Stage, channel: BlockingChannel, count: int) -> float:
    """How many requests a second are answered."""
    worker = next(worker for worker in stage.fleet.workers if worker.kind == "list-options-worker")
    replies = channel.queue_declare("", exclusive=True).method.queue
    body = json.dumps({"riderIdentifier": "rider-1", "pickupLocation": PICKUP, "dropOffLocation": DROP_OFF}).encode()
    waiting = lambda queue: channel.queue_declare(queue, passive=True).method.message_count  # noqa: E731
    stage.fleet.pause(worker)
    try:
        for number in range(count):
            channel.basic_publish("livery.requests.riders", KIND, body, pika.BasicProperties(
                type=KIND, correlation_id=str(number), reply_to=replies, content_type="application/json"))
        wait_until(lambda: waiting("livery.list-options") >= count - IN_HAND, ROUND_SECONDS, "the requests wait")
    finally:
        stage.fleet.resume(worker)
    began = time.monotonic()
    wait_until(lambda: waiting(replies) == count, ROUND_SECONDS, f"{count} answers", 0.01)
    seconds = time.monotonic() - began
    channel.queue_delete(replies)
    return count / seconds


@contextmanager
def watching(stage: Stage, viewers: int) -> Iterator[None]:
    """Has so many pages with a map open."""
    # A session may have a few streams alone.
    requests = [(f"GET /api/live?vehicles=1 HTTP/1.1\r\nHost: 127.0.0.1:{stage.port}\r\n"
                 f"Cookie: {signed_in(stage)}\r\n\r\n").encode() for _ in range(viewers)]
    streams = [socket.create_connection(("127.0.0.1", stage.port)) for _ in range(viewers)]
    heard = [threading.Event() for _ in streams]
    threads = [threading.Thread(target=read, args=pair, daemon=True) for pair in zip(streams, heard)]
    try:
        for stream, request, thread in zip(streams, requests, threads):
            stream.sendall(request)
            thread.start()
        wait_until(lambda: all(event.is_set() for event in heard), ROUND_SECONDS, "the viewers see vehicles")
        yield
    finally:
        for stream in streams:
            # The thread that reads it gets to its end.
            stream.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join(ROUND_SECONDS)


def read(stream: socket.socket, heard: threading.Event) -> None:
    """Reads a stream to its end."""
    with stream, stream.makefile("rb") as lines:
        for line in lines:
            if b"event: vehicles" in line:
                heard.set()


def signed_in(stage: Stage) -> str:
    """The cookie of a session."""
    connection = http.client.HTTPConnection("127.0.0.1", stage.port, timeout=60)
    connection.request("POST", "/api/login", json.dumps({"name": "reader", "password": stage.password}), {
        "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"})
    answer = connection.getresponse()
    answer.read()
    return str(answer.getheader("Set-Cookie")).partition(";")[0]


if __name__ == "__main__":
    sys.exit(main())
