extension Instant {
  /// When a user asked, as far as that can be believed: not after `now`, not before what is asked
  /// about began, and not longer ago than the reach.
  ///
  /// A message can wait that long in its queue while the service is down and still cost what it
  /// cost when its user asked; a clock that is wrong, or a producer that lies, gains no more.
  /// Without a word of the producer it is `now`.
  package static func asked(
    at claimed: Instant?, since beginning: Instant, reach seconds: Int, now: Instant
  ) -> Instant {
    let earliest = max(beginning, now.advanced(bySeconds: -seconds))
    return min(max(claimed ?? now, earliest), now)
  }
}
