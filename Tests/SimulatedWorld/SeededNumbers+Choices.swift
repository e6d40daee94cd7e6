import RandomFixture

extension SeededNumbers {
  /// True once in so many times: `probability` is between 0 and 1.
  mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && unit() < probability
  }

  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the range.
  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One of several; there has to be one.
  mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
    elements[elements.index(elements.startIndex, offsetBy: integer(0...elements.count - 1))]
  }
}
