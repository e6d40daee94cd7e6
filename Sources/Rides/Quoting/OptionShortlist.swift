/// A few of many quotes that show best what there is (rule L2).
struct OptionShortlist {
  /// In the order in which they came.
  let quotes: [Quote]

  /// The cheapest first; then again and again one of a kind of vehicle that is not among them yet,
  /// else of any kind, and of those the one whose price is the farthest from all that are.
  ///
  /// Of equals the first is taken, so that the same quotes always give the same list.
  init(of all: [Quote], limit: Int) {
    var candidates = Self.candidates(all)
    var chosen: [Int] = []
    chosen.reserveCapacity(limit)
    while chosen.count < min(limit, all.count) {
      let next = candidates.indices.filter { !candidates[$0].isChosen }.max {
        candidates[$0].rank(isFirst: chosen.isEmpty) < candidates[$1].rank(isFirst: chosen.isEmpty)
      }
      guard let next else { break }
      candidates[next].isChosen = true
      let latest = candidates[next]
      for index in candidates.indices { candidates[index].compare(latest) }
      chosen.append(next)
    }
    quotes = chosen.sorted().map { all[$0] }
  }

  private static func candidates(_ all: [Quote]) -> [Candidate] {
    var kinds: [String: Int] = [:]
    return all.enumerated().map { index, quote in
      let kind = quote.product.category ?? quote.product.key.rawValue
      let number = kinds[kind] ?? kinds.count
      kinds[kind] = number
      return Candidate(
        index: index, price: quote.option.priceRange?.minimumPrice?.minorUnits, kind: number)
    }
  }

  /// A quote as the choice sees it.
  private struct Candidate {
    let index: Int
    let price: Int64?
    let kind: Int
    var isChosen = false
    var isNewKind = true
    /// How far its price is from the nearest of those that are chosen; a meter's is as far as can
    /// be.
    var distance = Int64.max

    /// What is greater is taken before.
    func rank(isFirst: Bool) -> (Int, Int64, Int) {
      isFirst
        ? (price == nil ? 0 : 1, -(price ?? 0), -index) : (isNewKind ? 1 : 0, distance, -index)
    }

    /// Takes note that another is chosen.
    mutating func compare(_ chosen: Candidate) {
      if chosen.kind == kind { isNewKind = false }
      if let price, let other = chosen.price { distance = min(distance, abs(other - price)) }
    }
  }
}
