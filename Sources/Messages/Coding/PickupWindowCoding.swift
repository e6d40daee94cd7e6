import JSON
import Rides

/// The wire form of a span of time in which a rider wants to be picked up.
enum PickupWindowCoding {
  static func write(_ window: PickupWindow, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("start", window.start)
    writer.member("end", window.end)
    writer.member("timeZone", window.timeZone)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PickupWindow {
    let start = try fields.require("start", try fields.instant("start"))
    let end = try fields.require("end", try fields.instant("end"))
    guard end > start else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "end"),
        "expected an instant after \(start.rfc3339), got \(end.rfc3339)")
    }
    return PickupWindow(
      start: start, end: end, timeZone: try fields.line("timeZone", atMost: TextLimit.name))
  }
}
