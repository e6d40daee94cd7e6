import Messages
import Replay
import Rides
import Testing

@Suite("The start codes of a recording") struct RecordedStartCodesTests {
  private static func report(_ code: String, by vehicle: String = "v") -> RecordedMessage {
    message(
      Role.vehicles.exchange, "ride.update",
      #"{"rideIdentifier":"r","vehicleIdentifier":"\#(vehicle)","startCode":"\#(code)"}"#)
  }

  private static func event(_ phase: String, _ outcome: String = "") -> RecordedMessage {
    message(Exchange.events, "ride.\(phase).r", outcome, id: "r/4")
  }

  private static func message(
    _ exchange: String, _ key: String, _ body: String, id: String = "m"
  ) -> RecordedMessage {
    RecordedMessage(
      number: 1, at: Instant(seconds: 1), exchange: exchange, routingKey: key,
      properties: MessageProperties(messageID: id), body: Array(body.utf8))
  }

  private static func code(_ lines: [RecordedMessage], of vehicle: String = "v") -> StartCode {
    var codes = RecordedStartCodes()
    for line in lines { codes.add(line) }
    return codes.code(of: RideIdentifier("r"), for: VehicleIdentifier(vehicle))
  }

  @Test(
    "The last code before the start was right",
    arguments: [
      event("ongoing"), event("completed", #"{"data":{"outcome":"completed"}}"#),
    ])
  func right(start: RecordedMessage) {
    let code = Self.code([Self.report("1111"), Self.report("2222"), start, Self.report("3333")])
    #expect(code.digits == "2222")
  }

  @Test("Of a vehicle whose start was held none was right, though the operator let the ride start")
  func held() {
    let held = Self.event("pickup", #"{"data":{"isStartHeld":true}}"#)
    let code = Self.code([Self.report("1111"), held, Self.event("ongoing")])
    #expect(code.digits != "1111")
    let next = [Self.report("1111"), held, Self.report("2222", by: "w"), Self.event("ongoing")]
    #expect(Self.code(next, of: "w").digits == "2222")
  }

  @Test(
    "Without a start none was right, and the code is the same each time",
    arguments: [[], [event("completed", #"{"data":{"outcome":"canceledByUser"}}"#)]])
  func wrong(end: [RecordedMessage]) {
    let free = Self.code([])
    #expect(Self.code([Self.report("1111")] + end) == free)
    #expect(Self.code([Self.report(free.digits)] + end) != free)
    #expect(Self.code([Self.report("1111", by: "w"), Self.event("ongoing")]) == free)
    #expect(Self.code([], of: "w") != free)
  }
}
