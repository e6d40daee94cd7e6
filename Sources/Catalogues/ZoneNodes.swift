import JSON
import Rides

extension Node {
  /// The rules of the zone that is named.
  func timeZone(_ zones: ZoneFiles) -> TimeZoneRules {
    guard case .string(let name) = value else {
      return wrong(expected: "the IANA name of a time zone", standIn: .utc)
    }
    do throws(TimeZoneError) {
      return try zones.rules(named: name)
    } catch {
      note(error.description)
      return .utc
    }
  }
}
