/// A member that holds an identifier, which a replay may name anew as long as it does so
/// consistently.
package struct IdentifierRule: Hashable, Sendable {
  /// Within what one identifier stands for one thing.
  package enum Scope: Hashable, Sendable {
    /// Within the whole replay.
    case replay
    /// Within one output, as of signed quotes, of which each appears once.
    case output
  }

  /// How a value holds identifiers.
  package enum Form: Hashable, Sendable {
    /// As the whole value, from which new names are learned.
    case whole
    /// As a part between `/` and `:`, as in `/livery/rides/<ride>`: new names have to be known from
    /// elsewhere.
    case composed
  }

  package var member: String
  /// What it identifies: identifiers of one space are compared with each other.
  package var space: String
  package var scope: Scope
  package var form: Form
  /// The outputs in which the member is an identifier.
  package var kinds: Set<ReplayOutput.Kind>

  package init(
    _ member: String, of space: String, scope: Scope = .replay, form: Form = .whole,
    in kinds: Set<ReplayOutput.Kind> = Set(ReplayOutput.Kind.allCases)
  ) {
    self.member = member
    self.space = space
    self.scope = scope
    self.form = form
    self.kinds = kinds
  }
}

extension IdentifierRule {
  /// The space of rides, which keys of outputs name, too.
  static let rides = "ride"

  /// The members of the contract that hold identifiers.
  package static let standard: [IdentifierRule] = [
    IdentifierRule("rideIdentifier", of: rides),
    IdentifierRule("riderIdentifier", of: "rider"),
    IdentifierRule("vehicleIdentifier", of: "vehicle"),
    IdentifierRule("askedvehicle", of: "vehicle", form: .composed, in: [.event]),
    IdentifierRule("declinedBy", of: "vehicle", in: [.books]),
    IdentifierRule("quoteIdentifier", of: "quote", scope: .output),
    IdentifierRule("messageIdentifier", of: "message"),
    IdentifierRule("endedBy", of: "message", in: [.books]),
    IdentifierRule("order", of: "message", in: [.books]),
    IdentifierRule("correlationIdentifier", of: "correlation"),
    IdentifierRule("id", of: rides, form: .composed, in: [.event]),
    IdentifierRule("source", of: rides, form: .composed, in: [.event]),
    IdentifierRule("subject", of: rides, form: .composed, in: [.event]),
    IdentifierRule("key", of: rides, form: .composed, in: [.payment]),
  ]
}
