/// A moment of a pickup as a request has it.
package enum PickupTime: Hashable, Sendable, CustomStringConvertible {
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

  /// The time as received.
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

/// When a rider wants to be picked up: a half-open span of time, `start` included and `end` not.
package struct PickupWindow: Hashable, Sendable {
  package var start: Instant
  package var end: Instant
  /// The IANA name of the zone in which the pickup is, so that the times can be shown as its clocks
  /// show them.
  package var timeZone: String?

  package init(start: Instant, end: Instant, timeZone: String? = nil) {
    self.start = start
    self.end = end
    self.timeZone = timeZone
  }
}
