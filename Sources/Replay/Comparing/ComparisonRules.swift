import Rides

/// How far an output of a replay may differ from the expected one; every report prints these rules,
/// so that none hides a difference unseen.
package struct ComparisonRules: Hashable, Sendable {
  /// How far numbers and decimal texts may lie apart.
  package struct NumericTolerance: Hashable, Sendable {
    package var path: PathPattern
    package var atMost: DecimalNumber

    package init(path: PathPattern, atMost: DecimalNumber) {
      self.path = path
      self.atMost = atMost
    }
  }

  /// What is not compared.
  package var ignored: [PathPattern] = []
  package var tolerances: [NumericTolerance] = []
  /// How far the distances of instants from their requests may lie apart.
  package var timeToleranceMicroseconds: Int64 = 0
  /// Instants that repeat a value of a request or a catalogue: they may be the same moment instead
  /// of the same distance.
  package var echoedTimes: [PathPattern] = [
    PathPattern(anywhere: "scheduledPickupTime"), PathPattern(anywhere: "paymentMethods"),
    PathPattern(anywhere: "paymentMethod"),
  ]
  package var identifiers: [IdentifierRule] = IdentifierRule.standard
  /// What differs between two replays of one build.
  package var noise = NoiseProfile()

  /// The rules under which a replay of an unchanged build is equal.
  package init() {}

  func tolerance(at path: [PathStep]) -> NumericTolerance? {
    tolerances.first { $0.path.covers(path) }
  }
}

/// A rule that made two values count as equal which are not the same.
package enum RuleUse: Hashable, Sendable {
  case ignored(String)
  case tolerance(String)
  case timeTolerance
  /// The same distance from another request.
  case timeDistance
  case echoedTime(String)
  /// The member whose identifier has a new name.
  case renamed(String)
  case noise
}

/// A member with an identifier, which a replay may rename consistently.
package struct IdentifierRule: Hashable, Sendable {
  /// The scope in which an identifier means one thing.
  package enum Scope: Hashable, Sendable {
    /// Within the whole replay.
    case replay
    /// Within one output, as for signed quotes, each of which appears once.
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
    IdentifierRule("plannedVehicle", of: "vehicle", in: [.books]),
    IdentifierRule("quoteIdentifier", of: "quote", scope: .output),
    IdentifierRule("shareToken", of: "share"),
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

/// The rules of a comparison, prepared for outputs of each kind.
struct RuleTable {
  let rules: ComparisonRules
  private let scans: [IdentifierScan]
  private let identifiers: [[String: IdentifierRule]]

  init(_ rules: ComparisonRules) {
    self.rules = rules
    scans = ReplayOutput.Kind.allCases.map { IdentifierScan(rules.identifiers, in: $0) }
    identifiers = ReplayOutput.Kind.allCases.map { kind in
      rules.identifiers.reduce(into: [:]) { table, rule in
        if rule.kinds.contains(kind), table[rule.member] == nil { table[rule.member] = rule }
      }
    }
  }

  /// Finds the identifiers in bodies of outputs of a kind.
  func scan(of kind: ReplayOutput.Kind) -> IdentifierScan { scans[kind.place] }

  /// By member, the rules of those that hold identifiers in outputs of a kind.
  func identifiers(in kind: ReplayOutput.Kind) -> [String: IdentifierRule] {
    identifiers[kind.place]
  }
}

extension ReplayOutput.Kind {
  /// The place of the kind among all.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
