// A ride from the list of options to its end, and another one that is canceled, with LiveryClient.
// Use: client RIDER FOLDER [URL]; without URL, that of LIVERY_AMQP_URL. A booking is kept in FOLDER before it is sent.
// A lost connection ends the program, which could go on: started again, it sends the same messages.
import Foundation
import LiveryClient

@main struct Client {
  let rider = CommandLine.arguments[1], folder = URL(filePath: CommandLine.arguments[2])
  let pickup = Place(coordinate: Coordinate(latitude: 41.8796, longitude: -87.6237), name: "Art Institute")
  let dropOff = Place(coordinate: Coordinate(latitude: 41.9786, longitude: -87.9047), name: "O'Hare")
  let client: RideClient

  static func say(_ words: String...) { FileHandle.standardOutput.write(Data("\(words.joined(separator: " "))\n".utf8)) }

  static func fail(_ why: String) -> Never {
    FileHandle.standardError.write(Data("\(why)\n".utf8))
    exit(1)
  }

  init() throws {
    var options = RideClientOptions()
    (options.answerLimit, options.limit, options.attempts) = (.seconds(5), .seconds(600), 100)
    options.report = { report in
      switch report {
      case .repeated(let type, let id, _): Self.say("again", type, id)
      case .refused(let type, _, let error): Self.say("refused", type, "\(error.reason)", error.retry.rawValue)
      case .unawaited(let id): Self.say("repeat", id ?? "")
      case .disconnected(let why): Self.fail(why)
      default: break
      }
    }
    let url = CommandLine.arguments.dropFirst(3).first ?? ProcessInfo.processInfo.environment["LIVERY_AMQP_URL"] ?? ""
    client = try RideClient(url: url, options: options)
  }

  /// Once more with an id that a restart finds again, where a real producer asks its user.
  func twice<Answer>(_ id: String, _ send: (String) async throws -> Answer) async throws -> Answer {
    do { return try await send(id) } catch RideClientError.refused(let why) where why.error.retry == .newIdentifier {
      try await Task.sleep(for: .seconds(why.error.retryAfterSeconds ?? 0))
      return try await send(id + "+")
    }
  }

  /// Books with a message that is kept before it is sent; a real producer keeps it in its database.
  func book(_ name: String) async throws -> String {
    let file = folder.appending(path: name)
    if !FileManager.default.fileExists(atPath: file.path) {
      let trip = ListRideOptionsIntent(riderIdentifier: rider, pickupLocation: pickup, dropOffLocation: dropOff)
      let options = try await twice(UUID().uuidString) { try await client.send(trip, identifier: $0) }.rideOptions
      Self.say("listed", "\(options.count)", "options")
      let booking = RequestRideIntent(
        riderIdentifier: rider, pickupLocation: pickup, dropOffLocation: dropOff, rideOptionName: options[0].name,
        quoteIdentifier: options[0].quoteIdentifier, paymentMethod: PaymentMethod(type: .applePay))
      try Data(Array("\(UUID().uuidString)\n".utf8) + booking.body()).write(to: file, options: .atomic)
    }
    let kept = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let booking = try RequestRideIntent(body: Array(kept[1]))
    do {
      let id = String(decoding: kept[0], as: UTF8.self)
      let ride = try await twice(id) { try await client.requestRide(booking, identifier: $0) }.rideStatus.rideIdentifier
      Self.say("booked", ride)
      return ride
    } catch RideClientError.refused {
      try FileManager.default.removeItem(at: file)  // the next start begins with a new list
      Self.fail("no ride can be booked")
    }
  }

  /// Prints each change of a ride until it has ended.
  func follow(_ ride: String) async throws {
    var sequence = 0
    for try await status in client.updates(of: ride, for: rider) where status.sequence > sequence {
      if let end = status.completionStatus { return Self.say("ended", ride, end.outcome.rawValue) }
      sequence = status.sequence
      Self.say("status", ride, "\(sequence)", status.phase.rawValue)
    }
  }

  /// Needs no file: the id follows from the ride.
  func cancel(_ ride: String) async throws {
    let intent = CancelRideIntent(riderIdentifier: rider, rideIdentifier: ride)
    guard let status = try? await client.cancelRide(intent, identifier: ride).rideStatus else { return }
    Self.say("canceled", ride, status.completionStatus?.outcome.rawValue ?? "")
  }

  static func main() async throws {
    let trip = try Client()
    let ride = try await trip.book("ride")
    try await trip.follow(ride)
    try await trip.cancel(ride)  // is refused
    try await trip.cancel(try await trip.book("other-ride"))
    say("done")
  }
}
