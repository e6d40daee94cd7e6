import JSON
import LiveryMessages
import Messages
import Rides
import Testing

@Suite("What a client reads")
struct ReadingTests {
  @Test("A failure has its reason, its path, and whether to try again")
  func failure() throws {
    let reply = try Reply<ShownRide>(
      type: "request-ride.handle.response", body: Corpus.golden("failure.response"))
    let failure = try #require(reply.failure)
    #expect(throws: failure) { try reply.get() }
    #expect(failure.code == reply.code)
    #expect(failure.error.reason == .outOfRange)
    #expect(failure.error.path == "a.latitude")
    #expect(failure.error.retry == .no)
    #expect(failure.error.retryAfterSeconds == nil)
  }

  @Test("A word that a later release has added is kept, and written as it came")
  func unknownWords() throws {
    let body = Array(
      #"{"code":"perhaps","error":{"reason":"fullMoon","message":"","retry":"no"}}"#.utf8)
    let reply = try Reply<Acknowledgement>(body: body)
    #expect(reply.code == .other("perhaps"))
    #expect(reply.failure?.error.reason == .other("fullMoon"))
    #expect(try JSONValue(parsing: reply.body()) == JSONValue(parsing: body))
  }

  @Test("A member that a later release has added is ignored")
  func unknownMembers() throws {
    let reply = try Reply<Acknowledgement>(body: Array(#"{"code":"ready","moon":[1]}"#.utf8))
    #expect(try reply.get() == Acknowledgement(code: .ready))
  }

  @Test(
    "What is wrong in a body is said with its place",
    arguments: [
      (#"{"code":"success"}"#, .missing, "rideStatus"),
      (#"{"code":1}"#, .wrongType, "code"),
      (#"{"code":"success","rideStatus":{}}"#, .missing, "rideStatus.rideIdentifier"),
      (#"{"code":"failure","error":{"reason":"tooFar"}}"#, .missing, "error.message"),
      (
        #"{"code":"failure","error":{"reason":"tooFar","message":"","retry":"perhaps"}}"#,
        .wrongType, "error.retry"
      ),
      (
        #"{"code":"a","error":{"reason":"tooFar","message":"","price":{"amount":"x"}}}"#,
        .wrongType, "error.price.amount"
      ),
      ("{", .malformed, ""),
    ] as [(String, DecodingFailure.Kind, String)])
  func mistakes(body: String, kind: DecodingFailure.Kind, path: String) throws {
    let failure = try #require(throws: DecodingFailure.self) {
      try Reply<ShownRide>(body: Array(body.utf8))
    }
    #expect(failure.kind == kind)
    #expect(failure.path == path)
  }

  @Test("A message of another type is not read")
  func otherTypes() throws {
    #expect(throws: DecodingFailure.self) {
      try Reply<Acknowledgement>(type: "vehicle.update", body: Array(#"{"code":"ready"}"#.utf8))
    }
    #expect(throws: DecodingFailure.self) { try RideStatusChanged(type: "livery.a", body: []) }
    #expect(try FleetEvent(type: "livery.a", body: []) == .other(type: "livery.a"))
  }

  @Test("An event is told apart by its type")
  func events() throws {
    for type in FleetEvent.types {
      let example = try #require(try Corpus.examples()[type])
      let event = try FleetEvent(type: type, body: example.text)
      #expect(event != .other(type: type))
    }
  }

  @Test(
    "A request has the sender, the id and the reply of its type", arguments: MessageType.allCases)
  func ways(_ type: MessageType) {
    guard let request = Corpus.requests.first(where: { $0.type == type.rawValue }) else {
      #expect(Role.fleet.carries(type))
      return
    }
    let roles = Role.allCases.filter { ![.fleet, .redrive].contains($0) && $0.carries(type) }
    #expect(Set(request.senders.map(\.exchange)) == Set(roles.map(\.exchange)))
    #expect(request.onlyAsks == type.onlyAsks)
    #expect(request.needsMessageIdentifier == type.needsMessageIdentifier)
  }

  @Test("Every reason of the fleet is known")
  func reasons() {
    for reason in Messages.ErrorReason.allCases {
      let known = LiveryMessages.ErrorReason(reason.rawValue)
      #expect(known != .other(reason.rawValue))
      #expect(known?.description == reason.rawValue)
    }
    #expect(LiveryMessages.ErrorReason("")?.description == "")
  }
}
