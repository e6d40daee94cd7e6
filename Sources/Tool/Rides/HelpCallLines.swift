import JSON
import Messages
import Rides

/// The calls for help of a ride, for people and for programs.
enum HelpCallLines {
  /// A line of the history: `12:51:07.000      sos by the rider  at 41.91, -87.68  locked doors`.
  static func text(_ call: HelpCall, at time: String) -> String {
    let caller = call.vehicle.map { "the driver of \($0)" } ?? "the rider"
    let place = call.location?.coordinate
    return [
      time, "    sos by \(caller)", place.map { "at \($0.latitude), \($0.longitude)" }, call.note,
    ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
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
