import HTTP
import MemoryStore
import RideStore
import Rides
import Testing

@testable import Console

@Suite("Personal data")
struct PersonalDataTests {
  private let console: TestConsole

  init() throws {
    console = try TestConsole()
    var ride = Ride.ended("r-1")
    ride.cancellation = Cancellation(
      actor: .service, reason: "secret reason", requestedAt: noon, fee: nil)
    ride.account.refundOrders = [
      RideAccount.Order(
        identifier: "m-1", amount: cents(100), reason: "secret words", state: .completed,
        author: "d-7", at: noon)
    ]
    ride.helpCalls = [
      HelpCall(
        number: 1, caller: .rider, vehicle: nil, messageIdentifier: "m-2", calledAt: noon,
        location: .secret(), note: "secret note")
    ]
    let driver = Driver(name: "secret driver", phoneNumber: "secret phone")
    let vehicle = VehicleRecord.sample("v-1", plate: "AB 1234", driver: driver)
    try console.store.write([ride, .sample("r-2", .ongoing)], [vehicle])
  }

  private static let pages: [(String, query: String)] = [
    ("/api/rides", ""), ("/api/rides/r-1", ""), ("/api/rides/r-2", ""), ("/api/vehicles", ""),
    ("/api/vehicles/v-1", ""), ("/api/search", "AB1234"), ("/api/search", "r-2"),
  ]

  private func body(_ path: String, _ query: String, _ role: ConsoleRole) throws -> String {
    let request = HTTPRequest(
      path: path, query: query.isEmpty ? [] : [HTTPField("q", query)],
      headers: [try console.signIn(role)])
    let response = try #require(console.response(to: request))
    #expect(response.status == 200)
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test("No page of a reader has any", arguments: pages)
  func reader(_ path: String, _ query: String) throws {
    let body = try body(path, query, .reader)
    #expect(!body.contains("secret"), "\(body)")
    #expect(!body.contains("41.88123") || path.hasPrefix("/api/vehicles"), "\(body)")
  }

  @Test("A reader is shown the place of a vehicle exactly while it has no ride")
  func places() throws {
    try console.store.write([], [.sample("v-2")])
    let claim = VehicleClaim(
      vehicleIdentifier: VehicleIdentifier("v-2"), rideIdentifier: RideIdentifier("r-2"))
    _ = try console.store.transaction(.write) { () throws(StoreError) in
      try console.store.claim([claim])
    }
    for (vehicle, role, isExact) in [
      ("v-1", ConsoleRole.reader, true), ("v-2", .reader, false), ("v-2", .agent, true),
    ] {
      let body = try body("/api/vehicles/\(vehicle)", "", role)
      #expect(body.contains("41.88123") == isExact, "\(body)")
      #expect(body.contains("41.88"), "\(body)")
    }
    #expect(try body("/api/vehicles", "", .reader).contains("41.88,"))
  }

  @Test(
    "The pages of an agent have it",
    arguments: ["/api/rides", "/api/rides/r-1", "/api/rides/r-2", "/api/vehicles"])
  func agent(_ path: String) throws { #expect(try body(path, "", .agent).contains("secret")) }

  @Test(
    "A reader does not find by it",
    arguments: ["secret driver", "secret guest", "555 0100", "secret-rider"])
  func search(_ text: String) throws {
    #expect(try body("/api/search", text, .reader) == #"{"items":[]}"#)
    #expect(try body("/api/search", text, .agent).contains(#""href":"/"#))
  }

  @Test("A reader may not ask for the rides of a rider")
  func riders() throws {
    let reader = try console.signIn(.reader)
    let query = [HTTPField("rider", "secret-rider")]
    #expect(console.get("/api/rides", reader, query: query).code == "forbidden")
    #expect(console.get("/api/riders/secret-rider", reader).code == "forbidden")
  }
}
