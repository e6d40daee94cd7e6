"""A ride from the list of options to its end, and another one that is canceled, with pika (Debian: python3-pika).

Use: client.py RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes something is kept
in FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
"""
import json, os, pathlib, pika, sys, uuid
from pika.exceptions import NackError

EXCHANGE = "livery.requests.riders"  # the routing key is the type of the message
ANSWER_SECONDS, QUIET_SECONDS, ATTEMPTS = 5, 30, 5
UNKNOWN = {"error": {"retry": "sameIdentifier"}}  # no answer: whether it was carried out, the same message tells
TRIP = {"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}}
rider, folder, url = sys.argv[1], pathlib.Path(sys.argv[2]), (sys.argv + [os.environ.get("LIVERY_AMQP_URL")])[3]

def request(kind, **body):
    """The id is chosen once: sent again with the same one, it is the same request."""
    return {"type": kind, "id": str(uuid.uuid4()), "body": {"riderIdentifier": rider, **body}}

def kept(name):
    return json.loads((folder / name).read_text()) if (folder / name).exists() else None

def keep(name, message):
    """Keeps a message before it is sent; a real producer does so in its database, beside what the message is for."""
    (folder / f"{name}.new").write_text(json.dumps(message))
    (folder / f"{name}.new").rename(folder / name)
    return message

class Session:
    """A connection and its queue for answers; both are lost together."""
    def __init__(self):
        self.connection = pika.BlockingConnection(pika.URLParameters(url))
        self.channel = self.connection.channel()
        self.channel.confirm_delivery()
        self.replies, self.seen = self.channel.queue_declare("", exclusive=True).method.queue, set()

    def receive(self, message, seconds):
        """The next answer to a message, repeats left out."""
        for _, properties, body in self.channel.consume(self.replies, auto_ack=True, inactivity_timeout=seconds):
            if properties is None:
                return UNKNOWN
            if properties.message_id in self.seen:
                print("repeat", properties.message_id)
            elif properties.correlation_id == message["id"]:
                self.seen.add(properties.message_id)
                return json.loads(body)

    def ask(self, message):
        properties = pika.BasicProperties(
            type=message["type"], message_id=message["id"], correlation_id=message["id"], reply_to=self.replies,
            content_type="application/json", delivery_mode=2, headers={"strict": True})
        for attempt in range(ATTEMPTS):
            print("again", message["type"], message["id"]) if attempt else None
            answer = UNKNOWN
            try:  # returns once the broker has confirmed; heartbeats tell of a connection that is dead
                self.channel.basic_publish(EXCHANGE, message["type"], json.dumps(message["body"]), properties, True)
                answer = self.receive(message, ANSWER_SECONDS)
            except NackError:
                pass
            if not (error := answer.get("error")):
                return answer
            if error.get("retry") != "sameIdentifier":
                print("refused", message["type"], error["reason"], error.get("retry", "no"))
                return answer
            self.connection.sleep(error.get("retryAfterSeconds", 1))
        sys.exit(f"no answer to {message['type']} {message['id']}")

    def offer(self):
        """A booking at the price of the list, which its quote locks."""
        options = self.ask(request("list-ride-options.handle", **TRIP))["rideOptions"]
        print("listed", len(options), "options")
        return request("request-ride.handle", rideOptionName=options[0]["name"], paymentMethod={"type": "applePay"},
                       quoteIdentifier=options[0]["quoteIdentifier"], **TRIP)

    def book(self, name):
        answer = self.ask(kept(name) or keep(name, self.offer()))
        if "error" not in answer:
            print("booked", answer["rideStatus"]["rideIdentifier"])
            return answer["rideStatus"]["rideIdentifier"]
        if answer["error"].get("retry") != "newIdentifier":
            sys.exit("no ride can be booked")
        (folder / name).unlink()  # such as a quote that has expired: from the list on, with a new id
        return self.book(name)

    def follow(self, ride):
        """Prints each change of a ride until it has ended; updates come to the queue for answers."""
        message, sequence = request("get-ride-status.start-updates", rideIdentifier=ride), 0
        status = self.ask(message)["rideStatus"]
        while status["phase"] != "completed":
            if status["sequence"] > sequence:
                print("status", ride, sequence := status["sequence"], status["phase"])
            status = self.receive(message, QUIET_SECONDS).get("rideStatus") or self.ask(message)["rideStatus"]
        print("ended", ride, status["completionStatus"]["outcome"])

    def cancel(self, ride, name):
        answer = self.ask(kept(name) or keep(name, request("cancel-ride.handle", rideIdentifier=ride)))
        if "error" not in answer:
            print("canceled", ride, answer["rideStatus"]["completionStatus"]["outcome"])

session = Session()
ride = session.book("ride")
session.follow(ride)
session.cancel(ride, "late-cancel")  # is refused
session.cancel(session.book("other-ride"), "cancel")
print("done")
