import Rides

/// What a user of the console may do; each role may all that those before it may.
enum ConsoleRole: String, CaseIterable, Comparable, Sendable {
  /// Sees everything but personal data.
  case reader
  /// Sees personal data, and orders for rides.
  case agent
  /// Handles dead letters.
  case `operator`
  /// Ends sessions, and reads the audit.
  case admin

  /// Whether riders, names, phones, notes and exact places are shown.
  var maySeePersonal: Bool { self >= .agent }

  /// Whether rides may be ordered about.
  var mayAct: Bool { self >= .agent }

  static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .reader: 0
    case .agent: 1
    case .operator: 2
    case .admin: 3
    }
  }
}

/// Who asks something of the console.
struct ConsoleUser: Hashable, Sendable {
  /// The name of the account.
  let account: String
  let role: ConsoleRole
  /// When the sign-in ends without another request; nil where a proxy signs in each request.
  let endsAt: Instant?
  /// The name of the session in the store; nil without one.
  let session: String?

  /// A request without sign-in.
  static let unknown = ConsoleUser(account: "", role: .reader, endsAt: nil, session: nil)
}
