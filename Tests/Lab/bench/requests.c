#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORTH_WRITING = 1 << 18 };

bodies_t bodies_read(const char *path) {
  bodies_t bodies = {NULL, 0};
  FILE *file = fopen(path, "r");
  if (file == NULL) die("expected a file of bodies, got '%s'", path);
  char *line = NULL;
  size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, file)) > 0; line = NULL, room = 0) {
    line[length - 1] = '\0';
    bodies.lines = realloc(bodies.lines, (bodies.count + 1) * sizeof *bodies.lines);
    bodies.lines[bodies.count++] = line;
  }
  fclose(file);
  if (bodies.count == 0) die("expected a line at least in '%s'", path);
  return bodies;
}

// Writes the body of a request to a buffer of that size; gives back its length.
static size_t write_body(const bodies_t *bodies, uint64_t number, char *to, size_t room) {
  const char *line = bodies->lines[number % bodies->count];
  size_t length = 0;
  for (const char *mark; (mark = strchr(line, '%')) != NULL; line = mark + 1) {
    size_t part = mark - line;
    if (length + part + 24 > room) die("expected bodies of at most %zu bytes", room);
    memcpy(to + length, line, part);
    length += part;
    length += sprintf(to + length, "%lu", (unsigned long)number);
  }
  size_t rest = strlen(line);
  if (length + rest > room) die("expected bodies of at most %zu bytes", room);
  memcpy(to + length, line, rest);
  return length + rest;
}

request_writer requests_begin(link_t *link, const request_shape *shape) {
  return (request_writer){shape, frames_begin(link, WORTH_WRITING)};
}

// The bits of one number are spread over all 64 (splitmix64).
static uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

// A UUID of version 4 for the number of a request.
static void write_identifier(char to[static 37], uint64_t seed, uint64_t number) {
  uint64_t high = mixed(mixed(seed) ^ number), low = mixed(high ^ number);
  sprintf(to, "%08lx-%04lx-4%03lx-%04lx-%012lx", (unsigned long)(high >> 32), (unsigned long)(high >> 16 & 0xffff),
          (unsigned long)(high & 0xfff), (unsigned long)(low >> 48 & 0x3fff) | 0x8000,
          (unsigned long)(low & 0xffffffffffff));
}

void requests_put(request_writer *writer, uint64_t number) {
  static char body[FRAMES_LONGEST_BODY];
  const request_shape *shape = writer->shape;
  char text[24], identifier[37];
  snprintf(text, sizeof text, "%lu", (unsigned long)number);
  message_t message = {.exchange = text_of(shape->exchange),
                       .routing_key = text_of(shape->routing_key),
                       .type = text_of(shape->type),
                       .correlation_id = text_of(text),
                       .reply_to = text_of(shape->reply_to),
                       .body = {body, write_body(shape->bodies, number, body, sizeof body)}};
  if (shape->is_identified) {
    write_identifier(identifier, shape->seed, number);
    message.message_id = text_of(identifier);
  }
  frames_put(&writer->frames, &message);
}

void requests_flush(request_writer *writer) { frames_flush(&writer->frames); }
