import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("Bad messages on each queue", .blocking, .serialized, .sharedFleet)
struct BadMessageTests {
  @Test(
    "It gets a clear error and is kept where it should be, and its worker goes on",
    arguments: BadMessage.bookings + BadMessage.lists + BadMessage.queries + BadMessage.reports)
  func answered(_ bad: BadMessage) throws {
    let client = try SharedFleet.client()
    let identifier = bad.hasIdentifier ? UUID().uuidString : nil
    let answer = try client.ask(
      bad.type, bad.body, id: identifier, headers: bad.headers, family: bad.family)
    #expect(answer.code == "failure")
    #expect(answer.reason == bad.reason)
    #expect(answer.path == bad.path)
    if bad.isKept { try expectKept(bad, identifier, client) }
    #expect(try client.readyMessages(in: bad.family.deadLetterQueue) == 0)
    let good = try client.ask(Self.good(for: bad.family).type, Self.good(for: bad.family).body)
    #expect(good.reason == nil || good.reason == "serviceTemporarilyUnavailable")
  }

  private func expectKept(_ bad: BadMessage, _ identifier: String?, _ client: TestClient) throws {
    let letter = try client.deadLetter(bad.family)
    #expect(letter.body == Array(bad.body.utf8))
    #expect(letter.properties.type == bad.type)
    #expect(letter.properties.messageID == identifier)
    let reason = ErrorReason(rawValue: bad.reason)?.headerValue
    #expect(letter.properties.header("x-livery-reason") == reason.map { .string($0) })
    #expect(letter.properties.header("x-livery-worker") == .string(bad.worker))
    #expect(letter.properties.header("x-livery-path") == bad.path.map { .string($0) })
    #expect(letter.properties.header("x-livery-routing-key") == .string(bad.type ?? ""))
  }

  /// A message that a queue's worker can carry out.
  private static func good(for family: QueueFamily) -> (type: String, body: String) {
    switch family {
    case .listOptions: ("list-ride-options.handle", Bodies.list())
    case .requestRide: ("request-ride.handle", Bodies.booking(rider: UUID().uuidString))
    case .statusQuery: ("get-ride-status.handle", Bodies.status(rider: "r"))
    case .dispatch: ("vehicle.update", Bodies.vehicle(UUID().uuidString))
    }
  }
}
