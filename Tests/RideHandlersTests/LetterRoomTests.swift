import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@testable import MemoryStore

@Suite("Dead letters have a limited room in the store")
struct LetterRoomTests {
  private let database = MemoryDatabase(busyTimeout: .zero)
  private let whole = BodyExcerpt.wholeLimit

  private func handler(
    megabytes: Int = 100, moved: @escaping (MovedLetters) -> Void = { _ in }
  ) throws -> DeadLetterHandler {
    DeadLetterHandler(
      queue: QueueFamily.requestRide.deadLetterQueue, family: .requestRide,
      dependencies: try World().dependencies, store: MemoryStore(database),
      bytesOfSender: megabytes << 20, moved: moved)
  }

  private func stored() throws -> [DeadLetterRecord] {
    try MemoryStore(database).deadLetters(matching: DeadLetterFilter(limit: 999))
  }

  /// A body of so many bytes that names a rider.
  private func body(_ count: Int, _ last: String = "x") -> String {
    let head = #"{"riderIdentifier":"rider-1","note":""#
    return head + String(repeating: "x", count: count - head.utf8.count - 3) + last + #""}"#
  }

  @Test("A body of the contract's limit is stored whole")
  func atLimit() throws {
    _ = try handler().handle([DeadDelivery.byWorker(body(whole))], at: noon)
    let letter = try #require(try stored().first)
    #expect(letter.body == Array(body(whole).utf8))
    #expect(letter.subject.rider == RiderIdentifier("rider-1"))
    #expect(BodyExcerpt(of: try PropertiesDocument.decode(letter.properties)) == nil)
  }

  @Test("Of a larger body the first bytes, the length and the digest are stored")
  func beyondLimit() throws {
    let large = body(whole + 1)
    let claim = Header("x-livery-body-length", .integer(1))
    let letters = [
      DeadDelivery.byWorker(large), DeadDelivery.byBroker(reason: "expired", [claim], body: large),
    ]
    _ = try handler().handle(letters, at: noon)
    let digest = try World().dependencies.digest(Array(large.utf8))
    let hex = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try stored().count == 2)
    for letter in try stored() {
      #expect(letter.body == Array(large.utf8.prefix(BodyExcerpt.storedBytes)))
      #expect(letter.subject == .init())
      let properties = try PropertiesDocument.decode(letter.properties)
      #expect(
        BodyExcerpt(of: properties) == BodyExcerpt(length: whole + 1, digest: hex),
        "no header of the producer counts")
      #expect(properties.headers.count { $0.name == "x-livery-body-length" } == 1)
    }
  }

  @Test("Large bodies that begin alike are letters of their own, and a repeat is none")
  func identity() throws {
    let letters = ["a", "b"].map { DeadDelivery.byWorker(body(whole + 9, $0)) }
    _ = try handler().handle(letters, at: noon)
    _ = try handler().handle(letters.map { $0.copy(redelivered: true) }, at: noon)
    #expect(try stored().count == 2)
  }

  @Test("No producer's header makes a whole letter look shortened")
  func forged() throws {
    let claims = [
      Header("x-livery-body-length", .integer(9)), Header("x-livery-body-sha256", .string("9")),
    ]
    _ = try handler().handle([DeadDelivery.byBroker(reason: "expired", claims)], at: noon)
    let properties = try PropertiesDocument.decode(try #require(try stored().first).properties)
    #expect(BodyExcerpt(of: properties) == nil)
  }

  @Test("A sender that has filled its room loses further letters, and others lose none")
  func full() throws {
    var moved: [MovedLetters] = []
    let handler = try handler(megabytes: 1) { moved.append($0) }
    let riders = (0..<20).map { DeadDelivery.byWorker(body(whole - 100, "\($0 % 10)")) }
    for start in [0, 10] {
      _ = try handler.handle(Array(riders[start..<start + 10]), at: noon)
    }
    let rider = DeadLetterSender(exchange: Role.riders.exchange, queue: "")
    #expect(moved.map(\.stored) == [10, 5])
    #expect(moved.map { $0.dropped[rider] ?? 0 } == [0, 5])
    #expect(try stored().count == 15)
    _ = try handler.handle([DeadDelivery.byBroker(reason: "expired", [])], at: noon)
    #expect(try stored().count == 16, "it is of no proven sender")
    #expect(moved.last?.brokerReasons == ["expired"])
  }

  @Test("What is deleted makes room, and what other workers have stored takes it")
  func readAgain() throws {
    var dropped = 0
    let first = try handler(megabytes: 1) { dropped += $0.dropped.values.reduce(0, +) }
    let riders = (0..<15).map { DeadDelivery.byWorker(body(whole - 100, "\($0 % 10)")) }
    _ = try first.handle(riders, at: noon)
    let next = [DeadDelivery.byWorker(body(whole - 99))]
    _ = try first.handle(next, at: noon.advanced(bySeconds: 1))
    let other = try handler(megabytes: 1) { dropped += $0.dropped.values.reduce(0, +) }
    _ = try other.handle(next, at: noon.advanced(bySeconds: 1))
    #expect(dropped == 2)
    let store = MemoryStore(database)
    let names = try stored().map(\.identifier)
    try store.transaction(.write) { () throws(StoreError) in _ = try store.delete(names) }
    _ = try first.handle(next, at: noon.advanced(bySeconds: 11))
    #expect(dropped == 2)
    #expect(try stored().count == 1)
  }

  @Test(
    "The sender of a letter is the role of its exchange, else the family of its queue",
    arguments: [
      (Role.vehicles.exchange, "livery.dispatch.dead-letters", "vehicles"),
      (nil, "livery.dispatch.dead-letters", "dispatch"),
      ("livery.requests", "livery.list-options.dead-letters", "list-options"),
      (nil, "livery.payments.dead-letters", "fleet"),
    ])
  func senders(exchange: String?, queue: String, name: String) {
    #expect(DeadLetterSender(exchange: exchange, queue: queue).name == name)
    #expect(DeadLetterSender.names.contains(name))
  }
}
