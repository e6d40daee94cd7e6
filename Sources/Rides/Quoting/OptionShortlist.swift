/// A few of many quotes that represent the whole range (rule L2).
struct OptionShortlist {
  /// In the order of the input.
  let quotes: [ListedQuote]

  /// The cheapest quote, and then repeatedly the quote whose price is farthest from all chosen
  /// ones.
  ///
  /// Kinds of vehicles that are not chosen yet come first. Of equal quotes the first is chosen, so
  /// equal input has equal output.
  init(of all: [ListedQuote], limit: Int) {
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

  private static func candidates(_ all: [ListedQuote]) -> [Candidate] {
    var kinds: [String: Int] = [:]
    return all.enumerated().map { index, quote in
      let kind = quote.product.category ?? quote.product.key.rawValue
      let number = kinds[kind] ?? kinds.count
      kinds[kind] = number
      return Candidate(
        index: index, price: quote.priceBounds?.least, kind: number)
    }
  }

  /// The sort key of a quote.
  private struct Candidate {
    let index: Int
    let price: Int64?
    let kind: Int
    var isChosen = false
    var isNewKind = true
    /// The distance of its price to the nearest chosen one; infinite for a metered price.
    var distance = Int64.max

    /// The greater key is chosen first.
    func rank(isFirst: Bool) -> (Int, Int64, Int) {
      isFirst
        ? (price == nil ? 0 : 1, -(price ?? 0), -index) : (isNewKind ? 1 : 0, distance, -index)
    }

    /// Updates the key after another choice.
    mutating func compare(_ chosen: Candidate) {
      if chosen.kind == kind { isNewKind = false }
      if let price, let other = chosen.price { distance = min(distance, abs(other - price)) }
    }
  }
}
