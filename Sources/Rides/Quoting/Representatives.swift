/// A few of many quotes that show best what there is (rule L2).
struct Representatives {
  /// In the order in which they came.
  let quotes: [Quote]

  /// The cheapest first; then again and again one of a kind of vehicle that is not among them yet,
  /// else of any kind, and of those the one whose price is the farthest from all that are.
  ///
  /// Of equals the first is taken, so that the same quotes always give the same list.
  init(of all: [Quote], limit: Int) {
    let prices = all.map { $0.option.priceRange?.minimumPrice?.minorUnits }
    let kinds = all.map { $0.product.category ?? $0.product.key.rawValue }
    var chosen: [Int] = []
    while chosen.count < min(limit, all.count) {
      let taken = Set(chosen.map { kinds[$0] })
      let next = all.indices.filter { !chosen.contains($0) }.max { first, second in
        Self.rank(first, prices, isNewKind: !taken.contains(kinds[first]), chosen)
          < Self.rank(second, prices, isNewKind: !taken.contains(kinds[second]), chosen)
      }
      guard let next else { break }
      chosen.append(next)
    }
    quotes = chosen.sorted().map { all[$0] }
  }

  /// What is greater is taken before; a meter's price is as far from others as can be.
  private static func rank(
    _ index: Int, _ prices: [Int64?], isNewKind: Bool, _ chosen: [Int]
  ) -> (Int, Int64, Int) {
    let price = prices[index]
    guard !chosen.isEmpty else { return (price == nil ? 0 : 1, -(price ?? 0), -index) }
    let distances = chosen.compactMap { other in
      price.flatMap { price in prices[other].map { abs($0 - price) } }
    }
    return (isNewKind ? 1 : 0, distances.min() ?? .max, -index)
  }
}
