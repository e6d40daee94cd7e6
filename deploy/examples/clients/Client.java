import com.google.gson.Gson;
import com.rabbitmq.client.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

/** A ride from the list of options to its end, and another one that is canceled, with librabbitmq-client-java.
 *
 * Use: java -cp JARS Client.java RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. Each message that changes
 * something is kept in FOLDER before it is sent. A lost connection ends the program: started again, it sends the same
 * messages. */
public final class Client {
    static final String EXCHANGE = "livery.requests.riders"; // the routing key is the type of the message
    static final int ANSWER_SECONDS = 5, QUIET_SECONDS = 30;
    static final Gson JSON = new Gson();

    record Message(String type, String id, Map<String, Object> body) {}
    record Option(String name, String quoteIdentifier) {}
    record Status(String rideIdentifier, int sequence, String phase, Map<String, Object> completionStatus) {}
    record Refusal(String reason, String retry, double retryAfterSeconds) {}
    record Answer(List<Option> rideOptions, Status rideStatus, Refusal error) {}
    static final Answer UNKNOWN = new Answer(null, null, new Refusal("", "sameIdentifier", 1));
    static final Map<String, Object> TRIP = Map.of(
        "pickupLocation", Map.of("latitude", 41.8796, "longitude", -87.6237, "name", "Art Institute"),
        "dropOffLocation", Map.of("latitude", 41.9786, "longitude", -87.9047, "name", "O'Hare"));

    static String rider, folder, replies;
    static Channel channel;
    static final BlockingQueue<Delivery> answers = new LinkedBlockingQueue<>();
    static final Set<String> seen = new HashSet<>();

    static void open(String url) throws Exception {
        var factory = new ConnectionFactory();
        factory.setUri(url);
        channel = factory.newConnection().createChannel();
        channel.addShutdownListener(cause -> { if (!cause.isInitiatedByApplication()) fail("lost the connection"); });
        channel.addReturnListener(returned -> fail("no queue takes " + returned.getRoutingKey()));
        channel.confirmSelect();
        replies = channel.queueDeclare().getQueue();
        channel.basicConsume(replies, true, (tag, answer) -> answers.add(answer), tag -> fail("lost the queue"));
    }

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

    /** The message of that name, kept before it is sent; a real producer keeps it in its database, with its purpose. */
    static Message kept(String name, Callable<Message> make) throws Exception {
        var path = Path.of(folder, name);
        if (!Files.exists(path)) {
            Files.writeString(Path.of(folder, "new"), JSON.toJson(make.call()));
            Files.move(Path.of(folder, "new"), path, StandardCopyOption.ATOMIC_MOVE);
        }
        return JSON.fromJson(Files.readString(path), Message.class);
    }

    /** The next answer to a message, repeats left out. */
    static Answer receive(Message message, int seconds) throws Exception {
        for (Delivery answer; (answer = answers.poll(seconds, TimeUnit.SECONDS)) != null; ) {
            var properties = answer.getProperties();
            if (!seen.add(properties.getMessageId()))
                System.out.println("repeat " + properties.getMessageId());
            else if (message.id.equals(properties.getCorrelationId()))
                return JSON.fromJson(new String(answer.getBody(), "UTF-8"), Answer.class);
        }
        return UNKNOWN;
    }

    static Answer ask(Message message) throws Exception {
        var properties = new AMQP.BasicProperties.Builder()
            .type(message.type).messageId(message.id).correlationId(message.id).replyTo(replies)
            .contentType("application/json").deliveryMode(2).headers(Map.of("strict", true)).build();
        channel.basicPublish(EXCHANGE, message.type, true, properties, JSON.toJson(message.body).getBytes("UTF-8"));
        channel.waitForConfirmsOrDie(1000 * ANSWER_SECONDS);
        var answer = receive(message, ANSWER_SECONDS);
        if (answer.error != null && "sameIdentifier".equals(answer.error.retry)) {
            System.out.printf("again %s %s%n", message.type, message.id);
            Thread.sleep((long) (1000 * Math.max(1, answer.error.retryAfterSeconds)));
            return ask(message);
        }
        if (answer.error != null)
            System.out.printf("refused %s %s %s%n", message.type, answer.error.reason, answer.error.retry);
        return answer;
    }

    /** Books at the price of the list, which the quote locks. */
    static String book(String name) throws Exception {
        var answer = ask(kept(name, () -> {
            var options = ask(request("list-ride-options.handle", TRIP)).rideOptions;
            System.out.println("listed " + options.size() + " options");
            var body = new HashMap<String, Object>(TRIP);
            body.putAll(Map.of("rideOptionName", options.get(0).name, "paymentMethod", Map.of("type", "applePay"),
                               "quoteIdentifier", options.get(0).quoteIdentifier));
            return request("request-ride.handle", body);
        }));
        if (answer.error != null && "newIdentifier".equals(answer.error.retry)) { // such as a quote that has expired
            Files.delete(Path.of(folder, name));
            return book(name);
        }
        System.out.println("booked " + answer.rideStatus.rideIdentifier);
        return answer.rideStatus.rideIdentifier;
    }

    /** Prints each change of a ride until it has ended; updates come to the queue for answers. */
    static void follow(String ride) throws Exception {
        var message = request("get-ride-status.start-updates", Map.of("rideIdentifier", ride));
        var status = ask(message).rideStatus;
        for (int sequence = 0; !status.phase.equals("completed"); ) {
            if (status.sequence > sequence)
                System.out.printf("status %s %d %s%n", ride, sequence = status.sequence, status.phase);
            status = receive(message, QUIET_SECONDS).rideStatus;
            if (status == null) status = ask(message).rideStatus;
        }
        System.out.println("ended " + ride + " " + status.completionStatus.get("outcome"));
    }

    static void cancel(String ride, String name) throws Exception {
        var answer = ask(kept(name, () -> request("cancel-ride.handle", Map.of("rideIdentifier", ride))));
        if (answer.error == null)
            System.out.printf("canceled %s %s%n", ride, answer.rideStatus.completionStatus.get("outcome"));
    }

    public static void main(String[] arguments) throws Exception {
        rider = arguments[0];
        folder = arguments[1];
        open(arguments.length > 2 ? arguments[2] : System.getenv("LIVERY_AMQP_URL"));
        var ride = book("ride");
        follow(ride);
        cancel(ride, "late-cancel"); // is refused
        cancel(book("other-ride"), "cancel");
        System.out.println("done");
        channel.getConnection().close();
    }
}
