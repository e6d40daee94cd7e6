#include "requests.h"

#include <amqp_framing.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { BUFFER_BYTES = 1 << 18, LONGEST_BODY = 1 << 16, LONGEST_REQUEST = LONGEST_BODY + 2048, PATIENCE_MS = 20000 };

request_writer requests_begin(link_t *link, const request_shape *shape) {
  return (request_writer){link, shape, malloc(BUFFER_BYTES + LONGEST_REQUEST), 0};
}

static void put_byte(request_writer *writer, unsigned value) { writer->buffer[writer->length++] = value; }

static void put_number(request_writer *writer, uint64_t value, int size) {
  while (size-- > 0) put_byte(writer, value >> (8 * size) & 0xff);
}

static void put_text(request_writer *writer, const char *text) {
  size_t length = strlen(text);
  if (length > 255) die("expected a text of at most 255 bytes, got '%s'", text);
  put_byte(writer, length);
  memcpy(writer->buffer + writer->length, text, length);
  writer->length += length;
}

// Begins a frame; gives back where its size belongs.
static size_t begin_frame(request_writer *writer, int type) {
  put_byte(writer, type);
  put_number(writer, LINK_CHANNEL, 2);
  put_number(writer, 0, 4);
  return writer->length - 4;
}

static void end_frame(request_writer *writer, size_t size_at) {
  size_t end = writer->length;
  writer->length = size_at;
  put_number(writer, end - size_at - 4, 4);
  writer->length = end;
  put_byte(writer, AMQP_FRAME_END);
}

static void put_method(request_writer *writer) {
  size_t frame = begin_frame(writer, AMQP_FRAME_METHOD);
  put_number(writer, AMQP_BASIC_PUBLISH_METHOD, 4);
  put_number(writer, 0, 2);
  put_text(writer, writer->shape->exchange);
  put_text(writer, writer->shape->routing_key);
  // Mandatory: a request that no queue takes comes back, and ends the measurement.
  put_byte(writer, 1);
  end_frame(writer, frame);
}

// The properties stand in the order of their flags.
static void put_header(request_writer *writer, const char *number, size_t body_length) {
  const request_shape *shape = writer->shape;
  size_t frame = begin_frame(writer, AMQP_FRAME_HEADER);
  put_number(writer, AMQP_BASIC_CLASS, 2);
  put_number(writer, 0, 2);
  put_number(writer, body_length, 8);
  put_number(writer,
             AMQP_BASIC_CONTENT_TYPE_FLAG | AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_CORRELATION_ID_FLAG |
                 AMQP_BASIC_REPLY_TO_FLAG | AMQP_BASIC_TYPE_FLAG |
                 (shape->message_id != NULL ? AMQP_BASIC_MESSAGE_ID_FLAG : 0),
             2);
  put_text(writer, "application/json");
  put_byte(writer, AMQP_DELIVERY_PERSISTENT);
  put_text(writer, number);
  put_text(writer, shape->reply_to);
  if (shape->message_id != NULL) {
    char identifier[256];
    snprintf(identifier, sizeof identifier, "%s%s", shape->message_id, number);
    put_text(writer, identifier);
  }
  put_text(writer, shape->type);
  end_frame(writer, frame);
}

void requests_put(request_writer *writer, uint64_t number) {
  static char body[LONGEST_BODY];
  char text[24];
  snprintf(text, sizeof text, "%lu", (unsigned long)number);
  size_t length = bodies_write(writer->shape->bodies, number, body, sizeof body);
  put_method(writer);
  put_header(writer, text, length);
  size_t frame = begin_frame(writer, AMQP_FRAME_BODY);
  memcpy(writer->buffer + writer->length, body, length);
  writer->length += length;
  end_frame(writer, frame);
  if (writer->length >= BUFFER_BYTES) requests_flush(writer);
}

void requests_flush(request_writer *writer) {
  struct pollfd socket = {writer->link->descriptor, POLLOUT, 0};
  for (size_t written = 0; written < writer->length;) {
    ssize_t count = send(socket.fd, writer->buffer + written, writer->length - written, MSG_NOSIGNAL);
    if (count > 0) {
      written += count;
    } else if (errno != EAGAIN && errno != EINTR) {
      die("send: %s", strerror(errno));
    } else if (poll(&socket, 1, PATIENCE_MS) == 0) {
      die("expected the broker to take requests within %d s", PATIENCE_MS / 1000);
    }
  }
  writer->length = 0;
}
