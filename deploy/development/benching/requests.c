#include "requests.h"

#include <stdio.h>

enum { WORTH_WRITING = 1 << 18 };

request_writer requests_begin(link_t *link, const request_shape *shape) {
  return (request_writer){shape, frames_begin(link, WORTH_WRITING)};
}

void requests_put(request_writer *writer, uint64_t number) {
  static char body[FRAMES_LONGEST_BODY];
  const request_shape *shape = writer->shape;
  char text[24], identifier[256];
  snprintf(text, sizeof text, "%lu", (unsigned long)number);
  message_t message = {.exchange = text_of(shape->exchange),
                       .routing_key = text_of(shape->routing_key),
                       .type = text_of(shape->type),
                       .correlation_id = text_of(text),
                       .reply_to = text_of(shape->reply_to),
                       .body = {body, bodies_write(shape->bodies, number, body, sizeof body)}};
  if (shape->message_id != NULL) {
    snprintf(identifier, sizeof identifier, "%s%s", shape->message_id, text);
    message.message_id = text_of(identifier);
  }
  frames_put(&writer->frames, &message);
}

void requests_flush(request_writer *writer) { frames_flush(&writer->frames); }
