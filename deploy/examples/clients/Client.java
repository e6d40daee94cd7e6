// A ride from the list of options to its end, and another one that is canceled, with librabbitmq-client-java and Gson.
// Use: java -cp JARS Client.java RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in
// FOLDER before it is sent. A lost connection ends the program: started again, it sends the same messages.
import com.google.gson.Gson;
import com.rabbitmq.client.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public final class Client {
    static final int ANSWER_SECONDS = 5, QUIET_SECONDS = 30;
    static final Map<String, Object> TRIP = Map.of(
        "pickupLocation", Map.of("latitude", 41.8796, "longitude", -87.6237, "name", "Art Institute"),
        "dropOffLocation", Map.of("latitude", 41.9786, "longitude", -87.9047, "name", "O'Hare"));
    static final Gson json = new Gson();
    static final BlockingQueue<Delivery> answers = new LinkedBlockingQueue<>();
    static String rider, replies;
    static Channel channel;

    record Message(String type, String id, Map<String, Object> body) {}
    record Option(String name, String quoteIdentifier) {}
    record Status(String rideIdentifier, int sequence, String phase, Map<String, Object> completionStatus) {}
    record Refusal(String reason, String retry, int retryAfterSeconds) {}
    record Answer(List<Option> rideOptions, Status rideStatus, Refusal error) {}

    static void fail(String why) {
        System.err.println(why);
        Runtime.getRuntime().halt(1);
    }

    /** The id is chosen once: sent again with the same one, it is the same request. */
    static Message request(String type, Map<String, Object> members) {
        var body = new HashMap<>(members);
        body.put("riderIdentifier", rider);
        return new Message(type, UUID.randomUUID().toString(), body);
    }

    /** The answer to a message, past others that come; without one in time the message is sent again. */
    static Answer receive(Message message, int seconds) throws Exception {
        for (Delivery answer; (answer = answers.poll(seconds, TimeUnit.SECONDS)) != null; ) {
            var properties = answer.getProperties();
            if (message.id.equals(properties.getCorrelationId()))
                return json.fromJson(new String(answer.getBody(), "UTF-8"), Answer.class);
            System.out.println("repeat " + properties.getMessageId());
        }
        System.out.printf("again %s %s%n", message.type, message.id);
        return ask(message);
    }

    static Answer ask(Message message) throws Exception {
        var properties = new AMQP.BasicProperties.Builder()
            .type(message.type).messageId(message.id).correlationId(message.id).replyTo(replies)
            .contentType("application/json").deliveryMode(2).headers(Map.of("strict", true)).build();
        var body = json.toJson(message.body).getBytes("UTF-8");
        channel.basicPublish("livery.requests.riders", message.type, true, properties, body);
        channel.waitForConfirmsOrDie(1000 * ANSWER_SECONDS);
        var answer = receive(message, ANSWER_SECONDS);
        if (answer.error == null) return answer;
        System.out.printf("refused %s %s %s%n", message.type, answer.error.reason, answer.error.retry);
        TimeUnit.SECONDS.sleep(answer.error.retryAfterSeconds);
        if (answer.error.retry.equals("sameIdentifier")) return ask(message);
        if (answer.error.retry.equals("no") || message.id.endsWith("+")) return answer;
        return ask(new Message(message.type, message.id + "+", message.body)); // with an id that a restart finds again
    }

    /** Books at the price of the list. The message is kept before it is sent; a real producer has a database. */
    static String book(Path kept) throws Exception {
        if (!Files.exists(kept)) {
            var options = ask(request("list-ride-options.handle", TRIP)).rideOptions;
            System.out.println("listed " + options.size() + " options");
            var body = new HashMap<>(TRIP);
            body.putAll(Map.of("rideOptionName", options.get(0).name, "paymentMethod", Map.of("type", "applePay"),
                               "quoteIdentifier", options.get(0).quoteIdentifier));
            Files.writeString(kept.resolveSibling("new"), json.toJson(request("request-ride.handle", body)));
            Files.move(kept.resolveSibling("new"), kept, StandardCopyOption.ATOMIC_MOVE);
        }
        var answer = ask(json.fromJson(Files.readString(kept), Message.class));
        if (answer.error != null) Files.delete(kept); // the next start begins with a new list
        if (answer.error != null) fail("no ride can be booked");
        System.out.println("booked " + answer.rideStatus.rideIdentifier);
        return answer.rideStatus.rideIdentifier;
    }

    /** Prints each change of a ride until it has ended; updates come to the queue for answers. */
    static void follow(String ride) throws Exception {
        var message = request("get-ride-status.start-updates", Map.of("rideIdentifier", ride));
        var now = ask(message).rideStatus;
        for (int last = 0; !now.phase.equals("completed"); now = receive(message, QUIET_SECONDS).rideStatus)
            if (now.sequence > last) System.out.printf("status %s %d %s%n", ride, last = now.sequence, now.phase);
        System.out.printf("ended %s %s%n", ride, now.completionStatus.get("outcome"));
    }

    /** Needs no file: the id follows from the ride. */
    static void cancel(String ride) throws Exception {
        var body = Map.<String, Object>of("riderIdentifier", rider, "rideIdentifier", ride);
        var answer = ask(new Message("cancel-ride.handle", ride, body));
        if (answer.error == null)
            System.out.printf("canceled %s %s%n", ride, answer.rideStatus.completionStatus.get("outcome"));
    }

    public static void main(String[] arguments) throws Exception {
        rider = arguments[0];
        var factory = new ConnectionFactory();
        factory.setUri(arguments.length > 2 ? arguments[2] : System.getenv("LIVERY_AMQP_URL"));
        channel = factory.newConnection().createChannel();
        channel.addShutdownListener(cause -> fail("lost the connection"));
        channel.addReturnListener(returned -> fail("no queue takes " + returned.getRoutingKey()));
        channel.confirmSelect();
        replies = channel.queueDeclare().getQueue();
        channel.basicConsume(replies, true, (tag, answer) -> answers.add(answer), tag -> fail("lost the queue"));
        var ride = book(Path.of(arguments[1], "ride"));
        follow(ride);
        cancel(ride); // is refused
        cancel(book(Path.of(arguments[1], "other-ride")));
        System.out.println("done");
        System.exit(0);
    }
}
