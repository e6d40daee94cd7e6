extension CatalogueInspection {
  /// Notes spans without a day, with a day twice, that start beyond their day, or that last longer
  /// than a day or not at all.
  mutating func inspect(_ hours: OperatingHours, _ path: String) {
    check(!hours.spans.isEmpty, path, "expected at least one span")
    for (index, span) in hours.spans.enumerated() {
      let spanPath = "\(path)[\(index)]"
      check(!span.days.isEmpty, "\(spanPath).days", "expected at least one day")
      noteRepeats(span.days.map(\.rawValue), "days") { "\(spanPath).days[\($0)]" }
      guard (0..<1_440).contains(span.fromMinute) else {
        check(false, "\(spanPath).from", "expected a time from 00:00 to 23:59")
        continue
      }
      let latest = span.fromMinute + 1_440
      check(
        span.toMinute > span.fromMinute && span.toMinute <= latest, "\(spanPath).to",
        "expected a time after \"from\", at most 24 hours")
    }
  }
}
