import RideStore
import Rides
import Testing

@testable import PostgresStore

@Suite("A session on PostgreSQL adds up how long it has waited")
struct PostgresTimeTests {
  @Test("A slow statement counts with its duration, and no statement with zero")
  func slow() throws {
    let fixture = try PostgresFixture()
    let store = try PostgresStore(url: fixture.url)
    let slow = SQL("sleep", "SELECT 1::bigint FROM pg_sleep(0.1)")
    try expectTime(in: store, atLeast: .milliseconds(100)) {
      _ = try store.read(slow, PostgresParameters()) { (row) throws(StoreError) in try row.int() }
    }
  }

  @Test("A commit counts with the statements that it carries")
  func commit() throws {
    let fixture = try PostgresFixture()
    let store = try PostgresStore(url: fixture.url)
    try store.begin(.write)
    try store.write(
      SQL("sleep", "SELECT pg_sleep($1::double precision / 1000)"), parameters(milliseconds: 100))
    let queued = store.timeInStore
    try store.commit()
    #expect(store.timeInStore - queued >= .milliseconds(100))
  }

  private func parameters(milliseconds: Int64) -> PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(Int64(bitPattern: Double(milliseconds).bitPattern))
    return parameters
  }
}
