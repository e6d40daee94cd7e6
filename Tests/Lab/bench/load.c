// The load: keeps a window of requests in flight and measures until when each is answered, with what processor time of
// the processes that it watches. All is bounded: by a number of requests, by a time, and by the patience for an answer.
//
// It begins to count when the warm-up is answered, and ends when the last request has been sent, so that rate and
// processor time are those of a full window; the answers outstanding then are waited for and judged, too.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ledger.h"
#include "link.h"
#include "requests.h"
#include "watched.h"

enum { PATIENCE_SECONDS = 30, POLL_MICROSECONDS = 100000 };
static const int64_t second = 1000000000;

typedef struct {
  const char *url, *bodies, *events, *observer;
  request_shape shape;
  uint64_t first, requests, warm, window, points;
  double seconds;
  watched_t watched;
} options_t;

typedef struct {
  const options_t *options;
  watched_t watched;
  ledger_t ledger;
  link_t publisher, consumer;
  request_writer writer;
  int64_t deadline, last_answer, looked;
  // Of what is being received: the number of the request, whether it is an event, and whether a body has to come.
  uint64_t number;
  bool is_event, awaits_body;
  char *notes;
  size_t notes_length;
  FILE *points;
} load_t;

static uint64_t whole(const char *text) {
  char *end;
  uint64_t value = strtoull(text, &end, 10);
  if (*text == '\0' || *end != '\0') die("expected a whole number, got '%s'", text);
  return value;
}

static options_t read_options(int argc, char **argv) {
  static const struct option names[] = {
      {"url", 1, NULL, 'u'},    {"exchange", 1, NULL, 'x'}, {"key", 1, NULL, 'k'},    {"type", 1, NULL, 't'},
      {"bodies", 1, NULL, 'b'}, {"requests", 1, NULL, 'n'}, {"warm", 1, NULL, 'w'},   {"window", 1, NULL, 'i'},
      {"first", 1, NULL, 'f'},  {"seconds", 1, NULL, 's'},  {"events", 1, NULL, 'e'}, {"identified", 1, NULL, 'm'},
      {"points", 1, NULL, 'p'}, {"watch", 1, NULL, 'W'},    {"observer", 1, NULL, 'o'}, {NULL, 0, NULL, 0}};
  options_t options = {.requests = 1000, .window = 1, .first = 1, .seconds = 60};
  for (int name; (name = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    switch (name) {
      case 'u': options.url = optarg; break;
      case 'x': options.shape.exchange = optarg; break;
      case 'k': options.shape.routing_key = optarg; break;
      case 't': options.shape.type = optarg; break;
      case 'b': options.bodies = optarg; break;
      case 'n': options.requests = whole(optarg); break;
      case 'w': options.warm = whole(optarg); break;
      case 'i': options.window = whole(optarg); break;
      case 'f': options.first = whole(optarg); break;
      case 's': options.seconds = atof(optarg); break;
      case 'e': options.events = optarg; break;
      case 'o': options.observer = optarg; break;
      case 'm': options.shape.is_identified = true, options.shape.seed = whole(optarg); break;
      case 'p': options.points = whole(optarg); break;
      case 'W': watched_add(&options.watched, optarg); break;
      default: exit(2);
    }
  }
  if (options.url == NULL || options.bodies == NULL || options.shape.exchange == NULL ||
      options.shape.routing_key == NULL || options.shape.type == NULL || optind != argc)
    die("use: load --url URL --exchange NAME --key KEY --type TYPE --bodies FILE [--requests N] [--seconds S]\n"
        "  [--warm N] [--window N] [--first N] [--identified SEED] [--events PATTERN] [--observer QUEUE] [--points N] [--watch "
        "NAME=PID,…]…");
  if (options.requests < options.points) die("expected a request for each point at least");
  if (options.window > 1 && options.requests < options.warm + 2 * options.window)
    die("expected requests for two windows at least, beside the warm-up");
  if (options.requests <= options.warm || options.window == 0 || options.first == 0)
    die("expected more requests than to warm up, a window, and a first number from 1 on");
  return options;
}

// Declares a queue of this connection alone and consumes it without acknowledgements.
static char *consume_own_queue(link_t *link, const char *tag) {
  amqp_table_entry_t type = {amqp_cstring_bytes("x-queue-type"),
                             {.kind = AMQP_FIELD_KIND_UTF8, .value.bytes = amqp_cstring_bytes("classic")}};
  const amqp_table_t arguments = {1, &type};
  const amqp_queue_declare_ok_t *queue =
      amqp_queue_declare(link->state, LINK_CHANNEL, amqp_empty_bytes, 0, 0, 1, 1, arguments);
  link_check(link, "declare a queue");
  char *name = strndup(queue->queue.bytes, queue->queue.len);
  amqp_basic_consume(link->state, LINK_CHANNEL, amqp_cstring_bytes(name), amqp_cstring_bytes(tag), 0, 1, 1,
                     amqp_empty_table);
  link_check(link, "consume a queue of its own");
  return name;
}

// The observer of rides: a queue bound to the events, of which each is counted.
static void follow_events(link_t *link, const char *pattern) {
  char *queue = consume_own_queue(link, "events");
  amqp_queue_bind(link->state, LINK_CHANNEL, amqp_cstring_bytes(queue), amqp_cstring_bytes("livery.events"),
                  amqp_cstring_bytes(pattern), amqp_empty_table);
  link_check(link, "bind to the events");
}

// An observer with a queue that is there already.
static void follow_queue(link_t *link, const char *queue) {
  amqp_basic_consume(link->state, LINK_CHANNEL, amqp_cstring_bytes(queue), amqp_cstring_bytes("events"), 0, 1, 0,
                     amqp_empty_table);
  link_check(link, "consume the queue of an observer");
}

static void note_point(load_t *load) {
  fprintf(load->points, "%s{\"answered\": %lu, ", load->notes_length > 0 ? ", " : "",
          (unsigned long)load->ledger.answered);
  watched_write_memory(&load->watched, load->points);
  fputc('}', load->points);
  fflush(load->points);
}

// Begins to count when the warm-up is answered: between two bursts of answers, so that whole bursts are counted.
static void begin_count(load_t *load) {
  ledger_t *ledger = &load->ledger;
  if (ledger->begin > 0 || ledger->answered < ledger->warm) return;
  ledger->counted_at_begin = ledger->answered;
  watched_begin(&load->watched);
  ledger->begin = monotonic_nanoseconds();
  load->deadline = ledger->begin + (int64_t)(load->options->seconds * second);
}

static void end_count(load_t *load) {
  load->ledger.end = monotonic_nanoseconds();
  load->ledger.counted_at_end = load->ledger.answered;
  watched_end(&load->watched);
}

// Fills the window. Past the deadline nothing is sent any more.
static void fill(load_t *load) {
  ledger_t *ledger = &load->ledger;
  if (ledger->end > 0) return;
  int64_t now = monotonic_nanoseconds();
  if (ledger->sent == ledger->total || (ledger->begin > 0 && now >= load->deadline)) {
    end_count(load);
    return;
  }
  while (ledger->sent < ledger->total && ledger->sent - ledger->answered < load->options->window) {
    requests_put(&load->writer, ledger->first + ledger->sent);
    ledger->sent_at[ledger->sent++] = now;
  }
  requests_flush(&load->writer);
}

static void take_header(load_t *load, const amqp_frame_t *frame) {
  const amqp_basic_properties_t *properties = frame->payload.properties.decoded;
  if (!(properties->_flags & AMQP_BASIC_CORRELATION_ID_FLAG)) die("expected an answer with a correlation_id");
  char text[24] = "";
  if (properties->correlation_id.len < sizeof text)
    memcpy(text, properties->correlation_id.bytes, properties->correlation_id.len);
  load->number = strtoull(text, NULL, 10);
  load->ledger.answer_bytes += frame->payload.properties.body_size;
  load->awaits_body = true;
}

// The first part of an answer's body, which has its code.
static void take_body(load_t *load, amqp_bytes_t part) {
  ledger_t *ledger = &load->ledger;
  int64_t now = monotonic_nanoseconds();
  load->awaits_body = false;
  if (!ledger_answer(ledger, load->number, now)) die("expected an answer to a request in flight");
  ledger_count_code(ledger, part.bytes, part.len);
  load->last_answer = now;
  uint64_t points = load->options->points;
  if (points > 0 && ledger->answered % (ledger->total / points) == 0) note_point(load);
}

// Takes what there is on the connection of the answers, at most half a window of it.
static void take(load_t *load) {
  amqp_frame_t frame;
  uint64_t most = load->options->window / 2 + 1, before = load->ledger.answered;
  int64_t patience = POLL_MICROSECONDS;
  while (load->ledger.answered - before < most) {
    link_event event = link_next(&load->consumer, patience, &frame);
    if (event == LINK_NOTHING) return;
    patience = 0;
    if (event == LINK_DELIVERY) {
      const amqp_basic_deliver_t *delivery = frame.payload.method.decoded;
      load->is_event = delivery->consumer_tag.len == strlen("events");
      if (load->is_event) load->ledger.events++;
    } else if (event == LINK_HEADER && !load->is_event) {
      take_header(load, &frame);
    } else if (event == LINK_BODY && load->awaits_body) {
      take_body(load, frame.payload.body_fragment);
    }
  }
}

static void run(load_t *load) {
  ledger_t *ledger = &load->ledger;
  amqp_frame_t frame;
  load->last_answer = monotonic_nanoseconds();
  do {
    begin_count(load);
    fill(load);
    int64_t now = monotonic_nanoseconds();
    // The broker speaks up there when something is wrong, and wants heartbeats.
    if (now - load->looked > second / 10) {
      load->looked = now;
      while (link_next(&load->publisher, 0, &frame) != LINK_NOTHING) continue;
    }
    if (now - load->last_answer > PATIENCE_SECONDS * second)
      die("expected an answer within %d s; %lu of %lu requests are unanswered", PATIENCE_SECONDS,
          (unsigned long)(ledger->sent - ledger->answered), (unsigned long)ledger->sent);
    if (ledger->sent > ledger->answered) take(load);
  } while (ledger->end == 0 || ledger->answered < ledger->sent);
}

static void write_result(load_t *load) {
  fclose(load->points);
  printf("{");
  ledger_write(&load->ledger, stdout);
  printf(", \"cpu\": {");
  watched_write_time(&load->watched, stdout);
  printf("}, \"resident\": {");
  watched_write_memory(&load->watched, stdout);
  printf("}, \"points\": [%s]}\n", load->notes);
}

int main(int argc, char **argv) {
  options_t options = read_options(argc, argv);
  char self[32];
  snprintf(self, sizeof self, "load=%d", getpid());
  watched_add(&options.watched, self);
  load_t load = {.options = &options, .watched = options.watched};
  load.points = open_memstream(&load.notes, &load.notes_length);
  load.ledger = ledger_make(options.first, options.requests, options.warm);
  bodies_t bodies = bodies_read(options.bodies);
  load.publisher = link_open(options.url, "bench load");
  load.consumer = link_open(options.url, "bench answers");
  options.shape.bodies = &bodies;
  options.shape.reply_to = consume_own_queue(&load.consumer, "answers");
  if (options.observer != NULL) follow_queue(&load.consumer, options.observer);
  else if (options.events != NULL) follow_events(&load.consumer, options.events);
  load.writer = requests_begin(&load.publisher, &options.shape);
  run(&load);
  write_result(&load);
  link_close(&load.publisher);
  link_close(&load.consumer);
  return 0;
}
