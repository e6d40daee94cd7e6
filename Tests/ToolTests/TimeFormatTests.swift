import Rides
import Testing

@testable import Tool

@Suite("Moments and lengths of time as people read them")
struct TimeFormatTests {
  @Test(
    "A clock that differs from UTC shows the same moment",
    arguments: [
      (0, "2027-01-15T08:00:00+00:00"), (-21_600, "2027-01-15T02:00:00-06:00"),
      (19_800, "2027-01-15T13:30:00+05:30"), (-12_600, "2027-01-15T04:30:00-03:30"),
      (50_400, "2027-01-15T22:00:00+14:00"), (1_172, "2027-01-15T08:19:00+00:19"),
    ])
  func offset(_ seconds: Int, _ text: String) {
    #expect(noon.rfc3339(offsetSeconds: seconds) == text)
    #expect(Instant(rfc3339: text) == noon)
  }

  @Test("Without being asked for, times are in UTC")
  func utc() {
    #expect(TimeFormat().text(noon) == "2027-01-15T08:00:00Z")
  }

  @Test(
    "A length has the largest unit of which there are enough",
    arguments: [
      (0.4, "0 s"), (77, "77 s"), (89, "89 s"), (90, "2 min"), (540, "9 min"),
      (5_399, "90 min"), (5_400, "2 h"), (86_400, "24 h"), (129_600, "2 d"), (864_000, "10 d"),
    ])
  func lengths(_ seconds: Double, _ text: String) {
    #expect(ShownLength.text(seconds: seconds) == text)
  }
}
