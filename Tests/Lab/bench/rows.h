// The rows that one message writes, as a worker has written them: for each further message their identifiers are
// replaced by new ones of the same length, their times go on with the clock, and all else stays as it is.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_ROWS = 16, MOST_COLUMNS = 32, MOST_IDENTIFIERS = 16 };
enum { MOST_PLACES = 256, MOST_TIMES = 64, LONGEST_IDENTIFIER = 64 };
// The vehicles that each process claims or moves in turn.
enum { POOL = 1000 };

// A value; its type is the database's. One without data is NULL.
typedef struct {
  char *data;
  int length;
  unsigned type;
} cell_t;

typedef struct {
  const char *table;
  // Whether the row is there already, and is found by its first column.
  bool is_update;
  int columns;
  char *names[MOST_COLUMNS];
  cell_t cells[MOST_COLUMNS];
} row_t;

typedef struct {
  char text[LONGEST_IDENTIFIER];
  int length;
  // Whether it is one of the pool's vehicles, or drawn anew each time.
  bool is_pooled;
} identifier_t;

typedef struct {
  int row_count, identifier_count, place_count, time_count;
  // Whether a number is kept with its highest byte first.
  bool is_big_endian;
  int64_t begun;
  unsigned long turn;
  row_t rows[MOST_ROWS];
  identifier_t identifiers[MOST_IDENTIFIERS];
  struct {
    char *at;
    const identifier_t *identifier;
  } places[MOST_PLACES];
  // Microseconds, by which indexes grow at their end.
  struct {
    char *at;
    uint64_t first;
  } times[MOST_TIMES];
} rows_t;

// Where the rows of a message are found in a worker's store: those of its newest booking, with a vehicle if one was
// found, or a vehicle where there are no rides.
typedef struct {
  const char *table, *sql;
  bool is_update;
} sample_t;

enum { MESSAGE_SAMPLES = 7 };
extern const sample_t message_samples[MESSAGE_SAMPLES], pool_sample;

// Adds an empty row, whose columns `rows_add` then adds.
row_t *rows_begin(rows_t *rows, const sample_t *sample);

// Adds a copy of a value; NULL data for none.
void rows_add(row_t *row, const char *name, const void *data, int length, unsigned type);

// Finds the identifiers and times, when all rows are there.
void rows_finish(rows_t *rows);

// Moves the times to now; a batch has one.
void rows_advance(rows_t *rows);

// Makes the rows those of the next message.
void rows_next(rows_t *rows);
