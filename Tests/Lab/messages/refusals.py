"""Wrong descriptions are refused, with the file and the member at fault."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
import tomllib
import unittest
from collections.abc import Iterator
from pathlib import Path

from .description import DescriptionError
from .loading import MESSAGES, load

FEEDBACK, DRIVER, BOOKING = "Operations/send-ride-feedback.toml", "Objects/driver.toml", "Operations/request-ride.toml"
STATUS, VEHICLE, PIECES = "Operations/get-ride-status.toml", "Operations/vehicle-update.toml", "Examples.toml"
DIGESTS = "Digests.toml"
# A file, a text in it, what stands there instead, and what the error says.
WRONG = [
    (DRIVER, 'form = "phoneNumber"', 'form = "phone"', "driver.toml: phoneNumber: expected a form of"),
    (DRIVER, "image = {", "rating = {", "driver.toml: Cannot overwrite a value"),
    (DRIVER, "image = {", 'image = { swift = "rating",', "driver.toml: image: expected a property of its own"),
    (DRIVER, ', sentence = "A picture."', "", "driver.toml: image: expected `sentence`"),
    (DRIVER, '"A picture."', '"A picture"', "driver.toml: image: expected a sentence with a full stop"),
    (DRIVER, 'example = "4.9", ', "", "driver.toml: rating: expected `example`"),
    (DRIVER, 'form = "link"', 'form = "link", size = 3', "driver.toml: image: expected keys of"),
    (DRIVER, 'form = "link"', 'form = "link", many = true', "image: expected a form of which there are arrays"),
    (DRIVER, 'struct = "Driver"', "", "driver.toml: expected `struct`, or `by_hand`"),
    ("Objects/ride-status.toml", "hidden = false, ", "", "ride-status.toml: completionStatus: expected `hidden`"),
    (FEEDBACK, "limit = 1024", "limit = 0", "feedback.toml: comment: expected a limit of 1 to 65536, got 0"),
    (FEEDBACK, "limit = 1024, ", "", "feedback.toml: comment: expected `limit`"),
    (FEEDBACK, "limit = 1024", 'limit = "long"', "comment: expected a whole number as `limit`, got 'long'"),
    (FEEDBACK, "limit = 1024", "limit = 5", "comment: expected 0 to 5 characters as example, got"),
    (FEEDBACK, "range = [0, 10]", "limit = 5", "feedback.toml: rating: expected no limit, which the form whole"),
    (DRIVER, 'example = "4.9"', 'example = "4\\n9"', "driver.toml: rating: expected no control characters as example"),
    (VEHICLE, "example = 48251300.5", "example = -1", "odometer: expected a number from 0 as example"),
    (BOOKING, "example = 3", 'example = "3"', "request-ride.toml: partySize: expected a whole number as"),
    (FEEDBACK, "range = [0, 10]", "range = [10, 0]", "send-ride-feedback.toml: rating: expected a range"),
    (FEEDBACK, "range = [0, 10]", "range = [0, 5]",
     "send-ride-feedback.toml: rating: expected 0 to 5 as example, got 9"),
    (FEEDBACK, '["rating", "tip"]', '["stars", "tip"]',
     "send-ride-feedback.toml: expected members in `one_of`, got stars"),
    (FEEDBACK, 'scope = "rider"', 'scope = "vehicle"', "feedback.toml: expected a member of the form of its scope"),
    (FEEDBACK, 'roles = ["riders"]', 'roles = ["rider"]', "send-ride-feedback.confirm: expected roles of"),
    (FEEDBACK, 'queue = "requestRide"', 'queue = "feedback"', "send-ride-feedback.confirm: expected a queue of"),
    (FEEDBACK, 'answer = "acknowledgement"', 'answer = "thanks"', "send-ride-feedback.confirm: expected an answer of"),
    (FEEDBACK, "place = 9", "place = 10", "expected the places 1 to"),
    (FEEDBACK, "place = 9", 'place = "9"', "send-ride-feedback.confirm: expected a whole number as `place`, got '9'"),
    *((FEEDBACK, f"{key} = ", f"# {key} = ", f"send-ride-feedback.toml: expected `{key}`")
      for key in ("struct", "comment", "object", "sentence")),
    (FEEDBACK, 'case = "sendRideFeedback"\n', "", "send-ride-feedback.toml: expected `case`"),
    (FEEDBACK, 'scope = "rider"\n', "", "expected `scope`, within which a `message_id` is unique"),
    (FEEDBACK, "identified = true, ", "", "send-ride-feedback.handle: expected `asks` of a query, or `identified`"),
    (FEEDBACK, '"rating", "tip"]', '"rating", 3]', "one_of: expected an array of texts as `members`"),
    (FEEDBACK, "expected = ", "expects = ", "send-ride-feedback.toml: one_of: expected keys of expected, members"),
    (STATUS, "asks = true, ", "", "get-ride-status.confirm: expected `asks`, since its queue carries queries"),
    (STATUS, 'answer = "foundRide", ', "", "get-ride-status.toml: get-ride-status.confirm: expected `answer`"),
    (STATUS, '{ code = "ready", ', '{ code = "ready", phase = "sent", ',
     "get-ride-status.toml: get-ride-status.confirm: answer.phase: expected a member of code, rideStatus"),
    (STATUS, '{ code = "ready", ', "{ ", "get-ride-status.confirm: answer: expected `code`"),
    (STATUS, '"$asker", ', "", "get-ride-status.confirm: request: expected `riderIdentifier`"),
    (VEHICLE, 'phoneNumber = "+13125550103"', 'telephone = "+1"', "request.driver.telephone: expected a member"),
    (VEHICLE, "capacity = 6, location", "capacity = 65, location", "request.capacity: expected 1 to 64"),
    (VEHICLE, 'products = ["suv"]', 'products = "suv"', "vehicle.update: request.products: expected an array"),
    (PIECES, 'price = "5.00"', 'price = "five"', "rideOptions[0].fareLineItems[0].price: expected a text like"),
    (PIECES, '"$asker", {', '"$rider", {', "request-ride.confirm: request.rideIdentifier: expected a member of"),
    (DIGESTS, '"rating", ', '"stars", ', "Digests.toml: send-ride-feedback: expected members of"),
    (FEEDBACK, '"send-ride-feedback.confirm" = { code = "ready" }\n', "",
     "feedback.confirm: expected `request` and its"),
    (BOOKING, 'as = "list-ride-options"', 'as = "common"', "pickupLocation: expected a member of this name"),
    ("Answers/updates.toml", 'form = "writtenInstant"', 'form = "moment"', "updatesUntil: expected a form of"),
    ("Answers/canceled.toml", '"code", "cancellationFee",', '"code",', "canceled.toml: expected each member once"),
]


class RefusalTests(unittest.TestCase):
    """One change of a description at a time."""

    def test_the_descriptions_as_they_are(self) -> None:
        """They are right."""
        self.assertGreater(len(load().operations), 10)

    def test_the_order_of_digests(self) -> None:
        """It never changes: another one would make another message of each that is repeated over an update.

        Members of later releases are not in it, so that this digest changes only when a member goes.
        """
        text = json.dumps(tomllib.loads((MESSAGES / DIGESTS).read_text(encoding="utf-8")))
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), 
                         "7d2442a7fb89ebfda9ec7fd5e6cff4f0aad60239b2b929ecd72a6745d466aae3")

    def test_a_new_member_of_a_digest(self) -> None:
        """It is behind those of version 1, wherever its file has it."""
        with copied() as folder:
            later = 'later = { form = "text", limit = 9, example = "a", sentence = "A." }\n'
            change(folder, BOOKING, "partySize = {", f"{later}partySize = {{")
            booking = next(each for each in load(folder).operations if each.case == "requestRide")
            self.assertEqual(booking.canonical[-8:], [
                "extras", "guestName", "guestPhone", "later", "note", "riderName",
                "riderPhone", "waypoints"])

    def test_wrong_descriptions(self) -> None:
        """Each is refused."""
        for file, text, other, error in WRONG:
            with self.subTest(error=error), copied() as folder:
                change(folder, file, text, other)
                with self.assertRaises(DescriptionError) as refusal:
                    load(folder)
                self.assertIn(error, str(refusal.exception))


@contextlib.contextmanager
def copied() -> Iterator[Path]:
    """A folder with a copy of the descriptions."""
    with tempfile.TemporaryDirectory() as name:
        for part in ("Operations", "Objects", "Answers"):
            shutil.copytree(MESSAGES / part, Path(name) / part)
        for part in (DIGESTS, PIECES):
            shutil.copy(MESSAGES / part, name)
        yield Path(name)


def change(folder: Path, file: str, text: str, other: str) -> None:
    """Puts another text in the place of one in a file."""
    content = (folder / file).read_text(encoding="utf-8")
    assert text in content, f"{file} has no {text}"
    (folder / file).write_text(content.replace(text, other, 1), encoding="utf-8")
