/// Those beside the lanes who act by themselves, and when each acts next.
struct Clerks: Sendable {
  /// Who acts.
  enum Clerk: Int, CaseIterable, Sendable {
    /// Writes letters.
    case producer
    /// Publishes the commands that are due.
    case ticker
    /// Takes the snapshots of the vehicles.
    case maintenance
    /// Answers commands to the payment system.
    case payments
    /// Does harm.
    case nemesis
    /// Sees whether everything is quiet, and what comes then.
    case usher
  }

  private var next: [Int64] = Clerk.allCases.map { _ in 0 }

  /// Has a clerk act again at a time.
  mutating func schedule(_ clerk: Clerk, at time: Int64) { next[clerk.rawValue] = time }

  private func isAtWork(_ clerk: Clerk, in season: World.Season) -> Bool {
    switch clerk {
    case .producer, .nemesis: season == .storm
    // In calm the usher says when the clocks tick.
    case .ticker: season == .storm
    case .maintenance, .payments, .usher: season != .over
    }
  }

  /// Those whose time has come.
  func due(at time: Int64, in season: World.Season) -> [Clerk] {
    Clerk.allCases.filter { isAtWork($0, in: season) && next[$0.rawValue] <= time }
  }

  /// When those at work act next.
  func moments(in season: World.Season) -> [Int64] {
    Clerk.allCases.filter { isAtWork($0, in: season) }.map { next[$0.rawValue] }
  }
}
