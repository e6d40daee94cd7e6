"""A ride from the list of options to its end, and another one that is canceled, with aio-pika (python3-aio-pika).

Use: client_asyncio.py RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes something is
kept in FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
"""
import aio_pika, asyncio, json, os, pathlib, sys, uuid
from aio_pika.exceptions import DeliveryError, PublishError

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
    async def open(self):
        connection = await aio_pika.connect(url)
        connection.close_callbacks.add(lambda *_: self.answers.put_nowait(None))
        channel = await connection.channel(on_return_raises=True)  # with publisher confirms
        self.exchange = await channel.get_exchange(EXCHANGE, ensure=False)
        self.replies, self.answers, self.seen = await channel.declare_queue(exclusive=True), asyncio.Queue(), set()
        await self.replies.consume(self.answers.put, no_ack=True)
        return self

    async def receive(self, message, seconds):
        """The next answer to a message, repeats left out."""
        while answer := await asyncio.wait_for(self.answers.get(), seconds):
            if answer.message_id in self.seen:
                print("repeat", answer.message_id)
            elif answer.correlation_id == message["id"]:
                self.seen.add(answer.message_id)
                return json.loads(answer.body)
        sys.exit("lost the connection")

    async def ask(self, message):
        sent = aio_pika.Message(
            json.dumps(message["body"]).encode(), type=message["type"], message_id=message["id"],
            correlation_id=message["id"], reply_to=self.replies.name, content_type="application/json",
            delivery_mode=aio_pika.DeliveryMode.PERSISTENT, headers={"strict": True})
        for attempt in range(ATTEMPTS):
            print("again", message["type"], message["id"]) if attempt else None
            try:  # returns once the broker has confirmed
                await self.exchange.publish(sent, message["type"], mandatory=True, timeout=ANSWER_SECONDS)
                answer = await self.receive(message, ANSWER_SECONDS)
            except PublishError:
                raise  # no queue takes it
            except (DeliveryError, asyncio.TimeoutError):
                answer = UNKNOWN
            if not (error := answer.get("error")):
                return answer
            if error.get("retry") != "sameIdentifier":
                print("refused", message["type"], error["reason"], error.get("retry", "no"))
                return answer
            await asyncio.sleep(error.get("retryAfterSeconds", 1))
        sys.exit(f"no answer to {message['type']} {message['id']}")

    async def offer(self):
        """A booking at the price of the list, which its quote locks."""
        options = (await self.ask(request("list-ride-options.handle", **TRIP)))["rideOptions"]
        print("listed", len(options), "options")
        return request("request-ride.handle", rideOptionName=options[0]["name"], paymentMethod={"type": "applePay"},
                       quoteIdentifier=options[0]["quoteIdentifier"], **TRIP)

    async def book(self, name):
        answer = await self.ask(kept(name) or keep(name, await self.offer()))
        if "error" not in answer:
            print("booked", answer["rideStatus"]["rideIdentifier"])
            return answer["rideStatus"]["rideIdentifier"]
        if answer["error"].get("retry") != "newIdentifier":
            sys.exit("no ride can be booked")
        (folder / name).unlink()  # such as a quote that has expired: from the list on, with a new id
        return await self.book(name)

    async def follow(self, ride):
        """Prints each change of a ride until it has ended; updates come to the queue for answers."""
        message, sequence = request("get-ride-status.start-updates", rideIdentifier=ride), 0
        status = (await self.ask(message))["rideStatus"]
        while status["phase"] != "completed":
            if status["sequence"] > sequence:
                print("status", ride, sequence := status["sequence"], status["phase"])
            try:
                status = (await self.receive(message, QUIET_SECONDS)).get("rideStatus")
            except asyncio.TimeoutError:
                status = None
            status = status or (await self.ask(message))["rideStatus"]
        print("ended", ride, status["completionStatus"]["outcome"])

    async def cancel(self, ride, name):
        answer = await self.ask(kept(name) or keep(name, request("cancel-ride.handle", rideIdentifier=ride)))
        if "error" not in answer:
            print("canceled", ride, answer["rideStatus"]["completionStatus"]["outcome"])

async def main():
    session = await Session().open()
    ride = await session.book("ride")
    await session.follow(ride)
    await session.cancel(ride, "late-cancel")  # is refused
    await session.cancel(await session.book("other-ride"), "cancel")
    print("done")

asyncio.run(main())
