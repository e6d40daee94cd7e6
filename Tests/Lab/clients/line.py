"""The line between a client and its broker: records what is published, has a booking refused, holds back what the
broker says, and cuts.
"""

from __future__ import annotations

import asyncio
import enum
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pika.frame
from pika import spec

from fleets.relay import PIECE_BYTES, Relay

BOOKING = "request-ride.handle"
UPDATE = "get-ride-status.start-updates.response"
CANCELLATION = "cancel-ride.handle"
CONTESTED = json.dumps({"code": "failure", "error": {
    "reason": "contested", "message": "others changed the ride first", "retry": "sameIdentifier",
    "retryAfterSeconds": 1}}).encode()
# A booking that agrees to no more than this is refused by the fleet itself, and has not used its quote.
TOO_LITTLE = {"maximumPrice": {"amount": "0.01", "currencyCode": "USD"}}


class Disturbance(enum.Enum):
    """What happens on the line."""

    # The first two answers to a cancellation are replaced by one refusal, with one id, that asks for the same message
    # again: who drops what came before waits for ever.
    REFUSE_TWICE = enum.auto()
    # The first booking is changed on its way so that the fleet refuses its identifier. From a booking with another one
    # on nothing of the broker arrives, not even its confirm.
    REFUSE_AND_HOLD_CONFIRM = enum.auto()
    # The answers to a booking arrive after it has been sent again; the connection is cut before the second update.
    HOLD_ANSWER_AND_CUT = enum.auto()


@dataclass(frozen=True)
class Publication:
    """A message as the client sent it."""

    method: spec.Basic.Publish
    properties: spec.BasicProperties
    body: object


class Line(Relay):
    """A relay that reads the frames that it passes on."""

    def __init__(self, address: str, port: int) -> None:
        self.disturbance = Disturbance.REFUSE_TWICE
        self.published: list[Publication] = []
        # The identifier of the booking that the fleet was made to refuse.
        self.refused: str | None = None
        # The broker has confirmed a booking, and the client does not know.
        self.confirm_is_held = threading.Event()
        self.was_cut = threading.Event()
        super().__init__(address, port, seed=0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(*self._target)
        talk = Talk(self, writer, there_writer)
        try:
            await asyncio.gather(talk.pass_requests(reader), talk.pass_answers(there_reader))
        except OSError:
            talk.cut()


class Talk:
    """One connection."""

    def __init__(self, line: Line, client: asyncio.StreamWriter, broker: asyncio.StreamWriter) -> None:
        self._line, self._client, self._broker = line, client, broker
        self._content: list[pika.frame.Frame] = []
        self._raw = b""
        self._held: list[bytes] = []
        self._holds_all = self._holds_answers = self._in_answer = self._in_refused = False
        self._bookings = self._updates = self._cancellations = 0

    def cut(self) -> None:
        """Ends both sides at once."""
        self._client.transport.abort()
        self._broker.transport.abort()

    async def pass_requests(self, reader: asyncio.StreamReader) -> None:
        """Passes on what the client sends, to the end."""
        async for frame, raw in frames(reader):
            self._broker.write(self._note(frame, raw))
        self._broker.close()

    async def pass_answers(self, reader: asyncio.StreamReader) -> None:
        """Passes on what the broker sends, unless it is held."""
        async for frame, raw in frames(reader):
            if isinstance(frame, pika.frame.Method):
                self._in_answer = isinstance(frame.method, spec.Basic.Deliver)
                if self._holds_all and isinstance(frame.method, spec.Basic.Ack):
                    self._line.confirm_is_held.set()
            if self._is_second_update(frame):
                self._line.was_cut.set()
                return self.cut()
            if self._is_refused(frame):
                raw = b""
            if self._holds_all or (self._holds_answers and self._in_answer):
                self._held.append(raw)
            else:
                self._client.write(raw)
        self._client.close()

    def _is_second_update(self, frame: pika.frame.Frame) -> bool:
        if isinstance(frame, pika.frame.Header) and frame.properties.type == UPDATE:
            self._updates += 1
            return self._updates == 2 and self._line.disturbance is Disturbance.HOLD_ANSWER_AND_CUT
        return False

    def _is_refused(self, frame: pika.frame.Frame) -> bool:
        """Whether a frame belongs to the answer in whose place a refusal is sent."""
        if isinstance(frame, pika.frame.Header) and frame.properties.type == f"{CANCELLATION}.response":
            self._cancellations += 1
            if self._cancellations <= 2 and self._line.disturbance is Disturbance.REFUSE_TWICE:
                frame.properties.message_id += "/refusal"
                header = pika.frame.Header(frame.channel_number, len(CONTESTED), frame.properties)
                self._client.write(header.marshal() + pika.frame.Body(frame.channel_number, CONTESTED).marshal())
                self._in_refused = True
        elif isinstance(frame, pika.frame.Method):
            self._in_refused = False
        return self._in_refused

    def _note(self, frame: pika.frame.Frame, raw: bytes) -> bytes:
        """Gathers the frames of a publication: a method, a header with the size, and the body in pieces.

        Returns what to pass on, which is a publication once it is whole.
        """
        if isinstance(frame, pika.frame.Method) and isinstance(frame.method, spec.Basic.Publish):
            self._content, self._raw = [frame], raw
            return b""
        if not isinstance(frame, (pika.frame.Header, pika.frame.Body)):
            return raw
        self._content.append(frame)
        self._raw += raw
        method, header, *pieces = self._content
        body = b"".join(piece.fragment for piece in pieces)
        if len(body) < header.body_size:
            return b""
        publication = Publication(method.method, header.properties, json.loads(body))
        self._take(publication)
        if self._line.refused is None or header.properties.message_id != self._line.refused:
            return self._raw
        changed = json.dumps({**publication.body, **TOO_LITTLE}).encode()
        header = pika.frame.Header(frame.channel_number, len(changed), header.properties)
        return method.marshal() + header.marshal() + pika.frame.Body(frame.channel_number, changed).marshal()

    def _take(self, publication: Publication) -> None:
        self._line.published.append(publication)
        if publication.properties.type != BOOKING:
            return
        identifier, disturbance = publication.properties.message_id, self._line.disturbance
        if disturbance is Disturbance.REFUSE_AND_HOLD_CONFIRM and self._line.refused is None:
            self._line.refused = identifier
        if identifier == self._line.refused:
            return
        self._bookings += 1
        self._holds_all = disturbance is Disturbance.REFUSE_AND_HOLD_CONFIRM
        self._holds_answers = disturbance is Disturbance.HOLD_ANSWER_AND_CUT and self._bookings == 1
        if not self._holds_all and not self._holds_answers:
            self._client.write(b"".join(self._held))
            self._held.clear()


async def frames(reader: asyncio.StreamReader) -> AsyncIterator[tuple[pika.frame.Frame, bytes]]:
    """Each frame with its bytes, to the end of the stream."""
    waiting = b""
    while piece := await reader.read(PIECE_BYTES):
        waiting += piece
        while (found := pika.frame.decode_frame(waiting))[1] is not None:
            yield found[1], waiting[: found[0]]
            waiting = waiting[found[0]:]
