package import RideStore
import Rides

extension PostgresStore {
  package func find(_ lookup: Lookup) throws(StoreError) -> Lookup.Findings {
    var found = Lookup.Findings()
    let reads = try reads(of: lookup)
    if reads.isEmpty { return found }
    try ask(reads.map(\.statement)) { (place, result) throws(StoreError) in
      let operation = reads[place].statement.sql.operation
      switch reads[place].set {
      case .outcomes:
        found.outcomes = try result.rows(in: operation, decode: OutcomeTable.decode)
          .keyed(by: \.key)
      case .rides:
        found.rides = try result.rows(in: operation, decode: RideRecord.init(from:))
          .keyed(by: \.rideIdentifier)
      case .unfinishedRides:
        found.unfinishedRides = try result.rows(in: operation, decode: RideRecord.init(from:))
      case .owingRides:
        found.owingRides = try result.rows(in: operation, decode: RideRecord.init(from:))
      case .waitingRides:
        found.waitingRides = try result.rows(in: operation, decode: RideRecord.init(from:))
      }
    }
    found.rides = try whole(Array(found.rides.values)).keyed(by: \.rideIdentifier)
    found.unfinishedRides = try whole(found.unfinishedRides)
    found.owingRides = try whole(found.owingRides)
    found.waitingRides = try whole(found.waitingRides)
    return found
  }

  /// The statement that reads a set of a lookup.
  private struct Read {
    enum RowSet {
      case rides, outcomes, unfinishedRides, owingRides, waitingRides
    }

    let set: RowSet
    let statement: PostgresStatement
  }

  private func reads(of lookup: Lookup) throws(StoreError) -> [Read] {
    let sets: [(Read.RowSet, SQL, PostgresRows)] = [
      (.rides, Self.selectRides.statement(locking: isWriting), PostgresRows(of: lookup.rides)),
      (.outcomes, Self.selectOutcomes, Self.rows(lookup.outcomes)),
      (
        .unfinishedRides, Self.selectUnfinished.statement(locking: isWriting),
        PostgresRows(of: lookup.unfinishedRidesOf)
      ),
      (.owingRides, Self.selectOwing, PostgresRows(of: lookup.owingRidesOf)),
      (
        .waitingRides, Self.selectWaiting.statement(locking: isWriting),
        Self.rows(lookup.waitingRides)
      ),
    ]
    var reads: [Read] = []
    for (set, sql, rows) in sets where !rows.isEmpty {
      let statement = PostgresStatement(sql: sql, parameters: try rows.parameters(for: sql))
      reads.append(Read(set: set, statement: statement))
    }
    return reads
  }
}
