/// A place in the tree that breaks a rule of the house.
struct Finding: Hashable, CustomStringConvertible {
  var path: String
  /// Counted from 1.
  var line: Int
  var what: String

  var description: String { "\(path):\(line): \(what)" }
}
