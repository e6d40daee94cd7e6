import BrokerFixture
import JSON
import Messages
import Testing

@Suite("How a ride of a running fleet starts with a code", .blocking)
struct StartCodeConversationTests {
  private let client: TestClient
  private let fleet: RunningFleet

  init() throws {
    (fleet, client) = try RunningFleet.started(replacing: [
      #""key": "sedan","#: #""key": "sedan", "requiresStartCode": true,"#
    ])
  }

  private func report(
    _ event: String, _ ride: String, _ vehicle: String, _ code: String? = nil
  ) throws -> Answer {
    let body = Bodies.report(event, ride: ride, vehicle: vehicle)
    return try client.ask(
      "ride.update", code.map { body.dropLast() + #","startCode":"\#($0)"}"# } ?? body)
  }

  @Test("The rider tells the driver; five wrong ones hold the start until the operator allows it")
  func conversation() throws {
    let (_, ride, vehicle) = try client.driven("rider-1")
    let code = try #require(try client.shown(ride, "rider-1")?["startCode"]?.string)
    #expect(try report("arrived", ride, vehicle).code == "success")
    #expect(try report("started", ride, vehicle).reason == "wrongStartCode")
    let number = try #require(Int(code))
    for step in 1...5 {
      let guess = String(String(20_000 + (number + step) % 10_000).dropFirst())
      #expect(try report("started", ride, vehicle, guess).reason == "wrongStartCode")
    }
    #expect(try report("started", ride, vehicle, code).reason == "startHeld")
    #expect(try client.shown(ride, "rider-1")?["isStartHeld"]?.bool == true)
    let settled = try client.ask(
      "ride.settle", #"{"rideIdentifier":"\#(ride)","reason":"the rider has called"}"#)
    #expect(settled.code == "success")
    #expect(try report("started", ride, vehicle).code == "success")
    #expect(try report("ended", ride, vehicle).code == "success")

    var phases: [String] = []
    var held = 0
    while phases.last != "completed", let event = try client.nextEvent() {
      phases.append(event.phase)
      #expect(event.body["data"]?["startCode"] == nil, "who reads events may drive")
      if event.body["data"]?["isStartHeld"]?.bool == true { held += 1 }
    }
    #expect(held == 1 && phases.last == "completed")
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("allowed without a code"), "\(shown.output)")
    #expect(!shown.output.contains(code))
  }
}
