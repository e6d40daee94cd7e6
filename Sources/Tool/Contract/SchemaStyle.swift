/// For whom a schema is written.
struct SchemaStyle: Hashable, Sendable {
  /// Who writes the message.
  enum Direction: Hashable, Sendable {
    /// A producer, and Livery reads it.
    case request
    /// Livery.
    case answer
  }

  let direction: Direction
  /// Whether no other members are allowed, and no other words than today's.
  let isClosed: Bool
  /// What the references to shared objects begin with.
  var references = "#/$defs/"

  /// Whether a word that is not in an open list is allowed.
  var allowsNewWords: Bool { direction == .answer && !isClosed }
}
