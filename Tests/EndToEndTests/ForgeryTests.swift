import AMQP
import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("Forged messages through a running fleet", .blocking)
struct ForgeryTests {
  @Test("Each is kept as a dead letter without an answer, and the log has its sender")
  func kept() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    for forgery in Forgery.all {
      var message = client.request(
        "request-ride.handle", Bodies.booking(rider: "forger"), id: forgery.what,
        correlation: forgery.what, family: .requestRide)
      message.properties.userID = fleet.endpoint.user
      forgery.change(&message)
      try client.publish([message])
      let letter = try client.deadLetter(.requestRide)
      let headers = letter.properties.headers
      #expect(letter.properties.messageID == forgery.what)
      #expect(headers.contains(Header("x-livery-reason", .string(forgery.reason.headerValue))))
      #expect(headers.contains(Header("x-livery-exchange", .string(message.exchange))))
      #expect(headers.contains(Header("x-livery-routing-key", .string(message.routingKey))))
      #expect(headers.allSatisfy { !["x-death", "CC", "x-livery-redrive-from"].contains($0.name) })
    }
    #expect(try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1")).reason == nil)
    #expect(try client.nextReply(within: .seconds(1)) == nil, "no forgery is answered")
    #expect(try fleet.unfinishedRides(of: ["forger"]).isEmpty)
    let log = fleet.workers[0].log.split(separator: "\n").filter {
      $0.contains("\"message_not_permitted\"")
    }
    #expect(log.count == Forgery.all.count, "\(log)")
    for (line, forgery) in zip(log, Forgery.all) {
      #expect(line.contains("\"message_id\":\"\(forgery.what)\""))
      #expect(line.contains("\"user_id\":\"\(fleet.endpoint.user)\""))
      #expect(line.contains("\"level\":\"warning\""))
    }
  }

  @Test("A redriven message has the permissions of its first role")
  func redriven() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    var message = client.request(
      "request-ride.handle", Bodies.booking(rider: "rider-1"), id: "again", correlation: "again",
      family: .requestRide)
    message.exchange = Role.redrive.exchange
    message.properties.headers = [Header("x-livery-redrive-from", .string(Role.riders.exchange))]
    try client.publish([message])
    #expect(try client.answer(to: "again").code == "inProgress")
    message.properties.headers = [Header("x-livery-redrive-from", .string(Role.vehicles.exchange))]
    try client.publish([message])
    let refused = try client.deadLetter(.requestRide)
    #expect(refused.properties.header("x-livery-reason") == .string("not-permitted"))
    #expect(refused.properties.header("x-livery-exchange") == .string(Role.redrive.exchange))
    message.properties.headers = [Header("x-livery-redrive-from", .string(Role.riders.exchange))]
    message.body = Array("{".utf8)
    try client.publish([message])
    let broken = try client.deadLetter(.requestRide)
    #expect(broken.properties.header("x-livery-exchange") == .string(Role.riders.exchange))
    #expect(broken.properties.header("x-livery-redrive-from") == nil)
  }
}
