import CPostgres

/// Runs statements on a connection of their own.
package enum DatabaseStatements {
  /// Gives back the rows of the last statement, each with its columns as text.
  @discardableResult
  package static func run(_ statements: String, on url: String) throws -> [[String?]] {
    let connection = PQconnectdb(url)
    defer { PQfinish(connection) }
    guard PQstatus(connection) == CONNECTION_OK else {
      throw DatabaseFixtureError("connect: \(String(cString: PQerrorMessage(connection)))")
    }
    let result = PQexec(connection, statements)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
    default:
      let reason = String(cString: PQerrorMessage(connection))
      throw DatabaseFixtureError("\(statements): \(reason)")
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) == 1
          ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
  }
}
