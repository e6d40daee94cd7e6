import Glibc
import LiveryClient

/// A ride as each sender sees it, with a login for each: booked, driven, paid, observed and
/// refunded.
///
/// Prints a line for each step; what is not as expected ends the program with an error.
struct Senders {
  private static let hotel = Place(
    coordinate: Coordinate(latitude: 41.8829, longitude: -87.6271), name: "Hotel")

  private let riders: RoleClient
  private let vehicles: RoleClient
  private let payments: RoleClient
  private let operators: RoleClient
  private let observers: RoleClient

  /// - Parameter url: with the login of the gateways of riders; the other logins have its password.
  init(url: String) throws {
    func client(_ login: String, as sender: Sender) throws -> RoleClient {
      try RoleClient(url.replacing("livery-riders", with: login), as: sender)
    }
    riders = try client("livery-riders", as: .riders)
    vehicles = try client("livery-vehicles", as: .vehicles)
    payments = try client("livery-payments", as: .payments)
    operators = try client("livery-operators", as: .operators)
    observers = try client("livery-observer", as: .riders)
  }

  func talk() async throws {
    var events = observers.client.events(FleetEvent.self, matching: "ride.#").makeAsyncIterator()
    var assignments = vehicles.client.assignments(of: "veh-1").makeAsyncIterator()
    await observers.areConnected(2)
    await vehicles.areConnected(2)
    let paid = Task { [payments] in try await Self.approve(payments.client) }
    let ride = try await book()
    try await drive(ride, &assignments)
    try await Self.receive(receiptOf: ride, &events)
    try await refund(ride)
    let operations = try await paid.value
    try expect([.authorize, .capture, .refund], operations, "commands")
    for role in [riders, vehicles, payments, operators, observers] { await role.client.close() }
    print("ended")
  }

  /// Books for a vehicle that is free at the pickup; gives the ride.
  private func book() async throws -> String {
    let update = VehicleUpdate(
      vehicleIdentifier: "veh-1", sequence: 1, onDuty: true, products: ["sedan"], capacity: 4,
      location: VehicleLocation(coordinate: Trip.pickup.coordinate),
      registrationPlate: "AB 1234", manufacturer: "Toyota", model: "Camry",
      driver: Driver(name: "Sam R.", rating: "4.9", phoneNumber: "+13125550100"))
    try expect(.success, try await vehicles.client.send(update).code, "the report's code")
    let booked = try await riders.client.requestRide(
      RequestRideIntent(
        riderIdentifier: "rider-1", pickupLocation: Trip.pickup, dropOffLocation: Self.hotel,
        rideOptionName: "Sedan", paymentMethod: PaymentMethod(type: .credit, token: "pm_1")))
    try expect(.inProgress, booked.code, "the booking's code")
    print("booked", booked.rideStatus.rideIdentifier)
    return booked.rideStatus.rideIdentifier
  }

  /// Drives the ride that the vehicle is told of, until the assignment is withdrawn.
  private func drive(
    _ ride: String, _ assignments: inout RideSequence<VehicleAssignment>.Iterator
  ) async throws {
    let assigned = try await assignments.next()
    try expect([ride, "assigned"], [assigned?.rideIdentifier, assigned?.state.rawValue], "told")
    for event in [RideReport.accepted, .arrived, .started] { try await report(event, of: ride) }
    let position = VehiclePosition(
      vehicleIdentifier: "veh-1", sequence: 2,
      location: VehicleLocation(coordinate: Self.hotel.coordinate))
    try expect(.success, try await vehicles.client.send(position).code, "the position's code")
    try await report(.ended, of: ride)
    var state = assigned?.state
    while state != .withdrawn, let told = try await assignments.next() { state = told.state }
    try expect(.withdrawn, state, "told at the end")
    print("driven", ride)
  }

  private func report(_ event: RideReport, of ride: String) async throws {
    let report = RideUpdateReport(
      rideIdentifier: ride, vehicleIdentifier: "veh-1", event: event,
      occurredAt: Instant(seconds: Int64(time(nil))))
    try expect(.success, try await vehicles.client.send(report).code, event.rawValue)
  }

  private static func receive(
    receiptOf ride: String, _ events: inout RideSequence<FleetEvent>.Iterator
  ) async throws {
    while let event = try await events.next() {
      guard case .receiptIssued(let receipt) = event else { continue }
      try expect(ride, receipt.subject, "the receipt's ride")
      return print("receipt", ride)
    }
    throw Unexpected(description: "expected a receipt, but the events ended")
  }

  private func refund(_ ride: String) async throws {
    guard let amount = Money("1.00", currencyCode: "USD") else {
      preconditionFailure("1.00 USD is an amount")
    }
    let refund = RideRefund(
      rideIdentifier: ride, amount: amount, reason: "a test", author: "dispatcher-7")
    try expect(.inProgress, try await operators.client.send(refund).code, "the refund's code")
    print("refunded", ride)
  }

  /// Approves each command up to a refund; gives their operations, each once.
  private static func approve(_ client: RideClient) async throws -> [PaymentCommand.Operation] {
    var operations: [PaymentCommand.Operation] = []
    for try await command in client.paymentCommands() {
      let result = PaymentResultReport(
        rideIdentifier: command.rideIdentifier, key: command.key, outcome: .approved,
        reference: "ref-\(command.key)")
      _ = try await client.send(result, identifier: command.key)
      if !operations.contains(command.operation) { operations.append(command.operation) }
      if command.operation == .refund { break }
    }
    return operations
  }
}

/// A client with the login of a role, and what it says of its connections.
private struct RoleClient {
  let client: RideClient
  private let connections: AsyncStream<Void>

  init(_ url: String, as sender: Sender) throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    var options = RideClientOptions()
    (options.limit, options.answerLimit) = (.seconds(1_800), .seconds(1_800))
    options.report = { if case .connected = $0 { continuation.yield() } }
    client = try RideClient(url: url, as: sender, options: options)
    connections = stream
  }

  /// Waits for so many connections.
  ///
  /// Each sequence of events has its own, and says so once its queue is bound.
  func areConnected(_ count: Int) async {
    var seen = 0
    for await _ in connections {
      seen += 1
      if seen == count { return }
    }
  }
}

/// That something is not as expected.
private struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

private func expect<Value: Equatable>(_ expected: Value, _ got: Value, _ what: String) throws {
  guard expected != got else { return }
  throw Unexpected(description: "\(what): expected \(expected), got \(got)")
}
