// A ride from the list of options to its end, and another one that is canceled, with librabbitmq and jansson.
// Build: cc -o client client.c -lrabbitmq -ljansson. Use: client RIDER FOLDER [URL]; without URL, that of
// LIVERY_AMQP_URL. Each message that changes something is kept in FOLDER before it is sent. A lost connection ends the
// program: started again, it sends the same messages. What it reads is freed by its end.
#include <amqp.h>
#include <amqp_tcp_socket.h>
#include <err.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { answer_seconds = 5, quiet_seconds = 30, channel = 1, heartbeat = 10 };
static const char *const exchange = "livery.requests.riders";  // the routing key is the type of the message
static const char *const trip =
    "{\"pickupLocation\": {\"latitude\": 41.8796, \"longitude\": -87.6237, \"name\": \"Art Institute\"},"
    "\"dropOffLocation\": {\"latitude\": 41.9786, \"longitude\": -87.9047, \"name\": \"O'Hare\"}}";
static const char *rider;
static amqp_connection_state_t broker;
static amqp_bytes_t replies;
static json_t *seen;

static json_t *at(json_t *object, const char *name) { return json_object_get(object, name); }
static const char *text(json_t *object, const char *name) { return json_string_value(at(object, name)); }
static int retries(json_t *answer, const char *how) { return !strcmp(text(at(answer, "error"), "retry") ?: "", how); }

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
  seen = json_object();
}

// The id is chosen once: sent again with the same one, it is the same request. It is the rider's, and unique for them.
static json_t *request(const char *type, const char *name, json_t *value, json_t *body) {
  static int count;
  json_object_set_new(body, "riderIdentifier", json_string(rider));
  if (name) json_object_set_new(body, name, value);
  json_t *id = json_sprintf("%ld-%d-%d", (long)time(NULL), (int)getpid(), ++count);
  return json_pack("{s:s, s:o, s:o}", "type", type, "id", id, "body", body);
}

// The message, kept before it is sent; a real producer keeps it in its database, beside what the message is for.
static json_t *keep(const char *name, json_t *message) {
  if (json_dump_file(message, "new", 0) || rename("new", name)) err(1, "%s is not kept", name);
  return message;
}

// The next answer to a message, repeats left out; when none comes in time, the same message is to be sent again.
static json_t *receive(json_t *message, int seconds) {
  for (struct timeval limit = {.tv_sec = seconds};;) {
    amqp_envelope_t got;
    amqp_maybe_release_buffers(broker);
    amqp_rpc_reply_t reply = amqp_consume_message(broker, &got, &limit, 0);
    if (reply.library_error == AMQP_STATUS_UNEXPECTED_STATE) {  // no answer, but a confirm, or why there is none
      amqp_frame_t frame;
      if (amqp_simple_wait_frame(broker, &frame)) errx(1, "lost the connection");
      if (frame.payload.method.id != AMQP_BASIC_ACK_METHOD) errx(1, "neither the broker nor a queue takes the message");
      continue;
    }
    if (reply.library_error == AMQP_STATUS_TIMEOUT) return json_pack("{s:{s:s}}", "error", "retry", "sameIdentifier");
    if (reply.reply_type != AMQP_RESPONSE_NORMAL) errx(1, "lost the connection");
    const amqp_bytes_t id = got.message.properties.message_id, of = got.message.properties.correlation_id;
    const char *key = json_string_value(json_stringn(id.bytes, id.len)), *wanted = text(message, "id");
    const int is_repeat = at(seen, key) != NULL;
    const int is_wanted = of.len == strlen(wanted) && !memcmp(of.bytes, wanted, of.len);
    if (is_repeat) printf("repeat %s\n", key);
    json_object_set_new(seen, key, json_true());
    json_t *answer = json_loadb(got.message.body.bytes, got.message.body.len, 0, NULL);
    amqp_destroy_envelope(&got);
    if (answer && is_wanted && !is_repeat) return answer;
  }
}

static json_t *ask(json_t *message) {
  const amqp_bytes_t type = amqp_cstring_bytes(text(message, "type")), id = amqp_cstring_bytes(text(message, "id"));
  amqp_table_entry_t strict = {amqp_cstring_bytes("strict"), {.kind = AMQP_FIELD_KIND_BOOLEAN, .value.boolean = 1}};
  const amqp_basic_properties_t properties = {._flags = AMQP_BASIC_TYPE_FLAG | AMQP_BASIC_MESSAGE_ID_FLAG |
                                                        AMQP_BASIC_CORRELATION_ID_FLAG | AMQP_BASIC_REPLY_TO_FLAG |
                                                        AMQP_BASIC_CONTENT_TYPE_FLAG | AMQP_BASIC_DELIVERY_MODE_FLAG |
                                                        AMQP_BASIC_HEADERS_FLAG,
                                              .type = type,
                                              .message_id = id,
                                              .correlation_id = id,
                                              .reply_to = replies,
                                              .delivery_mode = 2,
                                              .content_type = amqp_cstring_bytes("application/json"),
                                              .headers = {.num_entries = 1, .entries = &strict}};
  const amqp_bytes_t to = amqp_cstring_bytes(exchange), body = amqp_cstring_bytes(json_dumps(at(message, "body"), 0));
  if (amqp_basic_publish(broker, channel, to, type, 1, 0, &properties, body)) errx(1, "lost the connection");
  json_t *answer = receive(message, answer_seconds), *error = at(answer, "error");
  if (retries(answer, "sameIdentifier")) {
    printf("again %s %s\n", text(message, "type"), text(message, "id"));
    sleep(1 + json_number_value(at(error, "retryAfterSeconds")));
    return ask(message);
  }
  if (error) printf("refused %s %s %s\n", text(message, "type"), text(error, "reason"), text(error, "retry"));
  return answer;
}

// A booking at the price of the list, which its quote locks.
static json_t *offer(void) {
  json_t *list = ask(request("list-ride-options.handle", NULL, NULL, json_loads(trip, 0, NULL)));
  json_t *options = at(list, "rideOptions"), *option = json_array_get(options, 0), *body = json_loads(trip, 0, NULL);
  printf("listed %zu options\n", json_array_size(options));
  json_object_set(body, "rideOptionName", at(option, "name"));
  json_object_set(body, "quoteIdentifier", at(option, "quoteIdentifier"));
  return request("request-ride.handle", "paymentMethod", json_pack("{s:s}", "type", "applePay"), body);
}

static const char *book(const char *name) {
  json_t *answer = ask(json_load_file(name, 0, NULL) ?: keep(name, offer()));
  if (retries(answer, "newIdentifier") && !remove(name)) return book(name);  // such as a quote that has expired
  const char *ride = text(at(answer, "rideStatus"), "rideIdentifier");
  if (ride == NULL) exit(1);
  printf("booked %s\n", ride);
  return ride;
}

// Prints each change of a ride until it has ended; updates come to the queue for answers.
static void follow(const char *ride) {
  json_t *message = request("get-ride-status.start-updates", "rideIdentifier", json_string(ride), json_object());
  json_t *status = at(ask(message), "rideStatus");
  for (json_int_t sequence = 0; strcmp(text(status, "phase"), "completed");) {
    const json_int_t newest = json_integer_value(at(status, "sequence"));
    if (newest > sequence) printf("status %s %lld %s\n", ride, sequence = newest, text(status, "phase"));
    status = at(receive(message, quiet_seconds), "rideStatus");
    if (!json_is_object(status)) status = at(ask(message), "rideStatus");
  }
  printf("ended %s %s\n", ride, text(at(status, "completionStatus"), "outcome"));
}

static void cancel(const char *ride, const char *name) {
  json_t *kept = json_load_file(name, 0, NULL), *id = json_string(ride);
  json_t *answer = ask(kept ?: keep(name, request("cancel-ride.handle", "rideIdentifier", id, json_object())));
  json_t *end = at(at(answer, "rideStatus"), "completionStatus");
  if (!at(answer, "error")) printf("canceled %s %s\n", ride, text(end, "outcome"));
}

int main(int count, char **arguments) {
  if (count < 3 || chdir(arguments[2])) errx(2, "expected RIDER FOLDER [URL]");
  rider = arguments[1];
  setvbuf(stdout, NULL, _IOLBF, 0);
  open_session(count > 3 ? arguments[3] : getenv("LIVERY_AMQP_URL"));
  const char *ride = book("ride");
  follow(ride);
  cancel(ride, "late-cancel");  // is refused
  cancel(book("other-ride"), "cancel");
  puts("done");
}
