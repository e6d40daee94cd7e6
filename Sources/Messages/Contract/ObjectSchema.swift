import JSON
import Rides

/// An object of a body, member by member.
package struct ObjectSchema: Sendable {
  /// The name of an object that several messages share, such as `place`.
  package var name: String
  /// A description in one sentence.
  package var summary: String
  package var members: [Member]
  /// At least one of these members is required; empty for no such rule.
  package var needsOneOf: [String] = []

  init(_ name: String, _ summary: String, _ members: [Member], needsOneOf: [String] = []) {
    self.name = name
    self.summary = summary
    self.members = members
    self.needsOneOf = needsOneOf
  }

  /// One member of an object.
  package struct Member: Sendable {
    /// Whether a member is required.
    package enum Presence: Sendable {
      /// Always, with a value.
      case required
      /// Perhaps: `null` counts as absent in a request, and Livery leaves it out.
      case optional
    }

    package var name: String
    package var schema: BodySchema
    package var presence: Presence
    /// A description in one sentence.
    package var summary: String

    static func required(_ name: String, _ schema: BodySchema, _ summary: String) -> Member {
      Member(name: name, schema: schema, presence: .required, summary: summary)
    }

    static func optional(_ name: String, _ schema: BodySchema, _ summary: String) -> Member {
      Member(name: name, schema: schema, presence: .optional, summary: summary)
    }
  }
}

extension MessageType {
  /// The body of the answer: a failure if it has an `error`, else the requested values.
  package var responseSchema: ChoiceSchema {
    ChoiceSchema(member: "error", with: .failure, without: successSchema)
  }
}

extension ObjectSchema {
  private static let results = [
    "success", "confirmationRequired", "disambiguation", "needsValue", "notRequired", "unsupported",
  ]

  /// What a parameter of a request has come to.
  static func resolution(_ shape: String, _ value: BodySchema) -> ObjectSchema {
    ObjectSchema(
      shape, "What a parameter has come to.",
      [
        .required(
          "result", .word(WordSchema(words: results, isOpen: true)), "SiriKit's name for it."),
        .optional("value", value, "The value to go on with, or to confirm."),
        .optional("values", .list(value), "The values to choose from."),
        .optional(
          "reason", .word(of: Refusal.Reason.self, isOpen: true), "Why it cannot be used."),
        .optional("message", .text(.any("expected 1 to 6 passengers, got 7")), "Why, for people."),
        .optional(
          "prompt", .text(.any("We drive six people at most")),
          "Words of the catalogue for the rider."),
      ])
  }
}

/// The check of a strict request: every member must be one that Livery reads.
extension ObjectSchema {
  /// Throws `unknownMember` for the first name, at any depth, that no member has.
  ///
  /// - Parameter title: The name of the object in error messages.
  func checkNames(of fields: JSONFields, as title: String) throws(JSONFault) {
    let known = members.map(\.name)
    if let name = fields.firstName(besides: known) {
      let nearest = NearestName.of(name, among: known).map { "; the nearest is '\($0)'" }
      throw JSONFault(
        .unknownMember, path: fields.path(to: name.shortened),
        "expected a member of \(title), got \(quoted(name))\(nearest ?? "")")
    }
    for member in members {
      switch member.schema {
      case .object(let schema):
        if let object = try fields.object(member.name) {
          try schema.checkNames(of: object, as: schema.name)
        }
      case .array(.object(let schema), _):
        _ = try fields.array(member.name) { (elements) throws(JSONFault) in
          try schema.checkNames(of: try elements.object(), as: schema.name)
        }
      default: break
      }
    }
  }
}

extension String {
  /// The sender chooses the length of a name.
  fileprivate var shortened: String {
    let scalars = unicodeScalars
    return scalars.count > 100 ? String(scalars.prefix(100)) + "…" : self
  }
}

/// Finds the member that a mistyped name was meant to be.
package enum NearestName {
  /// The candidate with the fewest changes of a letter, or nil above a third of the name.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    // The sender chooses the length of a name.
    guard name.utf8.count <= 255 else { return nil }
    let ranked = candidates.compactMap { candidate in
      EditDistance.between(name, candidate, atMost: name.utf8.count / 3)
        .map { (name: candidate, distance: $0) }
    }
    return ranked.min { $0.distance < $1.distance }?.name
  }
}
