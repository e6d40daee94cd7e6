import Rides

/// Compares instants as distances from the request that caused them.
///
/// The same moment is no proof: a clock that stands still, or one that is ahead, shows only when
/// distances are compared.
extension PairContext {
  /// Nil when one of the texts is no instant.
  func compareTimes(_ ours: String, _ other: String, at place: PairedWalk.Place) -> ValueResult? {
    guard let from = Self.instant(ours), let to = Self.instant(other) else { return nil }
    let (distance, overflow) = from.microseconds.subtractingReportingOverflow(
      expected.base.microseconds)
    let (otherDistance, otherOverflow) = to.microseconds.subtractingReportingOverflow(
      actual.base.microseconds)
    let (apart, apartOverflow) = otherDistance.subtractingReportingOverflow(distance)
    guard !overflow, !otherOverflow, !apartOverflow else { return nil }
    if apart == 0 { return sameDistance(ours, other, at: place) }
    if let rule = rules.timeTolerance(at: place.path) {
      if apart.magnitude <= rule.microseconds.magnitude {
        return .allowed([.timeTolerance(rule.path.description)])
      }
    } else if apart.magnitude <= rules.timeToleranceMicroseconds.magnitude {
      return .allowed([.timeTolerance(nil)])
    }
    if from == to, let echo = rules.echoedTimes.first(where: { $0.covers(place.path) }) {
      return .allowed([.echoedTime(echo.description)])
    }
    return .differs(
      difference(
        ValueText.distance(distance), ValueText.distance(otherDistance), at: place, .time,
        DecimalNumber(microseconds: apart)))
  }

  /// Two spellings of one moment are a difference; with another base spellings cannot be compared.
  private func sameDistance(
    _ ours: String, _ other: String, at place: PairedWalk.Place
  ) -> ValueResult {
    if ours.hasSameBytes(as: other) { return .same }
    if expected.base != actual.base { return .allowed([.timeDistance]) }
    return .differs(
      difference(ValueText.clipped(ours), ValueText.clipped(other), at: place, .wording))
  }

  /// The rule by which two instants in texts have the same distance; nil when none has it.
  func distanceRule(_ ours: String, _ other: String) -> RuleUse? {
    guard let from = Self.instant(ours), let to = Self.instant(other) else { return nil }
    let apart =
      (from.microseconds &- expected.base.microseconds)
      &- (to.microseconds &- actual.base.microseconds)
    if apart == 0 { return .timeDistance }
    return apart.magnitude <= rules.timeToleranceMicroseconds.magnitude ? .timeTolerance(nil) : nil
  }

  /// Whether a text has the length of an instant, and begins with a digit.
  static func mayBeInstant(_ text: String) -> Bool {
    (20...35).contains(text.utf8.count) && text.utf8.first.map { 0x30...0x39 ~= $0 } == true
  }

  private static func instant(_ text: String) -> Instant? {
    mayBeInstant(text) ? Instant(rfc3339: text) : nil
  }
}
