/// An object of a body, member by member.
package struct ObjectSchema: Sendable {
  /// What the object is called where several messages share it, such as `place`.
  package var name: String
  /// What it is, in one sentence.
  package var summary: String
  package var members: [Member]
  /// Of these members one at least is there; empty where nothing of the kind is asked.
  package var needsOneOf: [String] = []

  init(_ name: String, _ summary: String, _ members: [Member], needsOneOf: [String] = []) {
    self.name = name
    self.summary = summary
    self.members = members
    self.needsOneOf = needsOneOf
  }

  /// One member of an object.
  package struct Member: Sendable {
    /// Whether a member is there.
    package enum Presence: Sendable {
      /// Always, with a value.
      case required
      /// Perhaps: `null` counts as absent in a request, and Livery leaves it out.
      case optional
    }

    package var name: String
    package var schema: BodySchema
    package var presence: Presence
    /// What it is, in one sentence.
    package var summary: String

    static func required(_ name: String, _ schema: BodySchema, _ summary: String) -> Member {
      Member(name: name, schema: schema, presence: .required, summary: summary)
    }

    static func optional(_ name: String, _ schema: BodySchema, _ summary: String) -> Member {
      Member(name: name, schema: schema, presence: .optional, summary: summary)
    }
  }
}
