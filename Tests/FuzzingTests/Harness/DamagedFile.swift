import CSQLite
import Glibc
import RideStore
import Rides

@testable import MemoryStore
@testable import RideHandlers
@testable import SQLiteStore

/// A database file of SQLite that holds what the world does, damaged in a row or in its bytes.
///
/// It is the business of SQLite to notice damaged pages; what it lets through must not stop us.
enum DamagedFile {
  private static let folder: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/livery-fuzz-XXXXXX".utf8CString)
    return name.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress, mkdtemp(start) != nil else { return "/tmp" }
      return String(cString: start)
    }
  }()

  private static var path: String { "\(folder)/damaged.sqlite" }

  /// The bytes of the whole file; empty if it could not be made.
  private static let original: [UInt8] = {
    guard case .success(let world) = FuzzedWorld.shared else { return [] }
    let path = "\(folder)/whole.sqlite"
    return (try? make(path, world)) == nil ? [] : contents(path)
  }()

  /// Writes anything into any column, as another program might.
  static func takeRow(_ reader: inout FuzzReader, _ world: FuzzedWorld) throws(Finding) {
    try write(original)
    var database: OpaquePointer?
    sqlite3_open(path, &database)
    let columns = reader.pick(Self.columns)
    let value = reader.pick(Self.values)
    let statement = "UPDATE OR IGNORE \(columns.table) SET \(reader.pick(columns.names)) = \(value)"
    sqlite3_exec(database, "PRAGMA synchronous = OFF", nil, nil, nil)
    var prepared: OpaquePointer?
    sqlite3_prepare_v2(database, statement, -1, &prepared, nil)
    let text = reader.block()
    _ = text.withUnsafeBytes { bytes in
      sqlite3_bind_blob(prepared, 1, bytes.baseAddress, Int32(bytes.count), nil)
      return sqlite3_step(prepared)
    }
    sqlite3_finalize(prepared)
    sqlite3_close(database)
    try readAll(world)
  }

  static func takeBytes(_ reader: inout FuzzReader, _ world: FuzzedWorld) throws(Finding) {
    try write(Damage.apply(to: original, &reader))
    try readAll(world)
  }

  private static let values = [
    "?", "CAST(? AS TEXT)", "NULL", "-1", "0", "9223372036854775807", "-9223372036854775808",
    "1e999", "'nan'", "'[]'", "'{}'", "'[\"a\"]'", "'[\"a\",\"b\"]'", "zeroblob(1000)", "''",
    "'[\"\\u00zz\"]'",
  ]

  private static let columns: [(table: String, names: [String])] = [
    RideRecord.table, VehicleRecord.notedTable, StatusChange.table, OutcomeTable.layout,
    LedgerEntryRecord.table, Subscription.table,
  ].map { table in (table.name, table.columns.map(\.name)) }

  /// Reads everything in every way; each may fail, none may trap.
  private static func readAll(_ world: FuzzedWorld) throws(Finding) {
    guard let store = try? SQLiteStore(path: path, busyTimeout: .zero) else { return }
    let tables = world.tables
    let rides = world.rides.map(RideIdentifier.init)
    let riders = Array(Set(tables.rides.values.map(\.riderIdentifier)))
    let late = FuzzedWorld.noon.advanced(bySeconds: 1_000_000)
    guard (try? store.begin(.read)) != nil else { return }
    let read = (try? store.rides(rides)) ?? [:]
    for record in read.values { _ = try? record.ride() }
    _ = try? store.rides(matching: RideFilter(limit: 10))
    _ = try? store.unfinishedRides(of: riders)
    _ = try? store.owingRides(of: riders)
    _ = try? store.obligations(limit: 10)
    let search = WaitingSearch(
      products: [ProductKey("sedan"), ProductKey("taxi")],
      area: SearchArea(of: read.values.map(\.pickup), within: Supply.reach), limit: 10)
    _ = try? store.waitingRides([search])
    _ = try? store.dueRides(at: late, limit: 10)
    _ = try? store.vehicles(Array(tables.vehicles.keys))
    _ = try? store.supply(at: late)
    _ = try? store.outcomes(Array(tables.outcomes.keys))
    _ = try? store.subscriptions(Array(tables.subscriptions.keys))
    _ = try? store.dueSubscriptions(at: late, limit: 10)
    for ride in rides {
      _ = try? store.history(of: ride)
      _ = try? store.ledger(of: ride)
    }
    store.rollBack()
  }

  private static func make(_ path: String, _ world: FuzzedWorld) throws {
    _ = try SQLiteStore.migrate(path: path)
    let store = try SQLiteStore(path: path)
    let tables = world.tables
    try store.begin(.write)
    try store.insert(Array(tables.rides.values))
    try store.append(tables.changes.values.flatMap(\.values))
    try store.save(Array(tables.vehicles.values))
    try store.store(Array(tables.outcomes.values))
    try store.append(tables.ledger.values.flatMap(\.values))
    try store.subscribe(Array(tables.subscriptions.values))
    try store.commit()
  }

  private static func write(_ bytes: [UInt8]) throws(Finding) {
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    guard !original.isEmpty, let file = fopen(path, "w") else {
      throw Finding("the harness cannot make its database in \(folder)")
    }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
  }
}
