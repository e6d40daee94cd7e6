// Writes requests: the three frames of a publication are put one after the other, and many publications are handed to
// the kernel at once, where librabbitmq would make three calls for each. The generator has to be cheap, since it shares
// the processors with what it measures.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bodies.h"
#include "link.h"

typedef struct {
  const char *exchange, *routing_key, *type, *reply_to;
  // A request's identifier is this and its number; NULL for requests without one.
  const char *message_id;
  const bodies_t *bodies;
} request_shape;

typedef struct {
  link_t *link;
  const request_shape *shape;
  unsigned char *buffer;
  size_t length;
} request_writer;

request_writer requests_begin(link_t *link, const request_shape *shape);

// Puts the request of that number into the buffer, and writes the buffer when it is full.
void requests_put(request_writer *writer, uint64_t number);

void requests_flush(request_writer *writer);
