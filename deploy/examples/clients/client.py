"""A ride from the list of options to its end, and another one that is canceled, with pika (Debian: python3-pika).

Use: client.py RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before it
is sent. A lost connection ends the program: started again, it sends the same messages.
"""
import json, os, pathlib, pika, sys, uuid

EXCHANGE = "livery.requests.riders"  # the routing key is the type of the message
ANSWER_SECONDS, QUIET_SECONDS = 5, 30
TRIP = {"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}}
rider, folder, url = sys.argv[1], pathlib.Path(sys.argv[2]), (sys.argv + [os.environ.get("LIVERY_AMQP_URL")])[3]

def request(kind, id=None, **body):
    """The id is chosen once: sent again with the same one, it is the same request."""
    return {"type": kind, "id": id or str(uuid.uuid4()), "body": {"riderIdentifier": rider, **body}}

class Session:
    """A connection and its queue for answers; both are lost together."""
    def __init__(self):
        self.connection = pika.BlockingConnection(pika.URLParameters(url))
        self.channel = self.connection.channel()
        self.channel.confirm_delivery()
        self.replies = self.channel.queue_declare("", exclusive=True).method.queue

    def receive(self, message, seconds):
        """The answer to a message, past others that come; without one in time the message is sent again."""
        for _, properties, body in self.channel.consume(self.replies, auto_ack=True, inactivity_timeout=seconds):
            if properties is None:
                print("again", message["type"], message["id"])
                return self.ask(message)
            if properties.correlation_id == message["id"]:
                return json.loads(body)
            print("repeat", properties.message_id)

    def ask(self, message):
        properties = pika.BasicProperties(
            type=message["type"], message_id=message["id"], correlation_id=message["id"], reply_to=self.replies,
            content_type="application/json", delivery_mode=2, headers={"strict": True})
        # Returns once the broker has confirmed; heartbeats tell of a connection that is dead.
        self.channel.basic_publish(EXCHANGE, message["type"], json.dumps(message["body"]), properties, mandatory=True)
        answer = self.receive(message, ANSWER_SECONDS)
        if "error" in answer:
            print("refused", message["type"], answer["error"]["reason"], answer["error"]["retry"])
            self.connection.sleep(answer["error"].get("retryAfterSeconds", 0))
            if answer["error"]["retry"] == "sameIdentifier":
                return self.ask(message)
            if answer["error"]["retry"] == "newIdentifier" and not message["id"].endswith("+"):
                # Once more, with an id that a restart finds again; a real producer asks its user.
                return self.ask({**message, "id": message["id"] + "+"})
        return answer

    def offer(self):
        """A booking at the price of the list, which its quote locks."""
        options = self.ask(request("list-ride-options.handle", **TRIP))["rideOptions"]
        print("listed", len(options), "options")
        return request("request-ride.handle", rideOptionName=options[0]["name"], paymentMethod={"type": "applePay"},
                       quoteIdentifier=options[0]["quoteIdentifier"], **TRIP)

    def book(self, name):
        """Books with a message that is kept before it is sent; a real producer keeps it in its database."""
        if not (folder / name).exists():
            (folder / "new").write_text(json.dumps(self.offer()))
            (folder / "new").rename(folder / name)
        answer = self.ask(json.loads((folder / name).read_text()))
        if "error" in answer:
            (folder / name).unlink()  # the next start begins with a new list
            sys.exit("no ride can be booked")
        print("booked", answer["rideStatus"]["rideIdentifier"])
        return answer["rideStatus"]["rideIdentifier"]

    def follow(self, ride):
        """Prints each change of a ride until it has ended; updates come to the queue for answers."""
        message, sequence = request("get-ride-status.start-updates", rideIdentifier=ride), 0
        status = self.ask(message)["rideStatus"]
        while status["phase"] != "completed":
            if status["sequence"] > sequence:
                print("status", ride, sequence := status["sequence"], status["phase"])
            status = self.receive(message, QUIET_SECONDS)["rideStatus"]
        print("ended", ride, status["completionStatus"]["outcome"])

    def cancel(self, ride):
        """Needs no file: the id follows from the ride."""
        answer = self.ask(request("cancel-ride.handle", id=ride, rideIdentifier=ride))
        if "error" not in answer:
            print("canceled", ride, answer["rideStatus"]["completionStatus"]["outcome"])

session = Session()
ride = session.book("ride")
session.follow(ride)
session.cancel(ride)  # is refused
session.cancel(session.book("other-ride"))
print("done")
