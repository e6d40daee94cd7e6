// Writes requests. The generator has to be cheap, since it shares the processors with what it measures.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "frames.h"
#include "link.h"

// Lines of a file, taken in turn, in which each '%' stands for the number of the request.
typedef struct {
  char **lines;
  size_t count;
} bodies_t;

typedef struct {
  const char *exchange, *routing_key, *type, *reply_to;
  // Whether each request has an identifier, a random UUID as producers make them, drawn from the seed.
  bool is_identified;
  uint64_t seed;
  const bodies_t *bodies;
} request_shape;

typedef struct {
  const request_shape *shape;
  frame_writer frames;
} request_writer;

bodies_t bodies_read(const char *path);

request_writer requests_begin(link_t *link, const request_shape *shape);

// Gathers the request of that number; many are written at once.
void requests_put(request_writer *writer, uint64_t number);

void requests_flush(request_writer *writer);
