// A database to which the floor writes the rows that a worker writes for each message.
#pragma once

typedef struct {
  // Opens a database with the tables of Livery for rows like those of the newest message in the sample.
  void *(*open)(const char *url, const char *sample_url);
  // Writes the rows of so many messages in one transaction, which is kept when it returns, as a worker's is.
  void (*write)(void *store, int messages);
} store_t;

extern const store_t postgres_store, sqlite_store;
