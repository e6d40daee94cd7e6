"""Serves the console's pages with a made-up fleet on loopback.

Accounts: reader, agent, operator, admin, each with its own name as the password. POST /mock/silent makes the streams
fall silent, POST /mock/live has them go on.
"""

import json
import sys
import threading
import time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from console.catalogue import check, fleet_page
from console.fleet import Fleet, Object, Vehicle, ground, money, stamp
from console.letters import Letters

SITE = Path(__file__).parents[3] / "Sources/Console/Site"
LEAFLET = Path("/usr/share/javascript/leaflet")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
         ".png": "image/png"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
ROLES = ["reader", "agent", "operator", "admin"]


class State:
    """What all requests share: the fleet, what was sent of it, the orders and the audit."""

    def __init__(self) -> None:
        self.fleet = Fleet()
        self.letters = Letters()
        self.orders: dict[str, Object] = {}
        self.audit: list[Object] = []
        self.moved = {vehicle.id: vehicle for vehicle in self.fleet.vehicles}
        self.is_silent = False
        self.second = threading.Condition()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        """Moves the fleet once a second."""
        while True:
            time.sleep(1)
            with self.second:
                self.moved = {vehicle.id: vehicle for vehicle in self.fleet.tick()}
                self.second.notify_all()

    def record(self, role: str, action: str, target: str | None, outcome: str, reason: str | None = None) -> None:
        """Adds to the audit."""
        entry = {"at": stamp(time.time()), "operator": role, "role": role, "action": action, "target": target,
                 "outcome": outcome, "reason": reason}
        self.audit.insert(0, {name: value for name, value in entry.items() if value})


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    state: State

    def log_message(self, format: str, *args: object) -> None:
        """Is quiet."""

    def do_GET(self) -> None:
        """Serves pages, files and what is read."""
        parts = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = unquote(parts.path)
        if path.startswith("/api/"):
            self.read(path.removeprefix("/api/").split("/"))
        elif path.startswith("/site/"):
            self.file(SITE / path.removeprefix("/site/"))
        elif path.startswith("/vendor/leaflet/"):
            self.file(LEAFLET / path.removeprefix("/vendor/leaflet/"))
        else:
            self.file(SITE / "index.html")

    def do_POST(self) -> None:
        """Does what is asked."""
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.removeprefix("/api/")
        if path == "fleet/catalogue-check":
            return self.check(sent)
        body = json.loads(sent or b"{}")
        if self.path.startswith("/mock/"):
            self.state.is_silent = self.path == "/mock/silent"
            self.json({})
        elif path == "login":
            self.login(body)
        elif path == "logout":
            self.send(204, b"", [("Set-Cookie", "livery=; Max-Age=0; Path=/")])
        elif self.role() is None:
            self.fail(401, "unauthenticated", "sign in first")
        elif path.startswith("orders"):
            self.order(body, path == "orders")
        elif path.startswith(("dead-letters/", "redrives")):
            self.letters(path.split("/"), body)
        else:
            self.fail(404, "notFound", "there is nothing")

    # What is read

    def read(self, path: list[str]) -> None:
        """Answers a GET of the API."""
        role = self.role()
        if role is None:
            return self.fail(401, "unauthenticated", "sign in first")
        fleet, masked = self.state.fleet, role == "reader"
        kind, identifier = path[0], path[1] if len(path) > 1 else None
        if kind == "me":
            self.json(self.me(role))
        elif kind == "overview":
            self.json(fleet.overview())
        elif kind == "live":
            self.stream()
        elif kind == "map":
            self.json(ground())
        elif kind == "rides" and identifier:
            self.one(next((ride.page(masked) for ride in fleet.rides if ride.id == identifier), None))
        elif kind == "rides":
            wanted = self.query.get("vehicle")
            self.listed([ride.item(masked) for ride in fleet.rides
                         if self.query.get("phase", ride.phase) == ride.phase
                         and self.query.get("rider", ride.rider) == ride.rider
                         and (not wanted or ride.vehicle and ride.vehicle.id == wanted)])
        elif kind == "vehicles" and identifier:
            found = next((vehicle for vehicle in fleet.vehicles if vehicle.id == identifier), None)
            self.one(self.vehicle(found, masked) if found else None)
        elif kind == "vehicles":
            self.listed([vehicle.item(masked) for vehicle in fleet.vehicles
                         if self.query.get("state", vehicle.state) == vehicle.state
                         and self.query.get("plate", "") in vehicle.plate])
        elif kind == "riders":
            rides = [ride.item(masked) for ride in fleet.rides if ride.rider == identifier]
            page = {"riderIdentifier": identifier, "rides": {"items": rides}, "owes": [money(12.5)]}
            self.one(page if rides else None)
        elif kind in ("dead-letters", "redrives"):
            found = self.state.letters.read(path, self.query, masked)
            self.listed(found) if isinstance(found, list) else self.one(found)
        elif kind == "search":
            self.json({"items": self.search(self.query.get("q", "").lower())})
        elif kind == "fleet":
            self.json(fleet_page())
        elif kind == "audit":
            self.listed(self.state.audit)
        else:
            self.fail(404, "notFound", "there is nothing")

    def me(self, role: str) -> Object:
        """Who is signed in."""
        return {"name": role, "role": role, "version": "2.4.0", "language": "en", "mayAct": role != "reader",
                "maySeePersonal": role != "reader", "expiresAt": stamp(time.time() + 3600)}

    def vehicle(self, vehicle: Vehicle, masked: bool) -> Object:
        """The page of a vehicle."""
        rides = [ride.item(masked) for ride in self.state.fleet.rides if ride.vehicle is vehicle]
        return {**vehicle.item(masked), "capacity": 4, "manufacturer": "Orion", "model": "Atlas", "extras": [],
                "driverRating": "4.9", "ignored": {"tooFast": 14} if vehicle.ignored else {}, "rides": {"items": rides}}

    def search(self, text: str) -> list[Object]:
        """What has the text in its identifier, plate or driver."""
        rides = [{"kind": "ride", "identifier": ride.id, "text": "chicago", "word": f"phase.{ride.phase}",
                  "href": f"/rides/{ride.id}"}
                 for ride in self.state.fleet.rides if text in ride.id]
        vehicles = [{"kind": "vehicle", "identifier": one.id, "text": f"{one.plate}, {one.driver}",
                     "word": f"state.{one.state}", "href": f"/vehicles/{one.id}"} for one in self.state.fleet.vehicles
                    if text in one.id or text in one.plate.lower() or text in one.driver.lower()]
        return (rides + vehicles)[:20] if text else []

    def stream(self) -> None:
        """Sends events until the page goes away."""
        self.send_response(200)
        for name, value in {"Content-Type": "text/event-stream", "Cache-Control": "no-store",
                            "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        state, wants, is_first, count = self.state, "vehicles" in self.query, True, 0
        try:
            if not state.is_silent:
                self.event("version", {"version": "2.4.0"})
            while True:
                with state.second:
                    state.second.wait()
                    changed = state.fleet.vehicles if is_first else list(state.moved.values())
                    rows = [vehicle.row() for vehicle in changed] if wants else []
                if state.is_silent:
                    continue
                if wants:
                    self.event("vehicles", {"at": stamp(time.time()), "full": is_first, "vehicles": rows, "gone": []})
                if count % 3 == 0:
                    self.event("overview", state.fleet.overview())
                if count % 7 == 6:
                    self.event("ride", {"rideIdentifier": f"new{count}", "phase": "received", "sequence": 1})
                is_first, count = False, count + 1
        except OSError:
            self.close_connection = True

    def event(self, name: str, document: Object) -> None:
        """Writes an event."""
        self.wfile.write(f"event: {name}\ndata: {json.dumps(document)}\n\n".encode())

    # What is done

    def login(self, body: Object) -> None:
        """Begins a session."""
        name = body.get("name", "")
        if name not in ROLES or body.get("password") != name:
            self.state.record("reader", "login", None, "denied")
            return self.fail(401, "unauthenticated", "name or password is wrong")
        self.state.record(name, "login", None, "done")
        self.json(self.me(name), [("Set-Cookie", f"livery={name}; HttpOnly; SameSite=Strict; Path=/")])

    def order(self, body: Object, is_sent: bool) -> None:
        """Shows an order, or takes it."""
        role, token = self.role() or "", body.get("order", "")
        if role == "reader":
            self.state.record(role, "order", body.get("rideIdentifier"), "denied")
            return self.fail(403, "forbidden", "a reader sends no orders")
        if is_sent:
            is_repeat = token in self.state.orders
            self.state.orders[token] = body
            self.state.record(role, "order", body["rideIdentifier"], "done", body["reason"])
            return self.json({"code": "success", "text": "success", "isRepeat": is_repeat})
        message = {"exchange": "livery.requests.operators", "type": f"ride.{body['kind']}",
                   "message_id": f"livery-console-{role}-{token}", "body": {**body, "author": role}}
        effect: Object = {"effect": "Cancels the ride for the service, free of charge for its rider.",
                          "key": "effect.cancel"}
        if body["kind"] == "refund":
            effect = {"effect": f"Gives {body['amount']['amount']} USD back to the rider.", "key": "effect.refund",
                      "values": {"amount": body["amount"], "most": body["amount"]}}
        self.json({"message": message, **effect})

    def letters(self, path: list[str], body: Object) -> None:
        """Does something with dead letters."""
        role, action = self.role() or "", {"redrives": "redrive", "dead-letters": "letter-edit"}[path[0]]
        is_allowed = role in ("operator", "admin")
        answer = self.state.letters.act(path, body, role) if is_allowed else "needs the role operator"
        outcome = "denied" if not is_allowed else "failed" if isinstance(answer, str) else "done"
        self.state.record(role, action, path[1] if len(path) > 1 else None, outcome, body.get("reason"))
        if isinstance(answer, str):
            self.fail(409 if is_allowed else 403, "conflict" if is_allowed else "forbidden", answer)
        else:
            self.json(answer)

    def check(self, body: bytes) -> None:
        """Checks a catalogue."""
        role = self.role() or ""
        if role not in ("operator", "admin"):
            return self.fail(403, "forbidden", "needs the role operator")
        self.state.record(role, "catalogue-check", None, "done")
        self.json(check(body, self.state.fleet))

    # How it is answered

    def role(self) -> str | None:
        """The role of the session."""
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("livery")
        return cookie.value if cookie and cookie.value in ROLES else None

    def listed(self, items: list[Object]) -> None:
        """A page of a list."""
        start, limit = int(self.query.get("cursor", 0)), int(self.query.get("limit", 50))
        page: Object = {"items": items[start:start + limit]}
        if start + limit < len(items):
            page["next"] = str(start + limit)
        self.json(page)

    def one(self, document: Object | None) -> None:
        """A thing, or that there is none."""
        if document is None:
            self.fail(404, "notFound", "there is no such thing")
        else:
            self.json(document)

    def file(self, path: Path) -> None:
        """A file of one of the two folders, which have no others below them that matter."""
        if ".." in path.parts or not path.is_file():
            return self.fail(404, "notFound", "the console has no such address")
        kind = TYPES.get(path.suffix, "application/octet-stream")
        self.send(200, path.read_bytes(), [("Content-Type", kind), ("Cache-Control", "no-cache")])

    def json(self, document: Object, headers: list[tuple[str, str]] | None = None) -> None:
        """A document."""
        self.send(200, json.dumps(document).encode(), [("Content-Type", "application/json"), *(headers or [])])

    def fail(self, status: int, code: str, message: str) -> None:
        """An error of the API."""
        document = json.dumps({"error": {"code": code, "message": message}}).encode()
        self.send(status, document, [("Content-Type", "application/json")])

    def send(self, status: int, body: bytes, headers: list[tuple[str, str]]) -> None:
        """A whole response."""
        self.send_response(status)
        for name, value in [*headers, ("Content-Security-Policy", POLICY), ("X-Content-Type-Options", "nosniff"),
                            ("Referrer-Policy", "no-referrer"), ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def serve(port: int) -> ThreadingHTTPServer:
    """The server, which does not run yet."""
    ThreadingHTTPServer.daemon_threads = True
    return ThreadingHTTPServer(("127.0.0.1", port), type("Bound", (Handler,), {"state": State()}))


if __name__ == "__main__":
    server = serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8088)
    print(f"http://127.0.0.1:{server.server_port}/")
    server.serve_forever()
