// Rows of a batch in PostgreSQL, as a worker writes them: one statement for each table, whose parameters are an array
// for each column, and one round trip for the transaction.
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "rows.h"
#include "store.h"

enum { BINARY = 1, ARRAY_HEAD = 20, LEAST_ROOM = 1 << 16 };

// The types of columns, and what is sent: of an array column the text of the array.
typedef struct {
  Oid type, sent;
  const char *name, *sent_name;
} type_t;

static const type_t types[] = {
    {25, 25, "text", "text"},          {20, 20, "bigint", "bigint"},
    {16, 16, "boolean", "boolean"},    {701, 701, "double precision", "double precision"},
    {17, 17, "bytea", "bytea"},        {1184, 1184, "timestamptz", "timestamptz"},
    {1009, 25, "text[]", "text"},      {1016, 25, "bigint[]", "text"},
};

// A parameter in binary form: a head, then each element behind its length.
typedef struct {
  char *data;
  size_t length, room;
} array_t;

typedef struct {
  char name[16];
  const row_t *like;
  array_t arrays[MOST_COLUMNS];
  int count;
} statement_t;

typedef struct {
  PGconn *connection;
  rows_t rows;
  int statement_count;
  statement_t statements[MOST_ROWS], *of_row[MOST_ROWS];
} postgres_t;

static PGconn *connected(const char *url) {
  PGconn *connection = PQconnectdb(url);
  if (PQstatus(connection) != CONNECTION_OK) die("connect to PostgreSQL: %s", PQerrorMessage(connection));
  return connection;
}

static PGresult *expect(PGconn *connection, PGresult *result, ExecStatusType status) {
  if (PQresultStatus(result) != status) die("PostgreSQL: %s", PQerrorMessage(connection));
  return result;
}

static const type_t *type_of(Oid oid) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == oid) return &types[i];
  die("expected a column of a known type, got %u", oid);
}

static void take_sample(rows_t *rows, PGconn *connection, const sample_t *sample) {
  PGresult *text = expect(connection, PQexec(connection, sample->sql), PGRES_TUPLES_OK);
  PGresult *binary = PQexecParams(connection, sample->sql, 0, NULL, NULL, NULL, NULL, BINARY);
  expect(connection, binary, PGRES_TUPLES_OK);
  for (int i = 0; i < PQntuples(text); i++) {
    row_t *row = rows_begin(rows, sample);
    for (int k = 0; k < PQnfields(text); k++) {
      const type_t *type = type_of(PQftype(text, k));
      const PGresult *result = type->type == type->sent ? binary : text;
      rows_add(row, PQfname(text, k), PQgetisnull(result, i, k) ? NULL : PQgetvalue(result, i, k),
               PQgetlength(result, i, k), type->type);
    }
  }
  PQclear(text);
  PQclear(binary);
}

typedef enum { NAMES, VALUES, ASSIGNMENTS, PARAMETERS } part_t;

static void write_columns(FILE *to, const row_t *row, part_t part) {
  // The first column of a row that is there already finds it.
  int first = part == ASSIGNMENTS ? 1 : 0;
  for (int i = first; i < row->columns; i++) {
    const type_t *type = type_of(row->cells[i].type);
    const char *name = row->names[i];
    if (i > first) fputs(", ", to);
    if (part == NAMES) fputs(name, to);
    if (part == PARAMETERS) fprintf(to, "$%d::%s[]", i + 1, type->sent_name);
    if (part == ASSIGNMENTS) fprintf(to, "%s = ", name);
    if (part == ASSIGNMENTS || part == VALUES) fprintf(to, "given.%s::%s", name, type->name);
  }
}

static char *sql_of(const row_t *row) {
  char *sql;
  size_t length;
  FILE *to = open_memstream(&sql, &length);
  fprintf(to, row->is_update ? "UPDATE %s SET " : "INSERT INTO %s (", row->table);
  write_columns(to, row, row->is_update ? ASSIGNMENTS : NAMES);
  if (!row->is_update) fputs(") SELECT ", to), write_columns(to, row, VALUES);
  fputs(" FROM unnest(", to);
  write_columns(to, row, PARAMETERS);
  fputs(") AS given (", to);
  write_columns(to, row, NAMES);
  fputc(')', to);
  const char *key = row->names[0];
  if (row->is_update)
    fprintf(to, " WHERE %s.%s = given.%s AND %s.%s = ANY ($1::text[])", row->table, key, key, row->table, key);
  fclose(to);
  return sql;
}

// Rows of one table that follow each other share a statement.
static void prepare(postgres_t *store) {
  store->rows.is_big_endian = true;
  rows_finish(&store->rows);
  for (int i = 0; i < store->rows.row_count; i++) {
    const row_t *row = &store->rows.rows[i];
    if (i > 0 && strcmp(row[-1].table, row->table) == 0) {
      store->of_row[i] = store->of_row[i - 1];
      continue;
    }
    statement_t *made = store->of_row[i] = &store->statements[store->statement_count++];
    made->like = row;
    snprintf(made->name, sizeof made->name, "%d", i);
    char *sql = sql_of(row);
    PQclear(expect(store->connection, PQprepare(store->connection, made->name, sql, 0, NULL), PGRES_COMMAND_OK));
    free(sql);
  }
}

static void put(array_t *array, const void *data, size_t length) {
  if (array->length + length > array->room) {
    array->room = 2 * (array->length + length) + LEAST_ROOM;
    array->data = realloc(array->data, array->room);
  }
  memcpy(array->data + array->length, data, length);
  array->length += length;
}

static void put_number(array_t *array, int32_t number) {
  uint32_t bytes = htonl(number);
  put(array, &bytes, sizeof bytes);
}

static void put_row(statement_t *statement, const row_t *row) {
  statement->count++;
  for (int i = 0; i < row->columns; i++) {
    const cell_t *cell = &row->cells[i];
    put_number(&statement->arrays[i], cell->data == NULL ? -1 : cell->length);
    if (cell->data != NULL) put(&statement->arrays[i], cell->data, cell->length);
  }
}

// The head is of one dimension, that there may be nulls, the type, the number of elements and the first index.
static void begin_statement(statement_t *statement, int rows) {
  statement->count = 0;
  for (int i = 0; i < statement->like->columns; i++) {
    array_t *array = &statement->arrays[i];
    const int32_t head[] = {1, 1, type_of(statement->like->cells[i].type)->sent, rows, 1};
    array->length = 0;
    for (size_t k = 0; k < sizeof head / sizeof *head; k++) put_number(array, head[k]);
  }
}

static void send_statement(PGconn *connection, const statement_t *statement) {
  const char *values[MOST_COLUMNS];
  int lengths[MOST_COLUMNS], formats[MOST_COLUMNS], columns = statement->like->columns;
  for (int i = 0; i < columns; i++) {
    values[i] = statement->arrays[i].data;
    lengths[i] = statement->arrays[i].length;
    formats[i] = BINARY;
  }
  if (!PQsendQueryPrepared(connection, statement->name, columns, values, lengths, formats, BINARY))
    die("PostgreSQL: %s", PQerrorMessage(connection));
}

static void begin_or_commit(PGconn *connection, const char *sql) {
  if (!PQsendQueryPrepared(connection, sql, 0, NULL, NULL, NULL, BINARY))
    die("PostgreSQL: %s", PQerrorMessage(connection));
}

// Waits for the answers up to that of the synchronization; a failed statement ends the measurement.
static void wait_for_answers(PGconn *connection) {
  for (ExecStatusType status = PGRES_COMMAND_OK; status != PGRES_PIPELINE_SYNC;) {
    PGresult *result = PQgetResult(connection);
    // Each answer is followed by none.
    if (result == NULL && PQstatus(connection) == CONNECTION_OK) continue;
    status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC) die("PostgreSQL: %s", PQerrorMessage(connection));
    PQclear(result);
  }
}

static void write_rows(void *opened, int messages) {
  postgres_t *store = opened;
  rows_t *rows = &store->rows;
  int rows_of[MOST_ROWS] = {0};
  for (int i = 0; i < rows->row_count; i++) rows_of[store->of_row[i] - store->statements] += messages;
  for (int i = 0; i < store->statement_count; i++) begin_statement(&store->statements[i], rows_of[i]);
  rows_advance(rows);
  for (int i = 0; i < messages; i++) {
    rows_next(rows);
    for (int k = 0; k < rows->row_count; k++) put_row(store->of_row[k], &rows->rows[k]);
  }
  begin_or_commit(store->connection, "begin");
  for (int i = 0; i < store->statement_count; i++) send_statement(store->connection, &store->statements[i]);
  begin_or_commit(store->connection, "commit");
  PQpipelineSync(store->connection);
  wait_for_answers(store->connection);
}

static void begin_pipeline(postgres_t *store) {
  for (int i = 0; i < 2; i++) {
    const char *name = i == 0 ? "begin" : "commit";
    PQclear(expect(store->connection, PQprepare(store->connection, name, name, 0, NULL), PGRES_COMMAND_OK));
  }
  prepare(store);
  if (!PQenterPipelineMode(store->connection)) die("PostgreSQL: %s", PQerrorMessage(store->connection));
}

// Adds the vehicles of this process.
static void fill_pool(const char *url, PGconn *sample) {
  postgres_t filling = {.connection = connected(url)};
  take_sample(&filling.rows, sample, &pool_sample);
  begin_pipeline(&filling);
  write_rows(&filling, POOL);
  PQfinish(filling.connection);
}

static void *open_store(const char *url, const char *sample_url) {
  PGconn *sample = connected(sample_url);
  postgres_t *store = calloc(1, sizeof *store);
  fill_pool(url, sample);
  store->connection = connected(url);
  for (int i = 0; i < MESSAGE_SAMPLES; i++) take_sample(&store->rows, sample, &message_samples[i]);
  begin_pipeline(store);
  PQfinish(sample);
  return store;
}

const store_t postgres_store = {open_store, write_rows};
