import RideStore

extension RideStore {
  /// Runs a write transaction, and again when somebody else was first, up to `attempts` times in
  /// all.
  ///
  /// The body reads what it needs each time anew, so that it decides again on what is true now.
  func write<Result>(
    attempts: Int = 5, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    precondition(attempts >= 1, "a transaction is tried at least once")
    for _ in 1..<attempts {
      do throws(StoreError) {
        return try transaction(.write, body)
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    return try transaction(.write, body)
  }
}
