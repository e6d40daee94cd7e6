#include "link.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void die(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(2);
}

int64_t monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void check(amqp_rpc_reply_t reply, const char *operation) {
  if (reply.reply_type == AMQP_RESPONSE_NORMAL) return;
  if (reply.reply_type == AMQP_RESPONSE_LIBRARY_EXCEPTION)
    die("%s: expected success, got '%s'", operation, amqp_error_string2(reply.library_error));
  if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION && reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD) {
    const amqp_channel_close_t *close = reply.reply.decoded;
    die("%s: expected success, got %d %.*s", operation, close->reply_code, (int)close->reply_text.len,
        (const char *)close->reply_text.bytes);
  }
  die("%s: expected success, got a closed connection", operation);
}

void link_check(const link_t *link, const char *operation) { check(amqp_get_rpc_reply(link->state), operation); }

// Shown by the broker as the connection's name; the capabilities are a worker's.
static amqp_rpc_reply_t log_in(amqp_connection_state_t state, const struct amqp_connection_info *to, const char *name) {
  static const char *const known[] = {"consumer_cancel_notify", "connection.blocked", "basic.nack",
                                      "publisher_confirms"};
  enum { KNOWN = sizeof known / sizeof *known };
  amqp_table_entry_t abilities[KNOWN], properties[2];
  for (int i = 0; i < KNOWN; i++) {
    abilities[i].key = amqp_cstring_bytes(known[i]);
    abilities[i].value.kind = AMQP_FIELD_KIND_BOOLEAN;
    abilities[i].value.value.boolean = 1;
  }
  properties[0].key = amqp_cstring_bytes("connection_name");
  properties[0].value.kind = AMQP_FIELD_KIND_UTF8;
  properties[0].value.value.bytes = amqp_cstring_bytes(name);
  properties[1].key = amqp_cstring_bytes("capabilities");
  properties[1].value.kind = AMQP_FIELD_KIND_TABLE;
  properties[1].value.value.table = (amqp_table_t){KNOWN, abilities};
  const amqp_table_t table = {2, properties};
  return amqp_login_with_properties(state, to->vhost, 0, LINK_FRAME_MAX, LINK_HEARTBEAT_SECONDS, &table,
                                    AMQP_SASL_METHOD_PLAIN, to->user, to->password);
}

link_t link_open(const char *url, const char *name) {
  struct amqp_connection_info to;
  char *parsed = strdup(url);
  if (amqp_parse_url(parsed, &to) != AMQP_STATUS_OK) die("expected an amqp:// URL, got '%s'", url);
  link_t link = {amqp_new_connection(), -1};
  amqp_socket_t *socket = amqp_tcp_socket_new(link.state);
  struct timeval patience = {10, 0};
  int status = amqp_socket_open_noblock(socket, to.host, to.port, &patience);
  if (status != AMQP_STATUS_OK) die("connect to %s:%d: %s", to.host, to.port, amqp_error_string2(status));
  check(log_in(link.state, &to, name), "log in");
  amqp_set_rpc_timeout(link.state, &patience);
  amqp_channel_open(link.state, LINK_CHANNEL);
  link_check(&link, "open a channel");
  link.descriptor = amqp_get_sockfd(link.state);
  free(parsed);
  return link;
}

static link_event event_of(const amqp_method_t *method) {
  switch (method->id) {
    case AMQP_BASIC_DELIVER_METHOD: return LINK_DELIVERY;
    case AMQP_BASIC_ACK_METHOD: return LINK_CONFIRM;
    case AMQP_CONNECTION_BLOCKED_METHOD: die("the broker takes no more messages (connection.blocked)");
    case AMQP_BASIC_NACK_METHOD: die("expected a confirm, got basic.nack");
    case AMQP_BASIC_RETURN_METHOD: die("expected a route for each message, but one was returned");
    case AMQP_BASIC_CANCEL_METHOD: die("the broker has ended the consumer");
    case AMQP_CHANNEL_CLOSE_METHOD: {
      const amqp_channel_close_t *close = method->decoded;
      die("the broker has closed the channel: %.*s", (int)close->reply_text.len, (const char *)close->reply_text.bytes);
    }
    case AMQP_CONNECTION_CLOSE_METHOD: die("the broker has closed the connection");
    default: return LINK_OTHER;
  }
}

link_event link_next(link_t *link, int64_t microseconds, amqp_frame_t *frame) {
  struct timeval patience = {microseconds / 1000000, microseconds % 1000000};
  // What the last frame pointed to is of no more use.
  amqp_maybe_release_buffers(link->state);
  int status = amqp_simple_wait_frame_noblock(link->state, frame, &patience);
  if (status == AMQP_STATUS_TIMEOUT) return LINK_NOTHING;
  if (status != AMQP_STATUS_OK) die("receive: %s", amqp_error_string2(status));
  switch (frame->frame_type) {
    case AMQP_FRAME_METHOD: return event_of(&frame->payload.method);
    case AMQP_FRAME_HEADER: return LINK_HEADER;
    case AMQP_FRAME_BODY: return LINK_BODY;
    default: return LINK_OTHER;
  }
}

void link_close(link_t *link) {
  amqp_connection_close(link->state, AMQP_REPLY_SUCCESS);
  amqp_destroy_connection(link->state);
}
