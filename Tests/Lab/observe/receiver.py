"""A receiver of traces over OTLP/HTTP in JSON, for tests: it decodes each request by opentelemetry-proto.

Use: receiver.py PORT FILE [--first STATUS[:RETRY-AFTER],…]
It writes a line of JSON for each request into the file: the decoded spans, or what was wrong. The first requests of
workers are answered with the statuses that are given, and decoded no less.
"""

from __future__ import annotations

import argparse
import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

PATH = "/v1/traces"
IDENTIFIERS = {"traceId": 16, "spanId": 8, "parentSpanId": 8}


class Wrong(Exception):
    """What a request has that OTLP does not allow."""


def with_base64_identifiers(value: Any) -> Any:
    """The document with its identifiers as protobuf's JSON has them: OTLP's are hexadecimal."""
    if isinstance(value, list):
        return [with_base64_identifiers(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {name: identifier(name, member) if name in IDENTIFIERS else with_base64_identifiers(member)
            for name, member in value.items()}


def identifier(name: str, text: Any) -> str:
    """The identifier in base64."""
    if not isinstance(text, str) or len(text) != 2 * IDENTIFIERS[name] or text != text.lower():
        raise Wrong(f"{name}: expected {2 * IDENTIFIERS[name]} lower-case hexadecimal digits, got {text!r}")
    return base64.b64encode(bytes.fromhex(text)).decode()


def decode(body: bytes) -> trace_service_pb2.ExportTraceServiceRequest:
    """The request; raises Wrong or ParseError for what OTLP does not know, unknown members among it."""
    document = json.loads(body)
    return json_format.ParseDict(with_base64_identifiers(document), trace_service_pb2.ExportTraceServiceRequest())


def value_of(value: Any) -> Any:
    """An attribute's value as Python has it."""
    kind = value.WhichOneof("value")
    return getattr(value, kind) if kind else None


def attributes_of(pairs: Any) -> dict[str, Any]:
    """Attributes by their names."""
    found = {pair.key: value_of(pair.value) for pair in pairs}
    if len(found) != len(pairs):
        raise Wrong(f"an attribute stands twice: {[pair.key for pair in pairs]}")
    return found


def spans_of(request: trace_service_pb2.ExportTraceServiceRequest) -> list[dict[str, Any]]:
    """The spans of a request, as plain values."""
    spans = []
    for resource in request.resource_spans:
        process = attributes_of(resource.resource.attributes)
        for scope in resource.scope_spans:
            for span in scope.spans:
                spans.append({
                    "resource": process, "scope": scope.scope.name, "schema": resource.schema_url,
                    "trace": span.trace_id.hex(), "span": span.span_id.hex(), "parent": span.parent_span_id.hex(),
                    "state": span.trace_state, "flags": span.flags, "name": span.name, "kind": span.kind,
                    "start": span.start_time_unix_nano, "end": span.end_time_unix_nano,
                    "attributes": attributes_of(span.attributes), "status": span.status.code,
                    "links": [{"trace": link.trace_id.hex(), "span": link.span_id.hex()} for link in span.links],
                })
    return spans


class Handler(BaseHTTPRequestHandler):
    """Answers requests, one connection each."""

    protocol_version = "HTTP/1.1"
    file: Path
    first: list[tuple[int, str]]
    lock = threading.Lock()

    def do_POST(self) -> None:
        """Takes a request."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        entry: dict[str, Any] = {"connection": self.client_address[1], "bytes": len(body)}
        status, retry_after = 200, ""
        try:
            if self.path != PATH:
                raise Wrong(f"expected {PATH}, got {self.path}")
            if self.headers["Content-Type"] != "application/json":
                raise Wrong(f"expected JSON, got {self.headers['Content-Type']}")
            entry["spans"] = spans_of(decode(body))
        except (Wrong, ValueError, json_format.ParseError) as error:
            entry["wrong"] = f"{error}"
            status = 400
        with self.lock:
            if self.first and any(span["scope"] == "livery" for span in entry.get("spans", [])):
                status, retry_after = self.first.pop(0)
            entry["status"] = status
            with self.file.open("a") as lines:
                lines.write(json.dumps(entry) + "\n")
        self.answer(status, retry_after)

    def answer(self, status: int, retry_after: str) -> None:
        """Sends an answer; that of success is an empty ExportTraceServiceResponse."""
        body = b"{}"
        self.send_response(status)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Says nothing of each request."""


def statuses(text: str) -> list[tuple[int, str]]:
    """The answers of `--first`."""
    parts = [part.partition(":") for part in text.split(",") if part]
    return [(int(status), retry_after) for status, _, retry_after in parts]


def main() -> None:
    """Serves until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=statuses, default=[])
    arguments = parser.parse_args()
    Handler.file, Handler.first = arguments.file, arguments.first
    ThreadingHTTPServer(("127.0.0.1", arguments.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
