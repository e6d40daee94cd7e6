import AMQP
import BrokerFixture
import LiveryClient
import Testing

/// A client of a fleet with the login of a role, and what it says of its connections.
private struct RoleClient {
  let client: RideClient
  private let connections: AsyncStream<Void>

  init(_ login: String, _ fleet: RunningFleet, as sender: Sender) throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    var options = RideClientOptions()
    (options.limit, options.answerLimit) = (.seconds(600), .seconds(600))
    options.report = { if case .connected = $0 { continuation.yield() } }
    client = try RideClient(
      url: RunningFleet.url(of: fleet.endpoint(for: login)), as: sender, options: options)
    connections = stream
  }

  /// Waits for so many connections; events have one of their own, which says so once their queue
  /// is bound.
  func isConnected(_ count: Int) async {
    var seen = 0
    for await _ in connections {
      seen += 1
      if seen == count { return }
    }
  }
}

@Suite("The client in Swift, for each sender", .blocking)
struct SwiftClientTests {
  private static let pickup = Place(
    coordinate: Coordinate(latitude: 41.8796, longitude: -87.6237), name: "Art Institute")
  private static let hotel = Place(
    coordinate: Coordinate(latitude: 41.8829, longitude: -87.6271), name: "Hotel")

  private let fleet: RunningFleet
  private let riders: RoleClient
  private let vehicles: RoleClient
  private let payments: RoleClient
  private let operators: RoleClient
  private let observers: RoleClient

  init() throws {
    let dropOuts = #""maximumDropOuts": 3"#
    fleet = try RunningFleet(replacing: [dropOuts: dropOuts + #", "informsVehicles": true"#])
    try fleet.startAndWait(["request-ride-worker", "dispatch-worker"], ["LIVERY_PAYMENTS": "amqp"])
    riders = try RoleClient("livery-riders", fleet, as: .riders)
    vehicles = try RoleClient("livery-vehicles", fleet, as: .vehicles)
    payments = try RoleClient("livery-payments", fleet, as: .payments)
    operators = try RoleClient("livery-operators", fleet, as: .operators)
    observers = try RoleClient("livery-observer", fleet, as: .riders)
  }

  @Test("A ride is booked, driven, paid, observed and refunded, each by the login of its sender")
  func allSenders() async throws {
    var events = observers.client.events(FleetEvent.self, matching: "ride.#").makeAsyncIterator()
    var assignments = vehicles.client.assignments(of: "veh-1").makeAsyncIterator()
    await observers.isConnected(2)
    await vehicles.isConnected(2)
    let paid = Task { [payments] in try await Self.approve(through: .capture, payments.client) }
    try await report()
    let booked = try await riders.client.requestRide(
      RequestRideIntent(
        riderIdentifier: "rider-1", pickupLocation: Self.pickup, dropOffLocation: Self.hotel,
        rideOptionName: "Sedan", paymentMethod: PaymentMethod(type: .credit, token: "pm_1")))
    let ride = booked.rideStatus.rideIdentifier
    #expect(booked.code == .inProgress)
    let assigned = try #require(try await assignments.next())
    #expect((assigned.rideIdentifier, assigned.state) == (ride, .assigned))
    for event in [RideReport.started, .ended] {
      _ = try await vehicles.client.send(
        RideUpdateReport(
          rideIdentifier: ride, vehicleIdentifier: "veh-1", event: event, occurredAt: Self.now))
    }
    #expect(try await paid.value == ride)
    var receipt: RideReceiptIssued?
    while receipt == nil, let event = try await events.next() {
      if case .receiptIssued(let issued) = event { receipt = issued }
    }
    #expect(receipt?.subject == ride)
    let refunded = Task { [payments] in try await Self.approve(through: .refund, payments.client) }
    let refund = RideRefund(
      rideIdentifier: ride, amount: try #require(Money("1.00", currencyCode: "USD")),
      reason: "a test", author: "dispatcher-7")
    #expect(try await operators.client.send(refund).code == .inProgress)
    #expect(try await refunded.value == ride)
  }

  /// A vehicle that is free at the pickup.
  private func report() async throws {
    let update = VehicleUpdate(
      vehicleIdentifier: "veh-1", sequence: 1, onDuty: true, products: ["sedan"], capacity: 4,
      location: VehicleLocation(coordinate: Self.pickup.coordinate), registrationPlate: "AB 1234",
      manufacturer: "Toyota", model: "Camry",
      driver: Driver(name: "Sam R.", rating: "4.9", phoneNumber: "+13125550100"))
    #expect(try await vehicles.client.send(update).code == .success)
    let position = VehiclePosition(
      vehicleIdentifier: "veh-1", sequence: 2,
      location: VehicleLocation(coordinate: Self.pickup.coordinate))
    #expect(try await vehicles.client.send(position).code == .success)
  }

  /// Approves commands up to one of this operation, and says of which ride that was; a command
  /// comes again that was the last one of an iteration.
  private static func approve(
    through last: PaymentCommand.Operation, _ client: RideClient
  ) async throws -> String? {
    for try await command in client.paymentCommands() {
      _ = try await client.send(
        PaymentResultReport(
          rideIdentifier: command.rideIdentifier, key: command.key, outcome: .approved,
          reference: "ref-\(command.key)"), identifier: command.key)
      if command.operation == last { return command.rideIdentifier }
    }
    return nil
  }

  private static let now = Instant(seconds: 1_795_000_000)
}
