"""What viewers of the console cost the lanes: while a queue is emptied, answers are counted without and with them.

python3 -m console.cost [--binaries FOLDER] [--rounds 10] [--answers 20000] [--viewers 5]

A round is one full queue, of which the parts without, with, with and without viewers are measured: a trend of the
machine counts for both. Exits with 1 when by the median of the rounds the lanes have lost more than 2 % of their rate.
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

from bench.processgroup import processor_times
from fleets.broker import channel_at
from fleets.processes import REPOSITORY, wait_until

from console.rides import DROP_OFF, PICKUP
from console.stage import Stage

KIND = "list-ride-options.handle"
MOST_LOST = 0.02
ROUND_SECONDS = 120
# How many answers viewers need to see their first vehicles, in parts, at most.
PARTS = 8


def main() -> int:
    """Measures the rounds, and judges their median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--answers", type=int, default=20_000, help="of a part of a round")
    parser.add_argument("--viewers", type=int, default=5)
    options = parser.parse_args()
    stage = Stage(options.binaries, REPOSITORY / ".build/console", vehicles=1000)
    ratios: list[float] = []
    shares: list[float] = []
    try:
        stage.begin()
        with channel_at(stage.broker.url) as channel:
            for number in range(options.rounds):
                without, beside, share = played(stage, channel, options.answers, options.viewers)
                ratios.append(beside / without)
                shares.append(share)
                print(f"round {number + 1}: {without:.0f} answers a second, {beside:.0f} with "
                      f"{options.viewers} viewers, {ratios[-1]:.3f}", flush=True)
    finally:
        stage.finish()
    median = statistics.median(ratios)
    print(f"the median of {options.rounds} rounds is {median:.3f}; the console used {statistics.median(shares):.1%} of "
          "a processor")
    return 0 if median >= 1 - MOST_LOST else 1


def played(stage: Stage, channel: BlockingChannel, answers: int, viewers: int) -> tuple[float, float, float]:
    """The answers a second of a round, without viewers and with them, and the share of a processor of the console."""
    worker = next(worker for worker in stage.fleet.workers if worker.kind == "list-options-worker")
    replies = channel.queue_declare("", exclusive=True).method.queue
    stage.fleet.pause(worker)
    try:
        fill(channel, replies, PARTS * answers)
    finally:
        stage.fleet.resume(worker)
    timed = lambda: seconds_of(answers, channel, replies)  # noqa: E731
    # The worker begins anew.
    timed()
    without = timed()
    with watching(stage, viewers):
        used = console_seconds(stage)
        beside = timed() + timed()
        used = console_seconds(stage) - used
    without += timed()
    left = waiting(channel, "livery.list-options")
    channel.queue_purge("livery.list-options")
    channel.queue_delete(replies)
    if left == 0:
        sys.exit(f"expected requests until the end of a round, but {PARTS} parts were too few")
    return 2 * answers / without, 2 * answers / beside, used / beside


def console_seconds(stage: Stage) -> float:
    """The seconds of a processor that the console has used."""
    return sum(processor_times({"console": [stage.console_pid]})["console"].values())


def fill(channel: BlockingChannel, replies: str, count: int) -> None:
    """Puts so many requests into the queue of a worker that is stopped."""
    body = json.dumps({"riderIdentifier": "rider-1", "pickupLocation": PICKUP, "dropOffLocation": DROP_OFF}).encode()
    for number in range(count):
        channel.basic_publish("livery.requests.riders", KIND, body, pika.BasicProperties(
            type=KIND, correlation_id=str(number), reply_to=replies, content_type="application/json"))
    # What was delivered to the worker before it was stopped is not counted.
    wait_until(lambda: waiting(channel, "livery.list-options") >= count - 10_000, ROUND_SECONDS, "the requests wait")


def seconds_of(answers: int, channel: BlockingChannel, replies: str) -> float:
    """How long so many answers take from now."""
    first, began = waiting(channel, replies), time.monotonic()
    wait_until(lambda: waiting(channel, replies) >= first + answers, ROUND_SECONDS, f"{answers} answers", 0.005)
    # The last poll has seen some more.
    return (time.monotonic() - began) * answers / (waiting(channel, replies) - first)


def waiting(channel: BlockingChannel, queue: str) -> int:
    """How many messages are ready in a queue."""
    return int(channel.queue_declare(queue, passive=True).method.message_count)


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
