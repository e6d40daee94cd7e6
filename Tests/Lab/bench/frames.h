// Gathers the frames of publications, one behind the other, and hands many to the kernel at once, where librabbitmq
// would make three calls for each message. The floor and the load both write so: what they cost is to be no more than
// it must.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link.h"

// The longest body that a message may have.
enum { FRAMES_LONGEST_BODY = 1 << 16 };

typedef struct {
  const char *data;
  size_t length;
} text_t;

// What is published; a text without data is left out.
typedef struct {
  text_t exchange, routing_key, type, correlation_id, reply_to, message_id;
  text_t body;
} message_t;

typedef struct {
  link_t *link;
  unsigned char *buffer;
  size_t length, worth_writing;
} frame_writer;

text_t text_of(const char *text);

// A writer that writes on its own from so many bytes on.
frame_writer frames_begin(link_t *link, size_t worth_writing);

// Gathers a message, persistent and mandatory: one that no queue takes comes back, and ends the measurement.
void frames_put(frame_writer *writer, const message_t *message);

void frames_flush(frame_writer *writer);
