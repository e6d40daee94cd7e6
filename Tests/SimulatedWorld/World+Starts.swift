import Crypto
import MemoryStore
import Messages
import RideStore
import Rides

/// Drivers who are told a start code, and some who guess it or report none.
extension World {
  /// The code of a ride for a vehicle, in all lives of all lanes.
  static let startCode: @Sendable (RideIdentifier, VehicleIdentifier) -> StartCode = {
    ride, vehicle in
    let digest = SHA256.digest(Array("\(ride)/\(vehicle)".utf8))
    return StartCode(Int(digest[0]) << 8 | Int(digest[1]))
  }

  /// What a driver says of the code with a report.
  mutating func startCode(
    of ride: RideIdentifier, told vehicle: VehicleIdentifier, at event: RideReport
  ) -> StartCode? {
    guard event == .started || event == .ended, numbers.chance(0.9) else { return nil }
    let right = Self.startCode(ride, vehicle)
    // A driver who guesses does so often, so that some starts are held.
    let guesses = Int(right.digits).map { $0 % 4 == 0 } ?? false
    return numbers.chance(guesses ? 0.9 : 0.1) ? StartCode((Int(right.digits) ?? 0) + 1) : right
  }

  /// Has a driver try one code after the other, most of them wrong.
  mutating func guess(after report: RideUpdateReport) {
    let right = Self.startCode(report.rideIdentifier, report.vehicleIdentifier)
    for _ in 1...numbers.integer(4...7) {
      producers.written += 1
      var guess = report
      guess.event = .started
      guess.startCode = StartCode((Int(right.digits) ?? 0) + numbers.integer(0...9))
      send(.rideUpdate(guess), .rideUpdate, id: newID, isSilent: numbers.chance(0.5))
    }
  }

  /// Whether the operator has to let a ride start.
  func isStartHeld(_ ride: RideIdentifier) -> Bool {
    guard let record = storedRides().first(where: { $0.rideIdentifier == ride }) else {
      return false
    }
    return (try? RideDocument.decode(record.document))?.status.isStartHeld ?? false
  }

  /// A rider is shown the code of the vehicle that comes, and nobody else any.
  mutating func checkStartCode(of response: Publication, to letter: Producers.Letter) {
    guard let code = response.body.shownStartCode else { return }
    if letter.type?.family == .dispatch {
      object("the response to \(letter.correlation) shows a driver a start code")
    }
    guard let ride = response.shownStatus?.rideIdentifier,
      let vehicle = response.body.text(after: "\"vehicle\":{\"vehicleIdentifier\":\"")
    else { return object("the response to \(letter.correlation) shows a code of no vehicle") }
    if code != Self.startCode(ride, VehicleIdentifier(vehicle)).digits {
      object("the response to \(letter.correlation) shows the code of another vehicle")
    }
  }

  /// No ride starts without its code or the operator, and none after five wrong ones.
  mutating func checkStart(of ride: Ride) {
    let (status, id) = (ride.status, ride.status.rideIdentifier)
    guard let check = ride.startCheck else {
      if status.startCode != nil || status.isStartHeld { object("\(id) has a code for nothing") }
      return
    }
    if check.wrongCodes > StartCheck.tries { object("\(id) was tried \(check.wrongCodes) times") }
    // A ride that has ended waits for no decision.
    let isHeld = check.wrongCodes == StartCheck.tries && !status.phase.isFinal
    if status.isStartHeld != isHeld {
      object("\(id) has \(check.wrongCodes) wrong codes, and is held: \(status.isStartHeld)")
    }
    let hasStarted = ride.startedAt != nil || status.completionStatus?.outcome == .completed
    if status.startCode != nil, hasStarted || status.phase.isFinal {
      object("\(id) still shows its code")
    }
    guard hasStarted, !check.isWaived, let vehicle = status.vehicle?.identifier else { return }
    let code = Self.startCode(id, vehicle)
    let isProven = producers.letters.values.contains { letter in
      guard case .rideUpdate(let report) = letter.intent else { return false }
      return report.rideIdentifier == id && report.vehicleIdentifier == vehicle
        && report.startCode == code
    }
    if !isProven { object("\(id) has started without its code") }
    if wrongReports(of: id, by: vehicle) < check.wrongCodes {
      object("\(id) has counted a wrong code twice")
    }
  }

  /// How many messages have reported a wrong code, each once however often it was sent.
  private func wrongReports(of ride: RideIdentifier, by vehicle: VehicleIdentifier) -> Int {
    let reports = producers.letters.values.filter { letter in
      guard case .rideUpdate(let report) = letter.intent, let code = report.startCode else {
        return false
      }
      return report.rideIdentifier == ride && report.vehicleIdentifier == vehicle
        && code != Self.startCode(ride, vehicle)
    }
    return Set(reports.compactMap(\.publication.properties.messageID)).count
  }
}

extension [UInt8] {
  /// The first start code in a body.
  var shownStartCode: String? { text(after: "\"startCode\":\"") }
}
