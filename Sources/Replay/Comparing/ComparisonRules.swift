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

  /// How far the distances of instants from their requests may lie apart.
  package struct TimeTolerance: Hashable, Sendable {
    package var path: PathPattern
    package var microseconds: Int64

    package init(path: PathPattern, microseconds: Int64) {
      self.path = path
      self.microseconds = microseconds
    }
  }

  /// What is not compared.
  package var ignored: [PathPattern] = []
  package var tolerances: [NumericTolerance] = []
  /// The tolerance of instants that no other rule covers.
  package var timeToleranceMicroseconds: Int64 = 0
  package var timeTolerances: [TimeTolerance] = []
  /// Instants that repeat what a request or a catalogue says: they may be the same moment instead
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

  func timeTolerance(at path: [PathStep]) -> TimeTolerance? {
    timeTolerances.first { $0.path.covers(path) }
  }
}

/// A rule that made two values count as equal which are not the same.
package enum RuleUse: Hashable, Sendable {
  case ignored(String)
  case tolerance(String)
  /// The path of the tolerance; nil for the one of all other instants.
  case timeTolerance(String?)
  /// The same distance from another request.
  case timeDistance
  case echoedTime(String)
  /// The member whose identifier was named anew.
  case renamed(String)
  case noise
}
