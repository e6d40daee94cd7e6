/// What it costs to keep a vehicle waiting at the pickup.
package struct WaitingTerms: Hashable, Sendable {
  /// How long the vehicle waits for nothing.
  package var freeMinutes: Int
  /// For each minute begun after that.
  package var perMinute: Rate
  /// Of the line of a fare, by locale.
  package var titles: [String: String]

  package init(freeMinutes: Int, perMinute: Rate, titles: [String: String]) {
    self.freeMinutes = freeMinutes
    self.perMinute = perMinute
    self.titles = titles
  }

  /// The minutes that are charged for a wait of so many seconds, each one begun in full.
  package func chargedMinutes(waited seconds: Double) -> Int {
    let charged = seconds - Double(freeMinutes) * 60
    // A wait that outlives a year is a wrong clock.
    guard charged > 0, charged < 31_536_000 else { return 0 }
    return Int((charged / 60).rounded(.up))
  }
}
