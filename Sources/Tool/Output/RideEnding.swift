import JSON
import Messages
import RideStore
import Rides

/// Who has ended a ride, and why.
struct RideEnding: Hashable, Sendable {
  let outcome: CompletionStatus.Outcome
  /// Who canceled the ride; nil when its vehicle has reported the end.
  let actor: Cancellation.Actor?
  /// What the rider, the operator or Livery itself gave as the reason.
  let reason: String?
  let vehicle: VehicleIdentifier?

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
    vehicle = ride.status.vehicle?.identifier
  }

  /// `canceled by the service: no vehicle was found`.
  var shown: String {
    let reporter = vehicle.map { ", as vehicle \($0) reported" } ?? ""
    let end =
      switch outcome {
      case .completed: "at the drop-off\(reporter)"
      case .canceledByUser: "canceled by the rider"
      case .canceledByService: "canceled by the service"
      case .canceledMissedPickup: "the rider missed the pickup\(reporter)"
      }
    return end + (reason.map { ": \($0)" } ?? "")
  }

  static func write(_ ending: RideEnding?, into writer: inout JSONWriter) {
    guard let ending else { return writer.null() }
    writer.beginObject()
    let by = ending.actor?.rawValue ?? "vehicle"
    writer.texts([("outcome", ending.outcome.rawValue), ("by", by)])
    let texts = [("reason", ending.reason), ("vehicleIdentifier", ending.vehicle?.rawValue)]
    writer.texts(texts.compactMap { name, text in text.map { (name, $0) } })
    writer.endObject()
  }
}

extension StoredRide {
  /// A line for each change of the ride; the first at its end tells who has ended it, and one
  /// that seeks a vehicle again which has left it.
  var historyLines: [String] {
    var last: RideStatus?
    return history.map { change in
      let status = try? RideStatusCoding.decode(change.status)
      defer { last = status ?? last }
      let phase = status.map { EventLine.phase(of: $0) } ?? change.phase.rawValue
      let isEnd = change.phase.isFinal && last?.phase.isFinal != true
      let hasLost = change.phase == .received && last?.vehicle != nil
      let notes = [
        status.map { EventLine.detail(of: $0) },
        isEnd ? ending?.shown : nil,
        hasLost ? last.map { "given back by \(EventLine.vehicle(of: $0))" } : nil,
      ].compactMap(\.self).filter { !$0.isEmpty }
      return
        ([
          "\(change.occurredAt.rfc3339)  \("\(change.key.sequence)".rightAligned(in: 3)) \(phase)"
        ] + notes).joined(separator: "  ")
    }
  }
}
