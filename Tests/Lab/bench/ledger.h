// What became of each request, and what has been measured.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { MOST_CODES = 16, LONGEST_CODE = 96 };

typedef struct {
  char code[LONGEST_CODE];
  uint64_t count;
} code_count;

typedef struct {
  // The requests of this load have the numbers from `first` on.
  uint64_t first, total, warm;
  uint64_t sent, answered, counted_at_begin, counted_at_end;
  uint64_t answer_bytes, events;
  int64_t begin, end, first_answer;
  // For each request: when it was sent, in nanoseconds; 0 before that, -1 once it was answered.
  int64_t *sent_at;
  // Of the requests sent since the beginning: how long each took, in nanoseconds.
  int64_t *latencies;
  uint64_t latency_count;
  code_count codes[MOST_CODES];
} ledger_t;

ledger_t ledger_make(uint64_t first, uint64_t total, uint64_t warm);

// Notes an answer; false for one that belongs to no request in flight.
bool ledger_answer(ledger_t *ledger, uint64_t number, int64_t now);

// Counts the code at the beginning of an answer.
void ledger_count_code(ledger_t *ledger, const char *body, size_t length);

// Writes the members of an object with all that was measured; sorts the latencies.
void ledger_write(ledger_t *ledger, FILE *to);
