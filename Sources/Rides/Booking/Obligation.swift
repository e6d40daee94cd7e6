/// What a rider still owes after a ride has ended, and what may block the next one.
package enum Obligation: String, CaseIterable, Sendable {
  /// The ride is not paid, or not all of it.
  case payment
  /// The ride awaits its rider's rating or tip.
  case feedback
}
