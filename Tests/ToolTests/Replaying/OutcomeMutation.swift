import JSON
import Replay
import Rides
import Testing

/// A change of what a replay has produced, and what the report says of it.
struct OutcomeMutation: Sendable, CustomTestStringConvertible {
  let name: String
  /// What differs: class, kind and path.
  let found: Set<String>
  /// Whether further values of the same outputs differ.
  var isAmongOthers = false
  var verdicts: [Verdict: Int] = [.different: 1]
  let apply: @Sendable (inout [ReplayOutput]) throws -> Void

  var testDescription: String { name }

  /// A value that is changed in the first output of a type that has it.
  static func value(
    _ name: String, _ label: String, _ path: [String], found: String,
    _ change: @escaping @Sendable (JSONValue) -> JSONValue?
  ) -> OutcomeMutation {
    OutcomeMutation(name: name, found: [found]) { outputs in
      let place = try outputs.place(of: label) { $0.value(at: path) != nil }
      outputs[place].json = try #require(outputs[place].json).changing(path, by: change)
    }
  }
}

extension [ReplayOutput] {
  /// The first output of a type whose body is as it has to be.
  func place(of label: String, where isWanted: (JSONValue) -> Bool = { _ in true }) throws -> Int {
    try #require(
      firstIndex { $0.label == label && ($0.json.map(isWanted) ?? false) }, "\(label)")
  }
}

extension ReplayOutput {
  /// The body as a tree; nil where it is no JSON.
  var json: JSONValue? {
    get { try? JSONValue(parsing: body, limits: .stored) }
    set { body = newValue?.text ?? [] }
  }
}
