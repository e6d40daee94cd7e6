import JSON
import Messages
import Replay
import RideStore
import Rides

/// One status change as one line.
enum EventLine {
  /// `05:04:10.123  ride k3f…  2 confirmed  SUV  AB 1234 Sam R.  pickup in 4 min`.
  static func text(of status: RideStatus, at time: Instant) -> StyledText {
    let number = "\(status.sequence)".rightAligned(in: 2)
    let phase = StyledText(phase(of: status), status.phase.isFinal ? .dim : .strong)
    let detail = detail(of: status)
    let end = detail.isEmpty ? "" : "  " + detail
    return "\(time.timeOfDay)  ride \(status.rideIdentifier)  \(number) \(phase)\(end)"
  }

  /// The phase; of an ended ride, how it ended.
  static func phase(of status: RideStatus) -> String {
    guard let outcome = status.completionStatus?.outcome, outcome != .completed else {
      return status.phase.rawValue
    }
    return "\(status.phase.rawValue) (\(outcome.rawValue))"
  }

  /// The option, the vehicle, and the time to the next step; without a moment as of the change.
  static func detail(of status: RideStatus, at now: Instant? = nil) -> String {
    details(of: status, at: now).joined(separator: "  ")
  }

  /// The same, one by one.
  static func details(of status: RideStatus, at now: Instant? = nil) -> [String] {
    [
      status.rideOption.name, vehicle(of: status),
      nextStep(of: status, at: now ?? status.updatedAt),
    ].filter { !$0.isEmpty }
  }

  /// The plate, or the identifier, and the driver.
  static func vehicle(of status: RideStatus) -> String {
    let plate = status.vehicle.map { $0.registrationPlate ?? $0.identifier.rawValue }
    return [plate, status.driver?.name].compactMap { $0 }.joined(separator: " ")
  }

  /// How long it is to the next step, or how late that is; of a completed ride, its money.
  static func nextStep(of status: RideStatus, at now: Instant) -> String {
    switch status.phase {
    case .received, .confirmed, .approachingPickup:
      step("pickup in", "pickup", status.estimatedPickupDate, now)
    case .pickup: step("waits", "departure", status.estimatedPickupEndDate, now)
    case .ongoing: step("drop-off in", "drop-off", status.estimatedDropOffDate, now)
    case .completed: status.completionStatus?.money ?? ""
    }
  }

  private static func step(
    _ ahead: String, _ late: String, _ date: Instant?, _ now: Instant
  ) -> String {
    guard let date else { return "" }
    let seconds = now.seconds(to: date)
    return seconds > -0.5
      ? "\(ahead) \(ShownLength.text(seconds: seconds))"
      : "\(late) \(ShownLength.text(seconds: -seconds)) late"
  }
}

extension CompletionStatus {
  /// The payment, the refunds and the tip: `67.50 USD settled, refund 5.00 USD declined`.
  fileprivate var money: String {
    func text(_ amount: Money, _ state: String) -> String {
      "\(amount.decimalString) \(amount.currency.code) \(state)"
    }
    var texts = payment.map { [text($0.amount, $0.state.rawValue)] } ?? []
    texts += refunds.map {
      ($0.isOverpayment ? "refund of excess " : "refund ") + text($0.amount, $0.state.rawValue)
    }
    if let tip { texts.append("tip " + text(tip.amount, tip.state.rawValue)) }
    return texts.joined(separator: ", ")
  }
}

/// Who has ended a ride, and why.
struct RideEnding: Hashable, Sendable {
  let outcome: CompletionStatus.Outcome
  /// Who canceled the ride; nil when its vehicle has reported the end.
  let actor: Cancellation.Actor?
  /// What the rider, the operator or Livery itself gave as the reason.
  let reason: String?
  /// The cause of the closed list, if it is known, and who is at fault for it.
  let cause: CancellationCause?
  let party: FaultParty?
  let vehicle: VehicleIdentifier?
  /// How far from the drop-off the vehicle was at the end; nil where it was there, or none was
  /// booked.
  let place: String?
  /// Whether a drop-off was booked at which the vehicle was.
  let isAtDropOff: Bool

  /// Nil for a ride that is under way.
  init?(of ride: Ride) {
    guard let outcome = ride.status.completionStatus?.outcome else { return nil }
    self.outcome = outcome
    switch outcome {
    case .canceledByUser: actor = .user
    case .canceledByService: actor = .service
    case .completed, .canceledMissedPickup: actor = nil
    }
    reason = ride.cancellation?.reason
    cause = ride.status.completionStatus?.cause
    party = ride.status.completionStatus?.party
    vehicle = ride.status.vehicle?.identifier
    let dropOff = outcome == .completed ? ride.status.dropOffLocation : nil
    let (policy, end) = (PositionPolicy(), ride.endedAt ?? ride.status.updatedAt)
    let sighting = Sighting(ride.status.vehicle?.fix, reportedAt: end, now: end, policy: policy)
    isAtDropOff =
      dropOff.map { sighting.presence(at: $0, within: policy.dropOffMetres) == .there } ?? false
    place = isAtDropOff ? nil : dropOff.map { sighting.words(about: "drop-off", at: $0) }
  }

  /// `canceled by the service: no vehicle was found`.
  var shown: String {
    let reporter = vehicle.map { ", as vehicle \($0) reported" } ?? ""
    let known = place.map { "; \($0)" } ?? ""
    let end =
      switch outcome {
      case .completed: "\(isAtDropOff ? "at the drop-off" : "driven")\(reporter)\(known)"
      case .canceledByUser: "canceled by the rider"
      case .canceledByService: "canceled by the service"
      case .canceledMissedPickup: "the rider missed the pickup\(reporter)"
      }
    let fault = party.map { $0 == .nobody ? "nobody is at fault" : "at fault: \($0.rawValue)" }
    let rules = [cause?.rawValue, fault].compactMap(\.self).joined(separator: ", ")
    return end + (rules.isEmpty ? "" : " (\(rules))") + (reason.map { ": \($0)" } ?? "")
  }

  static func write(_ ending: RideEnding?, into writer: inout JSONWriter) {
    guard let ending else { return writer.null() }
    writer.beginObject()
    let by = ending.actor?.rawValue ?? "vehicle"
    writer.texts([
      ("outcome", ending.outcome.rawValue), ("by", by), ("reason", ending.reason),
      ("cause", ending.cause?.rawValue), ("atFault", ending.party?.rawValue),
      ("vehicleIdentifier", ending.vehicle?.rawValue),
    ])
    writer.endObject()
  }
}

extension StartCheck {
  /// How far the proof has come, without the code.
  func shown(isHeld: Bool) -> String {
    if isHeld { return "held: \(wrongCodes) wrong codes" }
    return isWaived ? "allowed without a code" : "with a code, \(wrongCodes) wrong so far"
  }
}

extension VehicleWatch {
  /// What the operator was told of the vehicle; empty for one that comes and reports.
  func shown(_ times: TimeFormat) -> String {
    [
      isStalled ? "it comes no nearer since \(times.text(nearerAt))" : nil,
      silentSince.map { "it was silent from \(times.text($0)) on" },
      atDropOff.map { "it was at the drop-off at \(times.text($0.at))" },
      toldAt.map { "a report is overdue since \(times.text($0))" },
    ].compactMap(\.self).joined(separator: "; ")
  }
}
