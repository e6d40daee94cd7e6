/// A moment of a pickup as a request tells it.
package enum PickupTime: Hashable, Sendable {
  case instant(Instant)
  /// What the clocks at the pickup show; `DateComponents` without a zone mean this.
  case local(LocalDateTime)

  /// The moments that are meant in a zone, ascending: none in a gap of its clocks, two when they
  /// show the time twice.
  package func instants(in zone: TimeZoneRules) -> [Instant] {
    switch self {
    case .instant(let instant): [instant]
    case .local(let local): zone.instants(of: local)
    }
  }
}

extension PickupTime: CustomStringConvertible {
  /// The time as it came.
  package var description: String {
    switch self {
    case .instant(let instant): instant.rfc3339
    case .local(let local): "\(local)"
    }
  }
}

/// When a rider asks to be picked up: SiriKit's `INDateComponentsRange`.
package struct RequestedPickup: Hashable, Sendable {
  package var start: PickupTime
  /// Nil for the length of window that the operator has chosen.
  package var end: PickupTime?
  /// Whether it asks for a pickup that repeats.
  package var recurs: Bool

  package init(start: PickupTime, end: PickupTime? = nil, recurs: Bool = false) {
    self.start = start
    self.end = end
    self.recurs = recurs
  }
}
