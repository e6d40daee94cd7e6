import BrokerFixture
import Fleet
import Foundation
import JSON
import Testing

@Suite("What the operator's staff order with the tool", .blocking)
struct OperatorOrderTests {
  private let fleet: RunningFleet
  private let client: TestClient

  init() throws {
    fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "status-query-worker", "dispatch-worker"])
    client = try TestClient(fleet)
  }

  private func order(
    _ arguments: [String], as user: String = "livery-operators"
  ) throws -> (code: Int32, output: String, errors: String) {
    var settings = fleet.environment
    settings["LIVERY_AMQP_URL"] = RunningFleet.url(of: fleet.endpoint(for: user))
    let tool = try WorkerProcess(
      "livery", environment: settings, folder: fleet.folder, arguments: arguments)
    return (tool.exitCode(), tool.output, tool.log)
  }

  /// A ride that was paid by a card, at its end.
  private func paidRide() throws -> String {
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", at: Bodies.rentals))
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "rider-1", from: Bodies.rentals,
        more: #","paymentMethod":{"type":"credit","token":"pm_1"}"#))
    let ride = try #require(booked.ride)
    #expect(try client.vehicle(of: ride, "rider-1") == "veh-1")
    try client.end(ride, by: "veh-1")
    return ride
  }

  private func orders(of ride: String) throws -> [String] {
    let shown = try fleet.tool("ride", ride, "--json")
    let value = try JSONValue(parsing: Array(shown.output.utf8), limits: .stored)
    return (value["orders"]?.array ?? []).map { order in
      ["order", "amount", "reason"].compactMap { order[$0]?.string }.joined(separator: " ")
    }
  }

  @Test("A refund that is ordered twice is one; another of the same amount is asked for")
  func refund() throws {
    let ride = try paidRide()
    let command = ["refund", ride, "--amount", "5USD", "--reason", "detour"]
    let planned = try order(command + ["--dry-run"])
    #expect(planned.code == 0 && planned.output.contains(#""type":"ride.refund""#))
    #expect(try orders(of: ride).isEmpty)
    for _ in 1...2 {
      let result = try order(command)
      #expect(result.code == 0, "\(result)")
      #expect(try orders(of: ride) == ["refund 1 5.00 detour"])
    }
    let contradiction = try order(["refund", ride, "--amount", "5.00 USD", "--reason", "delay"])
    #expect(contradiction.code == 1, "\(contradiction)")
    let second = try order(command + ["--order", "2"])
    #expect(second.code == 0, "\(second)")
    #expect(try orders(of: ride) == ["refund 1 5.00 detour", "refund 2 5.00 detour"])
    let settled = try order(["settle", ride, "--reason", "nothing is owed"])
    #expect(settled.code == 0, "\(settled)")
    let denied = try order(command, as: "livery-riders")
    #expect(denied.code == ExitCode.denied.rawValue, "\(denied)")
  }

  @Test("A refund is on the receipt that the rider asks for")
  func receipt() throws {
    let ride = try paidRide()
    func receipt() throws -> JSONValue {
      let answer = try client.ask(
        "get-ride-receipt.handle", Bodies.status(rider: "rider-1", ride: ride))
      return try #require(answer.body["receipt"], "\(answer)")
    }
    let first = try receipt()
    let price = try #require(first["price"]?["amount"]?.string)
    #expect(first["payments"]?.array?.first?["amount"]?.string == price)
    #expect(try order(["refund", ride, "--amount", "5USD", "--reason", "detour"]).code == 0)
    let second = try receipt()
    #expect(second["price"]?["amount"]?.string == price)
    #expect(second["refunds"]?.array?.compactMap { $0["amount"]?.string } == ["5.00"])
    #expect(try #require(second["number"]?.integer) > (try #require(first["number"]?.integer)))
    let rides = try client.ask(
      "list-rides.handle", #"{"riderIdentifier":"rider-1","phases":["completed"]}"#)
    #expect(rides.body["rides"]?.array?.map { $0["rideIdentifier"]?.string } == [ride])
    #expect(rides.body["hasMore"]?.bool == false)
  }

  @Test("A ride is canceled for the service; its rider is looked up, or named")
  func cancel() throws {
    for rider in ["rider-1", "rider-2"] {
      let booked = try client.ask("request-ride.handle", Bodies.booking(rider: rider))
      let ride = try #require(booked.ride)
      let named = rider == "rider-1" ? [] : ["--rider", rider]
      for _ in 1...2 {
        let result = try order(["cancel", ride, "--reason", "flooded street"] + named)
        #expect(result.code == 0, "\(result)")
      }
      let shown = try fleet.tool("ride", ride).output
      #expect(shown.contains("canceled by the service: flooded street"), "\(shown)")
    }
    let absent = try order(["cancel", "no-such-ride", "--reason", "x"])
    #expect(absent.code == 1 && absent.errors.contains("there is no ride no-such-ride"))
  }
}
