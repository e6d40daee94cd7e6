/// As many pairs of rows and columns as possible, and of these the ones that cost least in sum: the
/// Hungarian method by shortest augmenting paths, in cubic time.
package struct Assignment {
  /// The pairs, by column.
  package private(set) var pairs: [(row: Int, column: Int)] = []

  /// More than all costs together can be.
  private static let forbidden = 1e9

  /// `costs` has a row of costs for each row; nil forbids a pair.
  package init(_ costs: [[Double?]]) {
    let (rows, columns) = (costs.count, costs.first?.count ?? 0)
    guard rows > 0, columns > 0 else { return }
    let isTall = rows > columns
    let small = min(rows, columns)
    func cost(_ i: Int, _ j: Int) -> Double {
      (isTall ? costs[j][i] : costs[i][j]) ?? Self.forbidden
    }
    var solver = Solver(small: small, large: max(rows, columns))
    for i in 1...small { solver.add(i, cost) }
    for j in 1...max(rows, columns) where solver.owner[j] > 0 {
      let i = solver.owner[j] - 1
      guard cost(i, j - 1) < Self.forbidden else { continue }
      pairs.append(isTall ? (j - 1, i) : (i, j - 1))
    }
  }

  /// Rows and columns count from 1; 0 is none.
  private struct Solver {
    var owner: [Int]
    private var rowPrice: [Double]
    private var columnPrice: [Double]

    init(small: Int, large: Int) {
      owner = Array(repeating: 0, count: large + 1)
      rowPrice = Array(repeating: 0, count: small + 1)
      columnPrice = Array(repeating: 0, count: large + 1)
    }

    /// Finds a column for one more row, where needed by moving others.
    mutating func add(_ row: Int, _ cost: (Int, Int) -> Double) {
      owner[0] = row
      var column = 0
      var slack = Array(repeating: Double.infinity, count: owner.count)
      var previous = Array(repeating: 0, count: owner.count)
      var isUsed = Array(repeating: false, count: owner.count)
      repeat {
        isUsed[column] = true
        let current = owner[column]
        var (step, next) = (Double.infinity, 0)
        for j in 1..<owner.count where !isUsed[j] {
          let reduced = cost(current - 1, j - 1) - rowPrice[current] - columnPrice[j]
          if reduced < slack[j] { (slack[j], previous[j]) = (reduced, column) }
          if slack[j] < step { (step, next) = (slack[j], j) }
        }
        for j in owner.indices {
          if isUsed[j] {
            rowPrice[owner[j]] += step
            columnPrice[j] -= step
          } else {
            slack[j] -= step
          }
        }
        column = next
      } while owner[column] != 0
      while column != 0 {
        owner[column] = owner[previous[column]]
        column = previous[column]
      }
    }
  }
}
