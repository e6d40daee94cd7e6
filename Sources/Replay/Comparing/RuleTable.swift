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
  var place: Int {
    switch self {
    case .response: 0
    case .event: 1
    case .payment: 2
    case .deadLetter: 3
    case .books: 4
    }
  }
}
