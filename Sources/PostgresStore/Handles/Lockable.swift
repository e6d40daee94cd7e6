/// A search for rows by their keys, which locks them in the order of its result where it is asked
/// to.
struct Lockable: Sendable {
  private let reading: SQL
  private let locking: SQL

  /// Of constants alone: the text is a constant of the store.
  init(_ rows: String, _ text: String) {
    self.init(rows, lock: " FOR UPDATE") { text + $0 }
  }

  /// `text` puts the clause that it is given, `lock` or nothing, where it belongs.
  init(_ rows: String, lock: String, text: (String) -> String) {
    // Of constants alone: the texts are constants of the store.
    reading = SQL("read \(rows)", text(""))
    // Of constants alone, as above.
    locking = SQL("lock \(rows)", text(lock))
  }

  func statement(locking isLocking: Bool) -> SQL { isLocking ? locking : reading }

  /// Both statements.
  var statements: [SQL] { [reading, locking] }
}
