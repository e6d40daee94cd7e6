import Messages
import Replay
import RideHandlers
import Rides
import Testing

/// A defect of a fleet, and what a replay has to say of it.
struct Defect: Sendable, CustomTestStringConvertible {
  let name: String
  /// What differs: class, kind and path.
  let found: Set<String>
  /// Whether a defect has consequences that differ, too.
  let hasConsequences: Bool
  /// The properties that do not hold any more.
  let broken: Set<String>
  let put: @Sendable (inout LocalFleet.Parts) -> Void

  var testDescription: String { name }

  init(
    _ name: String, found: Set<String>, hasConsequences: Bool = false, broken: Set<String> = [],
    put: @escaping @Sendable (inout LocalFleet.Parts) -> Void
  ) {
    self.name = name
    self.found = found
    self.hasConsequences = hasConsequences
    self.broken = broken
    self.put = put
  }

  /// A defect in what handlers publish.
  static func output(
    _ name: String, found: Set<String>, hasConsequences: Bool = false, broken: Set<String> = [],
    _ output: @escaping DefectiveHandler.Output
  ) -> Defect {
    Defect(name, found: found, hasConsequences: hasConsequences, broken: broken) { parts in
      parts.replacing = { DefectiveHandler($0, output: output) }
    }
  }

  /// A defect in each publication of a type.
  static func each(
    _ type: String, _ name: String, found: Set<String>, broken: Set<String> = [],
    _ change: @escaping @Sendable (inout Publication) -> Void
  ) -> Defect {
    output(name, found: found, broken: broken) { _, publications, _ in
      for place in publications.indices where publications[place].type == type {
        change(&publications[place])
      }
    }
  }

  /// A defect that loses publications.
  static func loss(
    _ name: String, found: Set<String>, broken: Set<String> = [],
    _ isLost: @escaping @Sendable (Publication) -> Bool
  ) -> Defect {
    output(name, found: found, broken: broken) { _, publications, _ in
      publications.removeAll(where: isLost)
    }
  }

  /// The type of the events of rides.
  static let event = "livery.ride.status-changed.v1"
}
