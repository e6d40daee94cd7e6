// The bodies of requests: lines of a file, taken in turn, in which each '%' stands for the number of the request.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
  char **lines;
  size_t count;
} bodies_t;

bodies_t bodies_read(const char *path);

// Writes the body of a request to a buffer of that size; gives back its length.
size_t bodies_write(const bodies_t *bodies, uint64_t number, char *to, size_t room);
