/// The stories of a city in the order in which districts play them.
struct StoryBook {
  private let stories: [Story]
  /// The places of stories to come.
  private var deck: [Int]

  /// Each story once, and then as often as its weight says, in an order that is drawn.
  init(_ stories: [Story], _ numbers: inout SeededNumbers) {
    self.stories = stories
    deck = Array(stories.indices).shuffled(using: &numbers)
  }

  /// The next story that can be played in a district.
  mutating func next(for district: District, _ numbers: inout SeededNumbers) -> Story {
    if let place = deck.firstIndex(where: { stories[$0].isPossible(district) }) {
      return stories[deck.remove(at: place)]
    }
    let weighted = stories.indices.flatMap { Array(repeating: $0, count: stories[$0].weight) }
    // Stories that no district could play until now stay on top.
    deck += weighted.shuffled(using: &numbers)
    // The first story of the book can be played anywhere.
    let place = deck.firstIndex { stories[$0].isPossible(district) } ?? 0
    return stories[deck.remove(at: place)]
  }
}

/// The riders who are not in a story.
struct StoryCast {
  private var free: [String]

  init(riders: Int) { free = (1...riders).map { "rider-\($0)" } }

  /// Two riders for a story; nil while there are not enough.
  mutating func take() -> (String, String)? {
    guard free.count >= 2 else { return nil }
    return (free.removeFirst(), free.removeFirst())
  }

  mutating func release(_ riders: String...) { free += riders }
}
