import JSON
import Messages
import Rides

/// The calls for help of a ride, for people and for programs.
enum HelpCallLines {
  /// Of the history: `sos by the rider`, `at 41.91, -87.68`, `locked doors`.
  static func entry(_ call: HelpCall) -> HistoryEntry {
    let caller = call.vehicle.map { "the driver of \($0)" } ?? "the rider"
    let place = call.location?.coordinate
    let parts = [
      "sos by \(caller)", place.map { "at \($0.latitude), \($0.longitude)" }, call.note,
    ]
    return HistoryEntry(
      kind: .call, at: call.calledAt, number: nil, author: caller,
      parts: parts.compactMap(\.self).filter { !$0.isEmpty }, message: call.messageIdentifier)
  }

  /// Writes all calls as an array.
  static func write(_ calls: [HelpCall], into writer: inout JSONWriter) {
    writer.objects(calls) { call, writer in
      writer.texts([
        ("at", call.calledAt.rfc3339), ("caller", call.caller.rawValue),
        ("vehicleIdentifier", call.vehicle?.rawValue),
        ("messageIdentifier", call.messageIdentifier),
        ("latitude", call.location.map { "\($0.coordinate.latitude)" }),
        ("longitude", call.location.map { "\($0.coordinate.longitude)" }), ("note", call.note),
      ])
    }
  }
}
