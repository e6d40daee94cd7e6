#include "frames.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { LONGEST_ENVELOPE = 2048, PATIENCE_MS = 20000 };

text_t text_of(const char *text) { return (text_t){text, text == NULL ? 0 : strlen(text)}; }

frame_writer frames_begin(link_t *link, size_t worth_writing) {
  return (frame_writer){link, malloc(worth_writing + FRAMES_LONGEST_BODY + LONGEST_ENVELOPE), 0, worth_writing};
}

static void put_byte(frame_writer *writer, unsigned value) { writer->buffer[writer->length++] = value; }

static void put_number(frame_writer *writer, uint64_t value, int size) {
  while (size-- > 0) put_byte(writer, value >> (8 * size) & 0xff);
}

static void put_bytes(frame_writer *writer, text_t text) {
  if (text.length > 0) memcpy(writer->buffer + writer->length, text.data, text.length);
  writer->length += text.length;
}

static void put_text(frame_writer *writer, text_t text) {
  if (text.length > 255) die("expected a text of at most 255 bytes, got %zu", text.length);
  put_byte(writer, text.length);
  put_bytes(writer, text);
}

// Begins a frame; gives back where its size belongs.
static size_t begin_frame(frame_writer *writer, int type) {
  put_byte(writer, type);
  put_number(writer, LINK_CHANNEL, 2);
  put_number(writer, 0, 4);
  return writer->length - 4;
}

static void end_frame(frame_writer *writer, size_t size_at) {
  size_t end = writer->length;
  writer->length = size_at;
  put_number(writer, end - size_at - 4, 4);
  writer->length = end;
  put_byte(writer, AMQP_FRAME_END);
}

static void put_method(frame_writer *writer, const message_t *message) {
  size_t frame = begin_frame(writer, AMQP_FRAME_METHOD);
  put_number(writer, AMQP_BASIC_PUBLISH_METHOD, 4);
  put_number(writer, 0, 2);
  put_text(writer, message->exchange);
  put_text(writer, message->routing_key);
  // The first bit: mandatory.
  put_byte(writer, 1);
  end_frame(writer, frame);
}

static int flag_of(text_t text, int flag) { return text.data == NULL ? 0 : flag; }

static void put_optional(frame_writer *writer, text_t text) {
  if (text.data != NULL) put_text(writer, text);
}

// The properties stand in the order of their flags.
static void put_header(frame_writer *writer, const message_t *message) {
  size_t frame = begin_frame(writer, AMQP_FRAME_HEADER);
  put_number(writer, AMQP_BASIC_CLASS, 2);
  put_number(writer, 0, 2);
  put_number(writer, message->body.length, 8);
  put_number(writer,
             AMQP_BASIC_CONTENT_TYPE_FLAG | AMQP_BASIC_DELIVERY_MODE_FLAG |
                 flag_of(message->correlation_id, AMQP_BASIC_CORRELATION_ID_FLAG) |
                 flag_of(message->reply_to, AMQP_BASIC_REPLY_TO_FLAG) |
                 flag_of(message->message_id, AMQP_BASIC_MESSAGE_ID_FLAG) |
                 flag_of(message->type, AMQP_BASIC_TYPE_FLAG),
             2);
  put_text(writer, text_of("application/json"));
  put_byte(writer, AMQP_DELIVERY_PERSISTENT);
  put_optional(writer, message->correlation_id);
  put_optional(writer, message->reply_to);
  put_optional(writer, message->message_id);
  put_optional(writer, message->type);
  end_frame(writer, frame);
}

void frames_put(frame_writer *writer, const message_t *message) {
  if (message->body.length > FRAMES_LONGEST_BODY) die("expected a body of at most %d bytes", FRAMES_LONGEST_BODY);
  put_method(writer, message);
  put_header(writer, message);
  size_t frame = begin_frame(writer, AMQP_FRAME_BODY);
  put_bytes(writer, message->body);
  end_frame(writer, frame);
  if (writer->length >= writer->worth_writing) frames_flush(writer);
}

void frames_flush(frame_writer *writer) {
  struct pollfd socket = {writer->link->descriptor, POLLOUT, 0};
  for (size_t written = 0; written < writer->length;) {
    ssize_t count = send(socket.fd, writer->buffer + written, writer->length - written, MSG_NOSIGNAL);
    if (count > 0) {
      written += count;
    } else if (errno != EAGAIN && errno != EINTR) {
      die("send: %s", strerror(errno));
    } else if (poll(&socket, 1, PATIENCE_MS) == 0) {
      die("expected the broker to take messages within %d s", PATIENCE_MS / 1000);
    }
  }
  writer->length = 0;
}
