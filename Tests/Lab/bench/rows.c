#include "rows.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "link.h"

#define RIDE "(SELECT ride_identifier FROM rides ORDER BY vehicle_identifier IS NULL, created_at DESC, 1 LIMIT 1)"
#define RIDER "(SELECT rider_identifier FROM rides WHERE ride_identifier = " RIDE ")"

const sample_t message_samples[MESSAGE_SAMPLES] = {
    {"rides", "SELECT * FROM rides WHERE ride_identifier = " RIDE, false},
    {"status_changes", "SELECT * FROM status_changes WHERE ride_identifier = " RIDE, false},
    {"ledger", "SELECT * FROM ledger WHERE ride_identifier = " RIDE, false},
    {"outcomes", "SELECT * FROM outcomes WHERE operation = 'request-ride.handle' AND scope = " RIDER, false},
    // A quote that is used is an outcome, too, so that it is used once.
    {"outcomes", "SELECT * FROM outcomes WHERE operation = 'quote' LIMIT 1", false},
    {"vehicles", "SELECT vehicle_identifier, ride_identifier FROM vehicles WHERE ride_identifier = " RIDE, true},
    {"vehicles", "SELECT * FROM vehicles WHERE NOT EXISTS (SELECT 1 FROM rides) LIMIT 1", true},
};
const sample_t pool_sample = {"vehicles", "SELECT * FROM vehicles LIMIT 1", false};

row_t *rows_begin(rows_t *rows, const sample_t *sample) {
  if (rows->row_count == MOST_ROWS) die("expected at most %d rows of a message", MOST_ROWS);
  row_t *row = &rows->rows[rows->row_count++];
  *row = (row_t){.table = sample->table, .is_update = sample->is_update};
  return row;
}

void rows_add(row_t *row, const char *name, const void *data, int length, unsigned type) {
  if (row->columns == MOST_COLUMNS) die("expected at most %d columns of %s", MOST_COLUMNS, row->table);
  row->names[row->columns] = strdup(name);
  cell_t *cell = &row->cells[row->columns++];
  *cell = (cell_t){NULL, length, type};
  if (data != NULL) cell->data = memcpy(malloc(length + 1), data, length);
}

static void add_places(rows_t *rows, const identifier_t *identifier, const char *text) {
  for (int i = 0; i < rows->row_count; i++) {
    row_t *row = &rows->rows[i];
    for (int k = 0; k < row->columns; k++) {
      cell_t *cell = &row->cells[k];
      for (char *at = cell->data; at != NULL; at += identifier->length) {
        at = memmem(at, cell->data + cell->length - at, text, identifier->length);
        if (at == NULL) break;
        if (rows->place_count == MOST_PLACES) die("expected at most %d places of identifiers", MOST_PLACES);
        rows->places[rows->place_count].at = at;
        rows->places[rows->place_count++].identifier = identifier;
      }
    }
  }
}

static bool is_known(const rows_t *rows, const cell_t *cell) {
  for (int i = 0; i < rows->identifier_count; i++) {
    const identifier_t *known = &rows->identifiers[i];
    if (known->length == cell->length && memcmp(known->text, cell->data, cell->length) == 0) return true;
  }
  return false;
}

static bool is_time(const char *name) {
  const char *end = strrchr(name, '_');
  if (end == NULL || strcmp(name, "status_at") == 0) return false;
  return strcmp(end, "_at") == 0 || strcmp(end, "_since") == 0;
}

static void add_time(rows_t *rows, char *at) {
  uint64_t first;
  memcpy(&first, at, sizeof first);
  if (rows->time_count == MOST_TIMES) die("expected at most %d times", MOST_TIMES);
  rows->times[rows->time_count].at = at;
  rows->times[rows->time_count++].first = rows->is_big_endian ? be64toh(first) : first;
}

void rows_advance(rows_t *rows) {
  uint64_t elapsed = (monotonic_nanoseconds() - rows->begun) / 1000;
  for (int i = 0; i < rows->time_count; i++) {
    uint64_t now = rows->times[i].first + elapsed;
    if (rows->is_big_endian) now = htobe64(now);
    memcpy(rows->times[i].at, &now, sizeof now);
  }
}

void rows_finish(rows_t *rows) {
  rows->begun = monotonic_nanoseconds();
  if (rows->row_count == 0) die("expected a store in which a worker has written a ride or a vehicle");
  for (int i = 0; i < rows->row_count; i++) {
    const row_t *row = &rows->rows[i];
    for (int k = 0; k < row->columns; k++) {
      const cell_t *cell = &row->cells[k];
      if (cell->data != NULL && is_time(row->names[k])) add_time(rows, cell->data);
      if (strstr(row->names[k], "_identifier") == NULL || cell->data == NULL || is_known(rows, cell)) continue;
      if (rows->identifier_count == MOST_IDENTIFIERS || cell->length > LONGEST_IDENTIFIER)
        die("expected at most %d identifiers of %d bytes", MOST_IDENTIFIERS, LONGEST_IDENTIFIER);
      identifier_t *found = &rows->identifiers[rows->identifier_count++];
      *found = (identifier_t){.length = cell->length, .is_pooled = strcmp(row->names[k], "vehicle_identifier") == 0};
      memcpy(found->text, cell->data, cell->length);
      add_places(rows, found, found->text);
    }
  }
}

static void renew(identifier_t *identifier, unsigned long turn) {
  static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  if (identifier->is_pooled) {
    // Each process has vehicles of its own.
    char text[LONGEST_IDENTIFIER + 32];
    unsigned long long number = (unsigned long long)getpid() * POOL + turn % POOL;
    int length = snprintf(text, sizeof text, "%0*llu", identifier->length, number);
    memcpy(identifier->text, text + length - identifier->length, identifier->length);
    return;
  }
  // Random bytes are fetched for many identifiers at once.
  static unsigned char drawn[1 << 13];
  static size_t used = sizeof drawn;
  for (int i = 0; i < identifier->length; i++) {
    if (used == sizeof drawn) {
      for (size_t k = 0; k < sizeof drawn; k += 256)
        if (getrandom(drawn + k, 256, 0) != 256) die("expected random bytes");
      used = 0;
    }
    identifier->text[i] = digits[drawn[used++] & 31];
  }
}

void rows_next(rows_t *rows) {
  for (int i = 0; i < rows->identifier_count; i++) renew(&rows->identifiers[i], rows->turn);
  for (int i = 0; i < rows->place_count; i++)
    memcpy(rows->places[i].at, rows->places[i].identifier->text, rows->places[i].identifier->length);
  rows->turn++;
}
