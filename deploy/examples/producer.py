"""Asks which rides there are, books one, and asks where it is. Needs pika: Debian's python3-pika."""
import json, os, pika, uuid

connection = pika.BlockingConnection(pika.URLParameters(os.environ["LIVERY_AMQP_URL"]))
channel = connection.channel()
replies = channel.queue_declare("", exclusive=True).method.queue

def ask(message_type, **body):
    identifier = str(uuid.uuid4())  # send again with the same one, and it is the same request
    channel.basic_publish("livery.requests.riders", message_type, json.dumps(body), pika.BasicProperties(
        type=message_type, message_id=identifier, correlation_id=identifier, reply_to=replies,
        content_type="application/json", delivery_mode=2,
        headers={"strict": True}))  # a misspelt member is refused, not ignored
    for _, properties, answer in channel.consume(replies, auto_ack=True, inactivity_timeout=10):
        if properties is None:
            raise SystemExit(f"no answer to {message_type} within 10 s")
        if properties.correlation_id == identifier:
            print(properties.type, json.dumps(json.loads(answer), ensure_ascii=False))
            return json.loads(answer)

rider = f"rider-{uuid.uuid4()}"
trip = {"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}}
ask("list-ride-options.handle", riderIdentifier=rider, **trip)
ask("request-ride.handle", riderIdentifier=rider, rideOptionName="SUV", partySize=3,
    paymentMethod={"type": "applePay"}, **trip)
ask("get-ride-status.handle", riderIdentifier=rider)
connection.close()
