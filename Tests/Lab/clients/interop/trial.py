"""One library's messages: publishes them, gathers what came of each, and says what is not as it has to be."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fleets.broker import idle_connection

from .letters import Letter
from .libraries import Library
from .message import BY_BROKER, Case
from .values import value_of

ANSWER_SECONDS = 150
JSON = "application/json"


class Trial:
    """Messages have their library and a number in their ids; a rider is named as the message."""

    def __init__(self, library: Library, urls: tuple[str, str], run: str, work: Path) -> None:
        self.library, self._urls, self._prefix, self._work = library, urls, f"{run}-{library.name}", work
        self._connection = idle_connection(urls[0])
        self._channel = self._connection.channel()
        self._replies = self._channel.queue_declare("", exclusive=True).method.queue
        self.cases: dict[str, Case] = {}
        self._bodies: dict[str, str] = {}
        self._answers: dict[str, list[dict[str, Any]]] = defaultdict(list)

    @property
    def letters(self) -> set[str]:
        """The messages that have to become dead letters."""
        return {identifier for identifier, case in self.cases.items() if case.letter}

    @property
    def riders(self) -> list[str]:
        """The riders that have to have a ride."""
        return [identifier for identifier, case in self.cases.items() if case.books]

    @property
    def answer_count(self) -> int:
        """How many responses came."""
        return sum(len(answers) for answers in self._answers.values())

    def send(self, cases: Iterable[Case]) -> None:
        """Publishes cases, and waits for their responses."""
        lines = []
        for case in cases:
            identifier = f"{self._prefix}-{len(self.cases)}"
            line = case.line(self._urls[case.is_idle], identifier, self._reply_to(case))
            self.cases[identifier], self._bodies[identifier] = case, line["body"]
            lines.append(line)
        for answer in self.library.publish(lines, self._work):
            self._answers[answer["correlation_id"]].append(answer)
        self._receive()

    def complaints(self, letters: dict[str, list[Letter]]) -> Iterable[str]:
        """Says of each message what was expected and what came."""
        for identifier, case in self.cases.items():
            kept = letters.get(identifier, [])
            for said in (*self._of_answers(identifier, case), *self._of_letters(identifier, case, kept)):
                yield f"{self.library.name}: {case.group}: {case.name} ({identifier}): {said}"
        if unknown := self._answers.keys() - self.cases.keys():
            yield f"{self.library.name}: expected no responses to others, got some to {unknown}"

    def _reply_to(self, case: Case) -> str | None:
        match case.reply:
            case "none": return None
            case "queue": return self._replies
            case "gone":
                queue = self._channel.queue_declare("", exclusive=True).method.queue
                self._channel.queue_delete(queue)
                return queue
        return "amq.rabbitmq.reply-to"

    def _receive(self) -> None:
        """Takes responses until all have come; one that should not come does so within the time for the others."""
        due = sum(case.times for case in self.cases.values() if case.expected)
        deadline = time.monotonic() + ANSWER_SECONDS
        for _, properties, body in self._channel.consume(self._replies, auto_ack=True, inactivity_timeout=0.1):
            if properties is not None:
                self._answers[properties.correlation_id].append(
                    {"message_id": properties.message_id, "type": properties.type,
                     "content_type": properties.content_type, "body": body})
            elif self.answer_count >= due or time.monotonic() > deadline:
                break
        self._channel.cancel()

    def _of_answers(self, identifier: str, case: Case) -> Iterable[str]:
        answers = self._answers[identifier]
        expected = [case.expected] * case.times if case.expected else []
        if (came := [outcome(json.loads(answer["body"])) for answer in answers]) != expected:
            yield f"expected the responses {expected}, got {came}"
            return
        stem = f"{identifier}/" if case.properties.get("message_id", identifier) else ""
        for answer in answers:
            name = answer["message_id"] or ""
            is_named = name.startswith(stem) and bool(name) == bool(stem)
            if (answer["type"], answer["content_type"], is_named) != (f"{case.request.type}.response", JSON, True):
                yield f"expected a JSON response of its type with an id of the request, got {answer}"
        if any((answer["message_id"], answer["body"]) != (answers[0]["message_id"], answers[0]["body"])
               for answer in answers):
            yield f"expected equal responses with one id, got {answers}"

    def _of_letters(self, identifier: str, case: Case, letters: list[Letter]) -> Iterable[str]:
        found = [(letter.queue, letter.reason) for letter in letters]
        expected = [(f"{case.request.queue}.dead-letters", case.letter)] if case.letter else []
        if found != expected:
            yield f"expected the dead letters {expected}, got {found}"
            return
        for letter in letters:
            if letter.body.decode() != self._bodies[identifier]:
                yield f"expected the dead letter whole, got {len(letter.body)} bytes: {letter.body[:200]!r}"
            headers = {name: value_of(*value) for name, value in case.headers.items()}
            kept = {name: letter.headers.get(name, "nothing") for name in headers}
            if kept != headers and case.letter != "reserved-header" and not case.letter.startswith(BY_BROKER):
                yield f"expected the headers {headers} in the dead letter, got {kept}"


def outcome(body: dict[str, Any]) -> str:
    """A response as the table has it."""
    error = body.get("error", {})
    return " ".join(part for part in (body.get("code"), error.get("reason"), error.get("path")) if part)
