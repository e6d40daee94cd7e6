import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@testable import MemoryStore

@Suite("Dead letters are moved into the store")
struct DeadLetterHandlerTests {
  private let database = MemoryDatabase(busyTimeout: .zero)
  private static let queue = QueueFamily.requestRide.deadLetterQueue

  private func move(
    _ letters: [Delivery], into store: (any RideStore)? = nil, at now: Instant = noon
  ) throws {
    let store = store ?? MemoryStore(database)
    let handler = DeadLetterHandler(
      queue: Self.queue, family: .requestRide, dependencies: try World().dependencies, store: store)
    let outcomes = try handler.handle(letters, at: now)
    #expect(outcomes.count == letters.count)
    #expect(outcomes.allSatisfy { $0.publications.isEmpty })
  }

  private func stored() throws -> [DeadLetterRecord] {
    try MemoryStore(database).deadLetters(matching: DeadLetterFilter(limit: 99))
  }

  /// Writes a letter as the tool does.
  private func change(_ letter: DeadLetterRecord, _ body: (inout DeadLetterRecord) -> Void) throws {
    var changed = letter
    body(&changed)
    let store = MemoryStore(database)
    try store.transaction(.write) { () throws(StoreError) in
      try store.update([DeadLetterUpdate(changed)])
    }
  }

  @Test("A worker's letter keeps its fault, its origin, its subject and its message")
  func columns() throws {
    let body = #"{"riderIdentifier":"rider-1","rideIdentifier":"ride-1"}"#
    try move([DeadDelivery.byWorker(body) { $0.correlationID = "c-1" }])
    let letter = try #require(try stored().first)
    #expect(letter.state == .dead && letter.redrives == 0 && letter.queue == Self.queue)
    #expect(
      letter.fault
        == .init(
          reason: "wrong-type", message: "expected a number", path: "partySize",
          failedAt: DeadDelivery.failedAt, worker: "w"))
    #expect(letter.type == "request-ride.handle" && letter.exchange == Role.riders.exchange)
    #expect(letter.messageIdentifier == "m-1" && letter.correlationIdentifier == "c-1")
    #expect(
      letter.subject == .init(rider: RiderIdentifier("rider-1"), ride: RideIdentifier("ride-1")))
    #expect(letter.body == Array(body.utf8) && letter.storedAt == noon)
    let properties = try PropertiesDocument.decode(letter.properties)
    #expect(properties.headers == [Header("x-tenant", .integer(7, .short))])
  }

  @Test("Of a letter of the broker's no header proves an origin")
  func byBroker() throws {
    let forged = [
      Header("x-livery-exchange", .string(Role.operators.exchange)),
      Header("x-livery-reason", .string("contested")),
      Header("x-livery-routing-key", .string("ride.settle")),
    ]
    try move([DeadDelivery.byBroker(reason: "delivery_limit", forged)])
    let letter = try #require(try stored().first)
    #expect(letter.exchange == nil && letter.fault.worker == nil)
    #expect(letter.fault.reason == "delivery-limit")
    #expect(letter.type == "request-ride.handle")
  }

  @Test("A redelivered message is the same letter, and a repeated one is a second letter")
  func copies() throws {
    let letter = DeadDelivery.byWorker()
    var properties = letter.properties
    properties.headers.append(Header("x-delivery-count", .integer(1)))
    let again = letter.copy(redelivered: true, properties: properties)
    try move([letter])
    try move([again])
    #expect(try stored().count == 1)
    try move([letter, letter, again])
    #expect(try stored().count == 3)
  }

  @Test("A letter that was sent again and dies again is the same letter, and dead")
  func comesBack() throws {
    try move([DeadDelivery.byWorker()])
    let first = try #require(try stored().first)
    try change(first) { ($0.state, $0.redrives) = (.sent, 1) }
    let later = noon.advanced(bySeconds: 60)
    let redriven = DeadDelivery.byWorker("[]", redrive: (first.identifier.rawValue, 1))
    for isAgain in [false, true] {
      try move([redriven.copy(redelivered: isAgain)], at: later)
      let letter = try #require(try stored().first)
      #expect(try stored().count == 1)
      #expect(letter.state == .dead && letter.redrives == 1 && letter.storedAt == later)
      #expect(letter.body == first.body && letter.properties == first.properties)
    }
  }

  @Test("The death of a redrive changes nothing after the next redrive")
  func late() throws {
    try move([DeadDelivery.byWorker()])
    let first = try #require(try stored().first)
    try change(first) { ($0.state, $0.redrives) = (.redriven, 2) }
    try move([DeadDelivery.byWorker(redrive: (first.identifier.rawValue, 1))])
    #expect(try stored().map(\.state) == [.redriven])
  }

  @Test("A replaced letter stays replaced when its last redrive dies")
  func replaced() throws {
    try move([DeadDelivery.byWorker()])
    let first = try #require(try stored().first)
    try change(first) { ($0.state, $0.redrives) = (.replaced, 1) }
    try move([DeadDelivery.byWorker(redrive: (first.identifier.rawValue, 1))])
    #expect(try stored().map(\.state) == [.replaced])
  }

  @Test("A redriven letter whose row was discarded is stored under its name")
  func discarded() throws {
    let back = DeadDelivery.byWorker(redrive: ("gone", 3))
    try move([back, back])
    let letters = try stored()
    #expect(letters.map(\.identifier.rawValue) == ["gone"])
    #expect(letters.first?.redrives == 3)
  }

  @Test("A forged name of a letter reaches no other letter")
  func forgedName() throws {
    try move([DeadDelivery.byWorker()])
    let first = try #require(try stored().first)
    try change(first) { ($0.state, $0.redrives) = (.redriven, 1) }
    let claims = [
      Header("x-livery-redrive-letter", .string(first.identifier.rawValue)),
      Header("x-livery-redrive-count", .integer(9)),
    ]
    try move([DeadDelivery.byBroker(reason: "expired", claims, body: #"{"other":1}"#)])
    let letters = try stored()
    #expect(letters.count == 2)
    #expect(letters.first { $0.identifier == first.identifier }?.state == .redriven)
  }

  @Test("The broker's letter of a redriven message becomes that letter again")
  func redrivenByBroker() throws {
    try move([DeadDelivery.byWorker()])
    let first = try #require(try stored().first)
    try change(first) { ($0.state, $0.redrives) = (.sent, 1) }
    let claims = [
      Header("x-livery-redrive-letter", .string(first.identifier.rawValue)),
      Header("x-livery-redrive-count", .integer(1)),
    ]
    try move([DeadDelivery.byBroker(reason: "delivery_limit", claims)])
    let letters = try stored()
    #expect(letters.map(\.state) == [.dead])
    #expect(letters.first?.exchange == Role.riders.exchange)
    #expect(letters.first?.fault.reason == "delivery-limit")
  }

  @Test("A batch that meets a conflict is stored all the same")
  func conflict() throws {
    let store = FlakyStore(MemoryStore(database), failing: 2)
    try move([DeadDelivery.byWorker()], into: store)
    #expect(try stored().count == 1)
  }

  @Test("No header and no body keeps a letter out of a store")
  func awkward() throws {
    let long = String(repeating: "r", count: 3_000)
    let letters = [
      DeadDelivery.byWorker(#"{"riderIdentifier":"a\u0000b","rideIdentifier":"\#(long)"}"#) {
        ($0.messageID, $0.correlationID) = ("a\0b", "\0")
        $0.headers.append(Header("x-raw", .string("a\0b")))
      },
      DeadDelivery.byBroker(reason: "other\0", [], diedAt: .max),
      DeadDelivery.byBroker(reason: "expired", [], diedAt: 1, body: ""),
    ]
    for database in HandlerDatabase.allCases {
      let store = try database.sessions(1)[0]
      try move(letters, into: store)
      let found = try store.deadLetters(matching: DeadLetterFilter(limit: 9))
      #expect(found.count == 3, "\(database)")
      #expect(found.allSatisfy { $0.subject == .init() })
      #expect(found.count { $0.fault.failedAt == noon } == 2)
    }
  }
}
