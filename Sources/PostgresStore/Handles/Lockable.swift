/// A search for rows by their keys, which locks them in the order of its result where it is asked
/// to.
struct Lockable: Sendable {
  private let reading: SQL
  private let locking: SQL

  /// Of constants alone: the text is a constant of the store.
  init(_ rows: String, _ text: String, skippingLocked: Bool = false) {
    reading = SQL("read \(rows)", text)
    locking = SQL(
      "lock \(rows)", "\(text) FOR UPDATE\(skippingLocked ? " SKIP LOCKED" : "")")
  }

  func statement(locking isLocking: Bool) -> SQL { isLocking ? locking : reading }

  /// Both statements.
  var statements: [SQL] { [reading, locking] }
}
