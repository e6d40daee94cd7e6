"""A ride from the list of options to its end, and another one that is canceled, with aio-pika (python3-aio-pika).

Use: client_asyncio.py RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before it
is sent. A lost connection ends the program: started again, it sends the same messages.
"""
import aio_pika, asyncio, json, os, pathlib, sys, uuid

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
    async def open(self):
        connection = await aio_pika.connect(url)
        connection.close_callbacks.add(lambda *_: self.answers.put_nowait(None))
        channel = await connection.channel(on_return_raises=True)  # with publisher confirms
        self.exchange = await channel.get_exchange(EXCHANGE, ensure=False)
        self.replies, self.answers = await channel.declare_queue(exclusive=True), asyncio.Queue()
        await self.replies.consume(self.answers.put, no_ack=True)
        return self

    async def receive(self, message, seconds):
        """The answer to a message, past others that come; without one in time the message is sent again."""
        try:
            while answer := await asyncio.wait_for(self.answers.get(), seconds):
                if answer.correlation_id == message["id"]:
                    return json.loads(answer.body)
                print("repeat", answer.message_id)
            sys.exit("lost the connection")
        except asyncio.TimeoutError:
            print("again", message["type"], message["id"])
            return await self.ask(message)

    async def ask(self, message):
        sent = aio_pika.Message(
            json.dumps(message["body"]).encode(), type=message["type"], message_id=message["id"],
            correlation_id=message["id"], reply_to=self.replies.name, content_type="application/json",
            delivery_mode=aio_pika.DeliveryMode.PERSISTENT, headers={"strict": True})
        # Returns once the broker has confirmed.
        await self.exchange.publish(sent, message["type"], mandatory=True, timeout=ANSWER_SECONDS)
        answer = await self.receive(message, ANSWER_SECONDS)
        if "error" in answer:
            print("refused", message["type"], answer["error"]["reason"], answer["error"]["retry"])
            await asyncio.sleep(answer["error"].get("retryAfterSeconds", 0))
            if answer["error"]["retry"] == "sameIdentifier":
                return await self.ask(message)
            if answer["error"]["retry"] == "newIdentifier" and not message["id"].endswith("+"):
                # Once more, with an id that a restart finds again; a real producer asks its user.
                return await self.ask({**message, "id": message["id"] + "+"})
        return answer

    async def offer(self):
        """A booking at the price of the list, which its quote locks."""
        options = (await self.ask(request("list-ride-options.handle", **TRIP)))["rideOptions"]
        print("listed", len(options), "options")
        return request("request-ride.handle", rideOptionName=options[0]["name"], paymentMethod={"type": "applePay"},
                       quoteIdentifier=options[0]["quoteIdentifier"], **TRIP)

    async def book(self, name):
        """Books with a message that is kept before it is sent; a real producer keeps it in its database."""
        if not (folder / name).exists():
            (folder / "new").write_text(json.dumps(await self.offer()))
            (folder / "new").rename(folder / name)
        answer = await self.ask(json.loads((folder / name).read_text()))
        if "error" in answer:
            (folder / name).unlink()  # the next start begins with a new list
            sys.exit("no ride can be booked")
        print("booked", answer["rideStatus"]["rideIdentifier"])
        return answer["rideStatus"]["rideIdentifier"]

    async def follow(self, ride):
        """Prints each change of a ride until it has ended; updates come to the queue for answers."""
        message, sequence = request("get-ride-status.start-updates", rideIdentifier=ride), 0
        status = (await self.ask(message))["rideStatus"]
        while status["phase"] != "completed":
            if status["sequence"] > sequence:
                print("status", ride, sequence := status["sequence"], status["phase"])
            status = (await self.receive(message, QUIET_SECONDS))["rideStatus"]
        print("ended", ride, status["completionStatus"]["outcome"])

    async def cancel(self, ride):
        """Needs no file: the id follows from the ride."""
        answer = await self.ask(request("cancel-ride.handle", id=ride, rideIdentifier=ride))
        if "error" not in answer:
            print("canceled", ride, answer["rideStatus"]["completionStatus"]["outcome"])

async def main():
    session = await Session().open()
    ride = await session.book("ride")
    await session.follow(ride)
    await session.cancel(ride)  # is refused
    await session.cancel(await session.book("other-ride"))
    print("done")

asyncio.run(main())
