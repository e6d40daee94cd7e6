// SQLite as Swift can call it. Each function below exists for the reason beside it.
#pragma once

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, a macro that Swift does not import. SQLite copies the bytes.
static inline int livery_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// sqlite3_config takes a variable number of arguments, which Swift does not import. Without figures of its memory, SQLite
// locks no mutex for each allocation. It is to be called before any other function; later it does nothing.
static inline void livery_sqlite3_configure(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
