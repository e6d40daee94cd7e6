// A ride from the list of options to its end, and another one that is canceled, with librabbitmq and jansson.
// Build: cc -o client client.c -lrabbitmq -ljansson. Use: client RIDER FOLDER [URL]; without URL, that of
// LIVERY_AMQP_URL. A booking is kept in FOLDER before it is sent. A lost connection ends the program: started again, it
// sends the same messages. What it reads is freed by its end.
#if __has_include(<rabbitmq-c/tcp_socket.h>)
#include <rabbitmq-c/tcp_socket.h>
#else  // before librabbitmq 0.12
#include <amqp_tcp_socket.h>
#endif
#include <err.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Without heartbeats, which librabbitmq sends within its calls alone: the program sleeps for longer.
enum { answer_seconds = 5, quiet_seconds = 30, channel = 1, heartbeat = 0 };
static const char *const exchange = "livery.requests.riders";  // the routing key is the type of the message
static const char *const trip =
    "{\"pickupLocation\": {\"latitude\": 41.8796, \"longitude\": -87.6237, \"name\": \"Art Institute\"},"
    "\"dropOffLocation\": {\"latitude\": 41.9786, \"longitude\": -87.9047, \"name\": \"O'Hare\"}}";
static const char *rider;
static amqp_connection_state_t broker;
static amqp_bytes_t replies;

static json_t *at(json_t *object, const char *name) { return json_object_get(object, name); }
static const char *text(json_t *object, const char *name) { return json_string_value(at(object, name)) ?: ""; }
static json_t *ask(json_t *message);

static void open_session(char *url) {
  struct amqp_connection_info to;
  if (amqp_parse_url(url, &to) || to.ssl) errx(1, "expected amqp://user:password@host:port/vhost");
  broker = amqp_new_connection();
  if (amqp_socket_open(amqp_tcp_socket_new(broker), to.host, to.port)) errx(1, "the broker cannot be reached");
  amqp_login(broker, to.vhost, 0, AMQP_DEFAULT_FRAME_SIZE, heartbeat, AMQP_SASL_METHOD_PLAIN, to.user, to.password);
  amqp_channel_open(broker, channel);
  amqp_confirm_select(broker, channel);
  amqp_queue_declare_ok_t *queue = amqp_queue_declare(broker, channel, amqp_empty_bytes, 0, 0, 1, 0, amqp_empty_table);
  if (queue == NULL) errx(1, "expected a login and a queue for answers, got neither");
  replies = amqp_bytes_malloc_dup(queue->queue);
  amqp_basic_consume(broker, channel, replies, amqp_empty_bytes, 0, 1, 1, amqp_empty_table);
}

// The id is chosen once: sent again with the same one, it is the same request. It is the rider's, and unique for them.
static json_t *request(const char *type, json_t *body) {
  json_object_set_new(body, "riderIdentifier", json_string(rider));
  return json_pack("{sssoso}", "type", type, "id", json_sprintf("%x-%x", arc4random(), arc4random()), "body", body);
}

// The answer to a message, past others that come; without one in time the message is sent again.
static json_t *receive(json_t *message, int seconds) {
  amqp_frame_t frame;
  amqp_message_t got;
  amqp_maybe_release_buffers(broker);
  const int status = amqp_simple_wait_frame_noblock(broker, &frame, &(struct timeval){.tv_sec = seconds});
  if (status == AMQP_STATUS_TIMEOUT) {
    printf("again %s %s\n", text(message, "type"), text(message, "id"));
    return ask(message);
  }
  if (status) errx(1, "lost the connection: %s", amqp_error_string2(status));
  if (frame.payload.method.id == AMQP_BASIC_ACK_METHOD) return receive(message, seconds);
  if (frame.payload.method.id != AMQP_BASIC_DELIVER_METHOD)  // such as basic.return, since no queue takes the message
    errx(1, "expected an answer, got %s", amqp_method_name(frame.payload.method.id));
  if (amqp_read_message(broker, channel, &got, 0).reply_type != AMQP_RESPONSE_NORMAL) errx(1, "lost the connection");
  const amqp_bytes_t id = got.properties.message_id, cause = got.properties.correlation_id;
  const int is_awaited = json_equal(json_stringn(cause.bytes, cause.len), at(message, "id"));
  json_t *answer = is_awaited ? json_loadb(got.body.bytes, got.body.len, 0, NULL) : NULL;
  if (!is_awaited) printf("repeat %.*s\n", (int)id.len, (char *)id.bytes);
  amqp_destroy_message(&got);
  return answer ? answer : receive(message, seconds);
}

static json_t *ask(json_t *message) {
  const amqp_bytes_t type = amqp_cstring_bytes(text(message, "type")), id = amqp_cstring_bytes(text(message, "id"));
  amqp_table_entry_t strict = {amqp_cstring_bytes("strict"), {.kind = AMQP_FIELD_KIND_BOOLEAN, .value.boolean = 1}};
  amqp_basic_properties_t properties = {.type = type, .message_id = id, .correlation_id = id, .reply_to = replies};
  properties.content_type = amqp_cstring_bytes("application/json");
  properties.delivery_mode = AMQP_DELIVERY_PERSISTENT;
  properties.headers = (amqp_table_t){1, &strict};
  properties._flags = AMQP_BASIC_TYPE_FLAG | AMQP_BASIC_MESSAGE_ID_FLAG | AMQP_BASIC_CORRELATION_ID_FLAG |
                      AMQP_BASIC_REPLY_TO_FLAG | AMQP_BASIC_CONTENT_TYPE_FLAG | AMQP_BASIC_DELIVERY_MODE_FLAG |
                      AMQP_BASIC_HEADERS_FLAG;
  const amqp_bytes_t to = amqp_cstring_bytes(exchange), body = amqp_cstring_bytes(json_dumps(at(message, "body"), 0));
  if (amqp_basic_publish(broker, channel, to, type, 1, 0, &properties, body)) errx(1, "lost the connection");
  json_t *answer = receive(message, answer_seconds), *error = at(answer, "error");
  if (error == NULL) return answer;
  printf("refused %s %s %s\n", text(message, "type"), text(error, "reason"), text(error, "retry"));
  sleep(json_integer_value(at(error, "retryAfterSeconds")));
  if (!strcmp(text(error, "retry"), "sameIdentifier")) return ask(message);
  if (!strcmp(text(error, "retry"), "no") || strchr(text(message, "id"), '+')) return answer;
  json_object_set_new(message, "id", json_sprintf("%s+", text(message, "id")));  // which a restart finds again
  return ask(message);
}

// Books at the price of the list. The message is kept before it is sent; a real producer has a database.
static const char *book(const char *name) {
  if (access(name, F_OK)) {
    json_t *body = json_loads(trip, 0, NULL), *list = ask(request("list-ride-options.handle", json_deep_copy(body)));
    json_t *options = at(list, "rideOptions"), *option = json_array_get(options, 0);
    printf("listed %zu options\n", json_array_size(options));
    json_object_update(body, json_pack("{s:O, s:O, s:{s:s}}", "rideOptionName", at(option, "name"), "quoteIdentifier",
                                       at(option, "quoteIdentifier"), "paymentMethod", "type", "applePay"));
    if (json_dump_file(request("request-ride.handle", body), "new", 0) || rename("new", name)) err(1, "%s", name);
  }
  json_t *answer = ask(json_load_file(name, 0, NULL));
  if (at(answer, "error")) {
    remove(name);  // the next start begins with a new list
    errx(1, "no ride can be booked");
  }
  printf("booked %s\n", text(at(answer, "rideStatus"), "rideIdentifier"));
  return text(at(answer, "rideStatus"), "rideIdentifier");
}

// Prints each change of a ride until it has ended; updates come to the queue for answers.
static const char *follow(const char *ride) {
  json_t *message = request("get-ride-status.start-updates", json_pack("{s:s}", "rideIdentifier", ride));
  json_t *status = at(ask(message), "rideStatus");
  json_int_t sequence = 0;
  for (; strcmp(text(status, "phase"), "completed"); status = at(receive(message, quiet_seconds), "rideStatus"))
    if (json_integer_value(at(status, "sequence")) > sequence)
      printf("status %s %lld %s\n", ride, sequence = json_integer_value(at(status, "sequence")), text(status, "phase"));
  printf("ended %s %s\n", ride, text(at(status, "completionStatus"), "outcome"));
  return ride;
}

static void cancel(const char *ride) {
  json_t *message = request("cancel-ride.handle", json_pack("{s:s}", "rideIdentifier", ride));
  json_object_set_new(message, "id", json_string(ride));  // it follows from the ride, so that no file is needed
  json_t *answer = ask(message), *end = at(at(answer, "rideStatus"), "completionStatus");
  if (!at(answer, "error")) printf("canceled %s %s\n", ride, text(end, "outcome"));
}

int main(int count, char **arguments) {
  if (count < 3 || chdir(arguments[2])) errx(2, "expected RIDER FOLDER [URL]");
  rider = arguments[1];
  setvbuf(stdout, NULL, _IOLBF, 0);
  open_session(count > 3 ? arguments[3] : getenv("LIVERY_AMQP_URL"));
  cancel(follow(book("ride")));  // is refused
  cancel(book("other-ride"));
  puts("done");
}
