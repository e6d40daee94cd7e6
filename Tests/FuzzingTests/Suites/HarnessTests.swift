import Messages
import RandomFixture
import RideStore
import Rides
import Testing

@testable import MemoryStore

@Suite("The harness of the fuzzers")
struct HarnessTests {
  @Test("Generated deliveries of every type get past the decoder, and some do not")
  func reaches() throws {
    let world = try FuzzedWorld.shared.get()
    var taken: Set<MessageType> = []
    var refused: Set<ErrorReason> = []
    for seed in 0..<UInt64(10_000) {
      var random = SeededNumbers(seed: seed)
      var reader = FuzzReader(random.input(atMost: 200))
      let delivery = GeneratedDelivery(&reader, world).delivery
      let family = try #require(MessageType(rawValue: delivery.routingKey)).family
      do throws(RefusedMessage) {
        taken.insert(try MessageDecoder.decode(delivery, family: family).type)
      } catch {
        refused.insert(error.error.reason)
      }
    }
    #expect(taken == Set(MessageType.allCases))
    #expect(refused.count >= 8, "\(refused)")
  }

  @Test("Its store has rides in three phases, with ledgers, vehicles, outcomes and an observer")
  func setting() throws {
    let tables = try FuzzedWorld.shared.get().tables
    #expect(Set(tables.rides.values.map(\.phase)).count >= 3)
    #expect(tables.rides.count == 5 && tables.vehicles.count == 5)
    #expect(!tables.ledger.isEmpty && !tables.outcomes.isEmpty && tables.subscriptions.count == 1)
  }

  @Test("A gap in a ride's states and a ledger that does not balance are findings")
  func finds() throws {
    let world = try FuzzedWorld.shared.get()
    let ride = try #require(world.tables.ledger.keys.first)
    var gap = world.tables
    gap.changes[ride]?[2] = nil
    var unbalanced = world.tables
    let line = try #require(unbalanced.ledger[ride]?.keys.first)
    unbalanced.ledger[ride]?[line]?.minorUnits += 1
    for tables in [gap, unbalanced] {
      let database = MemoryDatabase()
      try database.acquireWriter()
      database.releaseWriter(tables)
      let run = MessageRun(world: world, database: database)
      let outcome = Result { () throws(Finding) in try run.checkStore() }
      #expect(throws: Finding.self) { try outcome.get() }
    }
  }
}
