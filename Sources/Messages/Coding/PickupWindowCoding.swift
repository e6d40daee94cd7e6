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
    let start = try fields.requiredInstant("start")
    let end = try fields.requiredInstant("end")
    guard end > start else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "end"),
        "expected an instant after \(start.rfc3339), got \(end.rfc3339)")
    }
    return PickupWindow(
      start: start, end: end, timeZone: try fields.line("timeZone", atMost: TextLimit.name))
  }
}

/// The wire form of the requested time of the pickup, unchanged: instants, or local times at the
/// pickup.
enum RequestedPickupCoding {
  static func write(_ pickup: RequestedPickup, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("start", pickup.start.description)
    writer.member("end", pickup.end?.description)
    // The rule itself is not stored: Livery supports no recurrence.
    if pickup.recurs { writer.member("recurrenceRule", true) }
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> RequestedPickup {
    RequestedPickup(
      start: try fields.require("start", try time("start", of: fields)),
      end: try time("end", of: fields), recurs: fields.has("recurrenceRule"))
  }

  private static func time(
    _ name: String, of fields: JSONFields
  ) throws(JSONFault) -> PickupTime? {
    guard let text = try fields.string(name, atMost: TextLimit.instant) else { return nil }
    if let instant = Instant(rfc3339: text) { return .instant(instant) }
    if let local = LocalDateTime(text) { return .local(local) }
    throw JSONFault(
      .wrongType, path: fields.path(to: name),
      "expected an RFC 3339 instant such as 2026-11-22T13:00:00Z, or a local time such as "
        + "2026-11-22T07:00:00, got \(quoted(text))")
  }
}
