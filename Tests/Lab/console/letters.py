"""Made-up dead letters, and what the console does with them."""

import json
import threading
import time

from console.fleet import Object, stamp

KINDS = [("malformed-json", None, None, 41), ("unknown-area", "request-ride.handle", "pickupLocation", 500),
         ("wrong-type", "request-ride.handle", "partySize", 84), ("deadline-exceeded", "cancel-ride.handle",
                                                                   "headers.deadline", 12)]
MESSAGES = {"malformed-json": "expected a value at byte 12", "unknown-area": "no service area has the pickup",
            "wrong-type": "expected a whole number, got a string", "deadline-exceeded": "the deadline has passed"}


class Letters:
    """The letters and the redrives that all requests share."""

    def __init__(self) -> None:
        now = time.time()
        self.all = [self.letter(f"4tq3hzk2b7ms5xw6yd2n{kind}{number:05d}", reason, type_, path, now - 7200 + number)
                    for kind, (reason, type_, path, count) in enumerate(KINDS) for number in range(count)]
        self.redrives: dict[str, Object] = {}
        threading.Thread(target=self.run, daemon=True).start()

    def letter(self, name: str, reason: str, type_: str | None, path: str | None, at: float) -> Object:
        """One letter as its page has it."""
        body = '{"riderIdentifier":"rider-7","partySize":"two","rush":true,"pickupLocation":{"latitude":41.88,' \
            '"longitude":-87.63,"name":"<b>City Hall</b>"}}'
        mistakes = [{"path": "rush", "expected": "no member of this name", "value": "true", "isFault": False,
                     "isUnread": True}]
        if path:
            mistakes.insert(0, {"path": path, "message": MESSAGES[reason], "value": '"two"', "isFault": True,
                                "isUnread": False})
        letter = {
            "letter": name, "queue": "livery.request-ride.dead-letters", "state": "dead", "reason": reason,
            "type": type_, "path": path, "failedAt": stamp(at), "rider": "rider-7", "redrives": 0,
            "wasAnswered": reason == "wrong-type", "revision": 1, "exchange": "livery.requests.riders",
            "messageId": f"m-{name}", "storedAt": stamp(at + 1), "worker": "request-ride-worker",
            "message": MESSAGES[reason], "body": body if type_ else '{"riderId', "mistakes": mistakes,
            "properties": {"type": type_ or "", "message_id": f"m-{name}", "headers": {"deadline": stamp(at)}},
        }
        if letter["wasAnswered"]:
            letter["answer"] = {"reason": reason, "message": MESSAGES[reason], "path": path}
        return {name: value for name, value in letter.items() if value is not None}

    def chosen(self, filter_: dict[str, str]) -> list[Object]:
        """The letters of a filter."""
        names = ("reason", "type", "path", "queue", "rider", "ride")
        states = filter_.get("state", "dead,sent").split(",")
        return [letter for letter in self.all if letter["state"] in states
                and all(not filter_.get(name) or letter.get(name) == filter_[name] for name in names)
                and all(name not in letter for name in filter_.get("without", "").split(",") if name)
                and letter["failedAt"] < filter_.get("before", "9")]

    def of(self, body: Object) -> list[Object]:
        """The letters that a body chooses."""
        names = body.get("identifiers")
        return self.chosen(body.get("filter", {})) if names is None else [
            letter for letter in self.all if letter["letter"] in names]

    def groups(self, filter_: dict[str, str]) -> list[Object]:
        """Those of a filter, counted."""
        groups: dict[tuple[str | None, ...], Object] = {}
        for letter in self.chosen(filter_):
            key = tuple(letter.get(name) for name in ("reason", "type", "path"))
            group = groups.setdefault(key, {
                **{name: value for name, value in zip(("reason", "type", "path"), key) if value},
                "count": 0, "first": letter["failedAt"], "last": letter["failedAt"]})
            group["count"] += 1
            group["last"] = letter["failedAt"]
        return sorted(groups.values(), key=lambda group: -group["count"])

    def read(self, path: list[str], query: dict[str, str], masked: bool) -> Object | list[Object] | None:
        """Answers a GET; a list is one to be cut into pages."""
        if path[0] == "redrives":
            return self.redrives.get(path[1]) if len(path) > 1 else {"items": list(self.redrives.values())[::-1]}
        if path[1:] == ["groups"]:
            return {"items": self.groups(query)}
        found = self.chosen(query) if len(path) == 1 else [
            letter for letter in self.all if letter["letter"] == path[1]]
        if masked:
            found = [{**{name: value for name, value in letter.items() if name not in ("mistakes", "properties")},
                      "rider": "•••", "message": "•••", "body": "•••"} for letter in found]
        return found if len(path) == 1 else next(iter(found), None)

    def act(self, path: list[str], body: Object, role: str) -> Object | str:
        """Answers a POST; a text is why it is refused."""
        if path[0] == "redrives":
            return self.redrive(path[1:], body, role)
        if path[-1] == "edit":
            return self.edit(path[1], body)
        letters = self.of(body)
        if body.get("dryRun"):
            return {"count": len(letters), "before": stamp(time.time())}
        self.all = [letter for letter in self.all if letter not in letters]
        return {"discarded": len(letters), "stayed": 0, "recording": "/var/lib/livery/discarded.jsonl.gz"}

    def edit(self, name: str, body: Object) -> Object | str:
        """Another body for a letter."""
        old = next(letter for letter in self.all if letter["letter"] == name)
        try:
            before, after = json.loads(old["body"]), json.loads(body["body"])
        except ValueError as error:
            return f"its body is no JSON: {error}"
        differences = [{"path": key, "before": json.dumps(before[key]) if key in before else None,
                        "after": json.dumps(after[key]) if key in after else None}
                       for key in sorted(before | after) if before.get(key) != after.get(key)]
        answer = {"differences": [{key: value for key, value in row.items() if value is not None}
                                  for row in differences], "mistakes": []}
        if not body["dryRun"]:
            self.all.append({**old, "letter": f"{name}-edited", "body": body["body"], "mistakes": [], "replaces": name})
            old.update(state="replaced", replacedBy=f"{name}-edited")
            answer["letter"] = f"{name}-edited"
        return answer

    def redrive(self, path: list[str], body: Object, role: str) -> Object | str:
        """Begins a redrive, or pauses, resumes or stops one."""
        if path:
            state = {"pause": "paused", "resume": "running", "stop": "stopped"}[path[1]]
            self.redrives[path[0]].update(state=state)
            return self.redrives[path[0]]
        letters = self.of(body)
        stay = [letter for letter in letters if letter["wasAnswered"] and not body.get("includeAnswered")]
        late = [letter for letter in letters if letter["reason"] == "deadline-exceeded"]
        planned = len(letters) - len(stay)
        if body.get("dryRun"):
            obstacles = [{"reason": "its sender was answered that it failed, and may not wait for it",
                          "consent": "answered", "letter": letter["letter"], "count": len(stay)} for letter in stay[:1]]
            routes = [{"type": "request-ride.handle", "role": "riders", "count": planned}] if planned else []
            return {"count": len(letters), "planned": planned, "before": stamp(time.time()), "routes": routes,
                    "obstacles": obstacles, "late": 0 if body.get("withoutDeadline") else len(late), "old": 0}
        if body["count"] != len(letters):
            return "the number of letters has changed"
        name = f"redrive{len(self.redrives):04d}"
        self.redrives[name] = {
            "id": name, "operator": role, "reason": body["reason"], "begunAt": stamp(time.time()), "state": "running",
            "planned": planned, "sent": 0, "confirmed": 0, "failedAgain": 0, "unknown": 0, "heldBack": 0, "skipped": 0,
            "left": planned, "failures": [], "remnants": []}
        return {"id": name}

    def run(self) -> None:
        """Goes on with the redrives."""
        while True:
            time.sleep(0.5)
            for redrive in list(self.redrives.values()):
                if redrive["state"] != "running":
                    continue
                step = min(redrive["left"], 10)
                redrive["sent"] += step
                redrive["left"] -= step
                redrive["confirmed"] = redrive["sent"] - redrive["failedAgain"]
                if not redrive["left"]:
                    redrive.update(state="done", endedAt=stamp(time.time()))
