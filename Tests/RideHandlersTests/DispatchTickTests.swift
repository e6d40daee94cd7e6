import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("The dispatch worker's tick")
struct DispatchTickTests {
  private static let noon = Instant(seconds: 1_800_000_000)
  // Within the bounds of the Earth.
  private static let pickup = Coordinate(latitude: 41.88, longitude: -87.63)!
  private let store = MemoryStore(MemoryDatabase())

  @Test("requests processing of each due ride, the most overdue first, with the time")
  func commands() throws {
    try insert([ride("a", dueAt: 0), ride("b", dueAt: -1), ride("c", dueAt: 1), ride("d")])
    let commands = try DispatchTick.commands(store, Self.noon)
    #expect(
      commands.map(\.properties.messageID)
        == ["b/due/1799999999000000", "a/due/1800000000000000"])
    #expect(commands.map { String(decoding: $0.body, as: UTF8.self) }.first?.contains("b") == true)
    #expect(Set(commands.map(\.routingKey)) == [MessageType.rideDue.rawValue])
    #expect(Set(commands.map(\.properties.type)) == [MessageType.rideDue.rawValue])
  }

  @Test("asks for 500 rides at a time at most")
  func limit() throws {
    try insert((0..<600).map { ride("\($0)", dueAt: -$0) })
    let commands = try DispatchTick.commands(store, Self.noon)
    #expect(commands.count == 500)
    #expect(commands.first?.properties.messageID?.hasPrefix("599/due/") == true)
  }

  private func insert(_ rides: [RideRecord]) throws {
    try store.transaction(.write) { () throws(StoreError) in try store.insert(rides) }
  }

  private func ride(_ name: String, dueAt seconds: Int? = nil) -> RideRecord {
    RideRecord(
      rideIdentifier: RideIdentifier(name), riderIdentifier: RiderIdentifier("rider of \(name)"),
      slot: 0, sequence: 1, phase: .received, product: ProductKey("suv"), area: "chicago",
      partySize: nil, vehicle: nil, isWaiting: true, pickup: Self.pickup, createdAt: Self.noon,
      updatedAt: Self.noon, dueAt: seconds.map(Self.noon.advanced(bySeconds:)),
      document: Array("{}".utf8))
  }
}
