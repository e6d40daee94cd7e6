import RideStore

/// A row of the fleet's figures: of what, in which state, how many, and since when the oldest.
enum FigureRow {
  static func decode(_ row: inout PostgresRow) throws(StoreError) -> FigureCount {
    let (subject, state, count) = (try row.text(), try row.text(), try row.int())
    guard let what = FigureCount.Subject(subject, state: state) else {
      throw row.damaged("no figure of \(subject) in state \(state)")
    }
    return FigureCount(what, .init(count: count, oldest: try row.optionalInstant()))
  }
}
