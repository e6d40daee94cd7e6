/// A large value behind one reference, so that passing it on costs one count.
///
/// A service area with its products holds dozens of strings and tables; a list of options would
/// count each of them several times.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Shared, right: Shared) -> Bool {
    left === right || left.value == right.value
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
