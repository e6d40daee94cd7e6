extension Ride {
  /// When the ride needs looking after next; nil when only others can move it on.
  package var dueAt: Instant? { nil }
}
