import CPostgres
import CSQLite
import Fleet

/// A connection to the store beside the port, to fill its tables with what would take the use cases
/// hours.
final class RawDatabase {
  private var sqlite: OpaquePointer?
  private var postgres: OpaquePointer?

  init(_ location: StoreLocation) throws {
    switch location {
    case .sqlite(let path):
      guard sqlite3_open(path, &sqlite) == SQLITE_OK else { throw Mistake("cannot open \(path)") }
      // What is lost with the power is generated again.
      try run("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA busy_timeout = 5000")
    case .postgres(let url):
      postgres = PQconnectdb(url)
      guard PQstatus(postgres) == CONNECTION_OK else {
        throw Mistake(String(cString: PQerrorMessage(postgres)))
      }
    }
  }

  deinit {
    sqlite3_close(sqlite)
    PQfinish(postgres)
  }

  var isPostgres: Bool { postgres != nil }

  /// Carries out statements that give nothing back.
  func run(_ sql: String) throws {
    if postgres != nil {
      let result = PQexec(postgres, sql)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
        throw Mistake("\(sql.prefix(60)): \(String(cString: PQerrorMessage(postgres)))")
      }
    } else if sqlite3_exec(sqlite, sql, nil, nil, nil) != SQLITE_OK {
      throw Mistake("\(sql.prefix(60)): \(String(cString: sqlite3_errmsg(sqlite)))")
    }
  }
}
