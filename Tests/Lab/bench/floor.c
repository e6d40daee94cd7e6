// The floor: what it costs to answer a message at all. It takes what has arrived as a batch, publishes an answer of a
// given size for each, persistent and mandatory, waits until the broker has confirmed them all, and acknowledges the
// batch at once. With publications at the end of its arguments it publishes each of them once more for every message,
// as a booking tells observers. Like a worker it has one connection to consume and one to publish, and writes a batch
// with few system calls. It looks at nothing.
//
// With --store it first writes the rows that a worker writes for a message, those of the newest message in SAMPLE, in
// one transaction for a batch. As a worker does, it writes one batch while the broker confirms the one before.
//
// Use: floor [--store URL SAMPLE] MESSAGES-URL QUEUE ANSWER-BYTES PREFETCH BATCH-LIMIT [EXCHANGE KEY TYPE BYTES]…
// It runs until SIGTERM.
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "link.h"
#include "store.h"

enum { LONGEST_TEXT = 255, LARGEST_BATCH = 1000, MOST_PUBLICATIONS = 8, FIRST_PUBLICATION = 6 };
enum { TURN_MICROSECONDS = 200000, WORTH_WRITING = 1 << 15 };
enum { WANTED_FLAGS = AMQP_BASIC_REPLY_TO_FLAG | AMQP_BASIC_CORRELATION_ID_FLAG };

// Of a request: what its answer has to repeat.
typedef struct {
  uint64_t tag;
  size_t reply_to_length, correlation_length;
  char reply_to[LONGEST_TEXT], correlation[LONGEST_TEXT];
} request_t;

static volatile sig_atomic_t stopping;
static request_t batch[LARGEST_BATCH];
static bool unconfirmed[LARGEST_BATCH * (1 + MOST_PUBLICATIONS)];
// What is published beside each answer.
static message_t beside[MOST_PUBLICATIONS];
static int beside_count;
// What is written for each message, if anything is.
static const store_t *store;
static void *opened;

static void stop(int number) {
  (void)number;
  stopping = 1;
}

static size_t keep(char *to, amqp_bytes_t text) {
  memcpy(to, text.bytes, text.len);
  return text.len;
}

// Takes the first message, which it waits for unless it is busy, and those that are here; returns how many.
static int take(link_t *link, int limit, bool is_busy) {
  int count = 0;
  bool is_within = false;
  uint64_t missing = 0;
  amqp_frame_t frame;
  while (count < limit || is_within) {
    switch (link_next(link, (count > 0 || is_busy) && !is_within ? 0 : TURN_MICROSECONDS, &frame)) {
      case LINK_NOTHING:
        if (!is_within) return count;
        continue;
      case LINK_DELIVERY:
        is_within = true;
        batch[count].tag = ((const amqp_basic_deliver_t *)frame.payload.method.decoded)->delivery_tag;
        break;
      case LINK_HEADER: {
        const amqp_basic_properties_t *properties = frame.payload.properties.decoded;
        if ((properties->_flags & WANTED_FLAGS) != WANTED_FLAGS) die("expected requests that want an answer");
        batch[count].reply_to_length = keep(batch[count].reply_to, properties->reply_to);
        batch[count].correlation_length = keep(batch[count].correlation, properties->correlation_id);
        missing = frame.payload.properties.body_size;
        break;
      }
      case LINK_BODY: missing -= frame.payload.body_fragment.len; break;
      default: continue;
    }
    if (is_within && frame.frame_type != AMQP_FRAME_METHOD && missing == 0) {
      is_within = false;
      count++;
    }
  }
  return count;
}

// The answer comes last: who has the last answer may end, and the queue of its events with it.
static void publish(frame_writer *writer, const request_t *request, text_t answer) {
  for (int i = 0; i < beside_count; i++) frames_put(writer, &beside[i]);
  frames_put(writer, &(message_t){.exchange = text_of(""),
                                  .routing_key = {request->reply_to, request->reply_to_length},
                                  .type = text_of("list-ride-options.handle.response"),
                                  .correlation_id = {request->correlation, request->correlation_length},
                                  .body = answer});
}

// Waits until the messages from the tag `first` on are confirmed. Confirms come in any order, single and multiple
// mixed.
static void wait_for_confirms(link_t *link, uint64_t first, int count) {
  int outstanding = count;
  amqp_frame_t frame;
  for (int i = 0; i < count; i++) unconfirmed[i] = true;
  while (outstanding > 0) {
    if (link_next(link, TURN_MICROSECONDS, &frame) != LINK_CONFIRM) continue;
    const amqp_basic_ack_t *ack = frame.payload.method.decoded;
    if (ack->delivery_tag < first) continue;
    uint64_t last = ack->delivery_tag - first;
    for (uint64_t i = ack->multiple ? 0 : last; i <= last && i < (uint64_t)count; i++) {
      if (unconfirmed[i]) outstanding--;
      unconfirmed[i] = false;
    }
  }
}

static text_t make_answer(size_t size) {
  static const char start[] = "{\"code\":\"success\",\"filling\":\"", end[] = "\"}";
  size_t least = sizeof start + sizeof end - 2;
  if (size < least) die("expected an answer of at least %zu bytes", least);
  char *body = malloc(size);
  memset(body, 'x', size);
  memcpy(body, start, sizeof start - 1);
  memcpy(body + size - (sizeof end - 1), end, sizeof end - 1);
  return (text_t){body, size};
}

// What is published and not confirmed yet.
typedef struct {
  uint64_t first_confirm, last_delivery;
  int published;
} pending_t;

static void settle(link_t *consumer, link_t *publisher, pending_t *pending) {
  if (pending->published == 0) return;
  wait_for_confirms(publisher, pending->first_confirm, pending->published);
  amqp_basic_ack(consumer->state, LINK_CHANNEL, pending->last_delivery, 1);
  pending->first_confirm += pending->published;
  pending->published = 0;
}

static void serve(link_t *consumer, link_t *publisher, text_t answer, int limit) {
  frame_writer writer = frames_begin(publisher, WORTH_WRITING);
  pending_t pending = {.first_confirm = 1};
  while (!stopping) {
    if (store == NULL) settle(consumer, publisher, &pending);
    int count = take(consumer, limit, pending.published > 0);
    if (count > 0 && store != NULL) store->write(opened, count);
    settle(consumer, publisher, &pending);
    if (count == 0) {
      // An idle connection has to send heartbeats, too.
      amqp_frame_t frame;
      link_next(publisher, 0, &frame);
      continue;
    }
    for (int i = 0; i < count; i++) publish(&writer, &batch[i], answer);
    frames_flush(&writer);
    pending.published = count * (1 + beside_count);
    pending.last_delivery = batch[count - 1].tag;
  }
  settle(consumer, publisher, &pending);
}

static void read_publications(int argc, char **argv) {
  for (int i = FIRST_PUBLICATION; i < argc; i += 4) {
    if (beside_count == MOST_PUBLICATIONS) die("expected at most %d publications", MOST_PUBLICATIONS);
    beside[beside_count++] = (message_t){.exchange = text_of(argv[i]),
                                         .routing_key = text_of(argv[i + 1]),
                                         .type = text_of(argv[i + 2]),
                                         .message_id = text_of("00000000-0000-4000-8000-000000000000"),
                                         .body = make_answer(strtoul(argv[i + 3], NULL, 10))};
  }
}

static void open_store(const char *url, const char *sample) {
  store = strncmp(url, "sqlite:", strlen("sqlite:")) == 0 ? &sqlite_store : &postgres_store;
  opened = store->open(url, sample);
}

int main(int argc, char **argv) {
  if (argc > 3 && strcmp(argv[1], "--store") == 0) {
    open_store(argv[2], argv[3]);
    argc -= 3;
    argv += 3;
  }
  if (argc < FIRST_PUBLICATION || (argc - FIRST_PUBLICATION) % 4 != 0)
    die("use: floor [--store URL SAMPLE] MESSAGES-URL QUEUE ANSWER-BYTES PREFETCH BATCH-LIMIT\n"
        "  [EXCHANGE KEY TYPE BYTES]…");
  int limit = atoi(argv[5]);
  if (limit < 1 || limit > LARGEST_BATCH) die("expected a batch of 1 to %d, got %s", LARGEST_BATCH, argv[5]);
  read_publications(argc, argv);
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  link_t publisher = link_open(argv[1], "floor publisher");
  amqp_confirm_select(publisher.state, LINK_CHANNEL);
  link_check(&publisher, "select confirms");
  link_t consumer = link_open(argv[1], "floor consumer");
  amqp_basic_qos(consumer.state, LINK_CHANNEL, 0, atoi(argv[4]), 0);
  link_check(&consumer, "set the prefetch");
  amqp_basic_consume(consumer.state, LINK_CHANNEL, amqp_cstring_bytes(argv[2]), amqp_cstring_bytes("floor"), 0, 0, 0,
                     amqp_empty_table);
  link_check(&consumer, "consume");
  serve(&consumer, &publisher, make_answer(strtoul(argv[3], NULL, 10)), limit);
  link_close(&consumer);
  link_close(&publisher);
  return 0;
}
