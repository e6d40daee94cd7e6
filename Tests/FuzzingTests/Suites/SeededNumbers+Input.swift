import RandomFixture

extension SeededNumbers {
  /// An input of at most so many bytes, with a choice at its beginning.
  mutating func input(atMost limit: Int) -> [UInt8] {
    (0..<Int.random(in: 0...limit, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
    }
  }
}
