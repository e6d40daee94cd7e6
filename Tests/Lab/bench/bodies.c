#include "bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"

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

size_t bodies_write(const bodies_t *bodies, uint64_t number, char *to, size_t room) {
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
