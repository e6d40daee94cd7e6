"""Wrong descriptions are refused, with the file and the member at fault."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

from .description import DescriptionError
from .loading import MESSAGES, load

FEEDBACK, DRIVER, BOOKING = "Operations/send-ride-feedback.toml", "Objects/driver.toml", "Operations/request-ride.toml"
# A file, a text in it, what stands there instead, and what the error says.
WRONG = [
    (DRIVER, 'form = "phoneNumber"', 'form = "phone"', "driver.toml: phoneNumber: expected a form of"),
    (DRIVER, "image = {", "rating = {", "driver.toml: Cannot overwrite a value"),
    (DRIVER, "image = {", 'image = { swift = "rating",', "driver.toml: image: expected a property of its own"),
    (DRIVER, ', sentence = "A picture."', "", "driver.toml: image: expected a sentence"),
    (DRIVER, '"A picture."', '"A picture"', "driver.toml: image: expected a sentence with a full stop"),
    (DRIVER, 'example = "4.9", ', "", "driver.toml: rating: expected `example`, which the form printable needs"),
    (DRIVER, 'form = "link"', 'form = "link", size = 3', "driver.toml: image: expected keys of"),
    (DRIVER, 'form = "link"', 'form = "link", many = true', "image: expected a form of which there are arrays"),
    (DRIVER, 'struct = "Driver"', "", "driver.toml: expected `struct` and `comment`"),
    ("Objects/ride-status.toml", "hidden = false, ", "", "ride-status.toml: completionStatus: expected `hidden`"),
    (FEEDBACK, 'limit = "comment"', 'limit = "name"', "feedback.toml: comment: expected a limit of place, comment"),
    (FEEDBACK, "range = [0, 10]", "range = [10, 0]", "send-ride-feedback.toml: rating: expected a range"),
    (FEEDBACK, "range = [0, 10]", "range = [0, 5]",
     "send-ride-feedback.toml: rating: expected a range with the example 9"),
    (FEEDBACK, '["rating", "tip"]', '["stars", "tip"]',
     "send-ride-feedback.toml: expected members in `one_of`, got stars"),
    (FEEDBACK, 'scope = "rider"', 'scope = "vehicle"', "feedback.toml: expected a member of the form of its scope"),
    (FEEDBACK, 'roles = ["riders"]', 'roles = ["rider"]', "send-ride-feedback.confirm: expected roles of"),
    (FEEDBACK, 'queue = "requestRide"', 'queue = "feedback"', "send-ride-feedback.confirm: expected a queue of"),
    (FEEDBACK, 'answer = "acknowledgement"', 'answer = "thanks"', "send-ride-feedback.confirm: expected an answer of"),
    (FEEDBACK, "place = 9", "place = 10", "expected the places 1 to"),
    (FEEDBACK, "order = 5", "order = 4", "expected another `order` in each file"),
    (FEEDBACK, '"send-ride-feedback.confirm" = { code = "ready" }\n', "",
     "feedback.confirm: expected `request` and its"),
    (BOOKING, '"riderIdentifier", "locale",', '"riderIdentifier",', "expected each member once in `canonical`: locale"),
    (BOOKING, 'as = "list-ride-options"', 'as = "common"', "pickupLocation: expected a member of this name"),
    ("Answers/updates.toml", 'form = "writtenInstant"', 'form = "moment"', "updatesUntil: expected a form of"),
    ("Answers/canceled.toml", '"code", "cancellationFee",', '"code",', "canceled.toml: expected each member once"),
]


class RefusalTests(unittest.TestCase):
    """One change of a description at a time."""

    def test_the_descriptions_as_they_are(self) -> None:
        """They are right."""
        self.assertGreater(len(load().operations), 10)

    def test_wrong_descriptions(self) -> None:
        """Each is refused."""
        for file, text, other, error in WRONG:
            with self.subTest(error=error), tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                for part in ("Operations", "Objects", "Answers"):
                    shutil.copytree(MESSAGES / part, folder / part)
                shutil.copy(MESSAGES / "Examples.toml", folder)
                content = (folder / file).read_text(encoding="utf-8")
                self.assertIn(text, content)
                (folder / file).write_text(content.replace(text, other, 1), encoding="utf-8")
                with self.assertRaises(DescriptionError) as refusal:
                    load(folder)
                self.assertIn(error, str(refusal.exception))
