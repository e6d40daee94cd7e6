// Rows of a batch in SQLite, with a worker's settings: a prepared statement for each row, as none needs a round trip.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "rows.h"
#include "store.h"

enum { PATIENCE_MS = 20000 };

typedef struct {
  sqlite3 *connection;
  rows_t rows;
  sqlite3_stmt *statements[MOST_ROWS];
} lite_t;

static void check(const lite_t *store, int code, int expected) {
  if (code != expected) die("SQLite: %s", sqlite3_errmsg(store->connection));
}

static void run(const lite_t *store, const char *sql) {
  check(store, sqlite3_exec(store->connection, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void open_file(lite_t *store, const char *url) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  check(store, sqlite3_open_v2(url + strlen("sqlite:"), &store->connection, flags, NULL), SQLITE_OK);
  sqlite3_busy_timeout(store->connection, PATIENCE_MS);
  run(store, "PRAGMA cache_size = -2000; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;"
             "PRAGMA journal_size_limit = 33554432; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY");
}

static sqlite3_stmt *prepared(const lite_t *store, const char *sql) {
  sqlite3_stmt *statement;
  check(store, sqlite3_prepare_v3(store->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK);
  return statement;
}

// A number is kept as its eight bytes.
static void add_value(row_t *row, sqlite3_stmt *from, int column) {
  const char *name = sqlite3_column_name(from, column);
  int type = sqlite3_column_type(from, column);
  sqlite3_int64 whole = sqlite3_column_int64(from, column);
  double real = sqlite3_column_double(from, column);
  if (type == SQLITE_INTEGER) {
    rows_add(row, name, &whole, sizeof whole, type);
  } else if (type == SQLITE_FLOAT) {
    rows_add(row, name, &real, sizeof real, type);
  } else {
    // An empty BLOB has no address, and is no NULL.
    const void *data = sqlite3_column_blob(from, column);
    if (data == NULL && type != SQLITE_NULL) data = "";
    rows_add(row, name, data, sqlite3_column_bytes(from, column), type);
  }
}

static void take_sample(rows_t *rows, const lite_t *from, const sample_t *sample) {
  sqlite3_stmt *statement = prepared(from, sample->sql);
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    row_t *row = rows_begin(rows, sample);
    for (int i = 0; i < sqlite3_column_count(statement); i++) add_value(row, statement, i);
  }
  check(from, code, SQLITE_DONE);
  sqlite3_finalize(statement);
}

static char *sql_of(const row_t *row) {
  char *sql;
  size_t length;
  FILE *to = open_memstream(&sql, &length);
  fprintf(to, row->is_update ? "UPDATE %s SET " : "INSERT INTO %s (", row->table);
  // The first column of a row that is there already finds it.
  int first = row->is_update ? 1 : 0;
  for (int i = first; i < row->columns; i++) {
    fprintf(to, "%s%s", i > first ? ", " : "", row->names[i]);
    if (row->is_update) fprintf(to, " = ?%d", i + 1);
  }
  if (row->is_update) fprintf(to, " WHERE %s = ?1", row->names[0]);
  if (!row->is_update) fputs(") VALUES (", to);
  for (int i = 0; i < row->columns && !row->is_update; i++) fprintf(to, "%s?%d", i > 0 ? ", " : "", i + 1);
  if (!row->is_update) fputc(')', to);
  fclose(to);
  return sql;
}

static void prepare(lite_t *store) {
  rows_finish(&store->rows);
  for (int i = 0; i < store->rows.row_count; i++) {
    char *sql = sql_of(&store->rows.rows[i]);
    store->statements[i] = prepared(store, sql);
    free(sql);
  }
}

static void bind(sqlite3_stmt *statement, int place, const cell_t *cell) {
  if (cell->data == NULL) {
    sqlite3_bind_null(statement, place);
  } else if (cell->type == SQLITE_INTEGER) {
    sqlite3_bind_int64(statement, place, *(const sqlite3_int64 *)cell->data);
  } else if (cell->type == SQLITE_FLOAT) {
    sqlite3_bind_double(statement, place, *(const double *)cell->data);
  } else if (cell->type == SQLITE_TEXT) {
    sqlite3_bind_text(statement, place, cell->data, cell->length, SQLITE_STATIC);
  } else {
    sqlite3_bind_blob(statement, place, cell->data, cell->length, SQLITE_STATIC);
  }
}

static void write_rows(void *opened, int messages) {
  lite_t *store = opened;
  run(store, "BEGIN IMMEDIATE");
  rows_advance(&store->rows);
  for (int i = 0; i < messages; i++) {
    rows_next(&store->rows);
    for (int k = 0; k < store->rows.row_count; k++) {
      const row_t *row = &store->rows.rows[k];
      for (int c = 0; c < row->columns; c++) bind(store->statements[k], c + 1, &row->cells[c]);
      check(store, sqlite3_step(store->statements[k]), SQLITE_DONE);
      check(store, sqlite3_reset(store->statements[k]), SQLITE_OK);
    }
  }
  run(store, "COMMIT");
}

// Adds the vehicles of this process.
static void fill_pool(const char *url, const lite_t *sample) {
  lite_t filling = {0};
  open_file(&filling, url);
  take_sample(&filling.rows, sample, &pool_sample);
  prepare(&filling);
  write_rows(&filling, POOL);
  for (int i = 0; i < filling.rows.row_count; i++) sqlite3_finalize(filling.statements[i]);
  sqlite3_close(filling.connection);
}

static void *open_store(const char *url, const char *sample_url) {
  lite_t sample = {0}, *store = calloc(1, sizeof *store);
  open_file(&sample, sample_url);
  fill_pool(url, &sample);
  open_file(store, url);
  for (int i = 0; i < MESSAGE_SAMPLES; i++) take_sample(&store->rows, &sample, &message_samples[i]);
  sqlite3_close(sample.connection);
  prepare(store);
  return store;
}

const store_t sqlite_store = {open_store, write_rows};
