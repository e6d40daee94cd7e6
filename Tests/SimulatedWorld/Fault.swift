import RandomFixture

/// What can go wrong in the world.
package enum Fault: Int, Sendable, CaseIterable, Comparable {
  // Connections.
  case connectRefused, consumerLost, publisherLost, bothLost, consumerCancelled, brokerRestarted
  // Messages on their way.
  case ackLost, ackFailed, confirmLost, publicationCut, confirmSlow, refused, returned, blocked
  case replyQueueGone, replyQueueFull, replyQueueSilent, sentTwice
  case deliveryLimit
  // The store.
  case storeDown, failedBeforeCommit, failedAfterCommit, failedInside, spuriousConflict
  case rideUnreadable
  // Processes and time.
  case killed, terminated, stopped, clockJump

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How often each kind of fault comes in one world, and what its store is like.
///
/// Each world draws its own, so that some have none of a kind and some have many.
struct Weather: Sendable {
  private var rates: [Double]
  /// Whether transactions that write overlap, as in PostgreSQL, or wait for each other, as in
  /// SQLite.
  private(set) var overlaps: Bool
  /// Whether the payment system answers by messages.
  let paysByMessage: Bool
  /// How often a lane that can go on does so before others have a turn.
  private(set) var persistence: Double
  /// How often a message may be delivered in vain.
  let deliveryLimit: Int
  let batchLimit: Int
  let prefetch: Int
  let letters: Int
  /// Whether a worker of a release runs whose tickers have no lease.
  let hasOlderTicker: Bool
  /// Whether rides end of themselves by the catalogue.
  let endsRides: Bool
  /// How often a driver drives on at a drop-off without a report.
  let forgetfulness: Double

  init(_ numbers: inout SeededNumbers) {
    rates = Fault.allCases.map { _ in [0, 0.004, 0.02, 0.06][numbers.integer(0...3)] }
    overlaps = numbers.chance(0.6)
    paysByMessage = numbers.chance(0.4)
    persistence = [0.3, 0.7, 0.95][numbers.integer(0...2)]
    deliveryLimit = numbers.chance(0.3) ? 3 : 20
    batchLimit = numbers.pick([1, 3, 10, 50])
    prefetch = numbers.pick([1, 5, 50])
    letters = numbers.integer(15...60)
    hasOlderTicker = numbers.chance(0.3)
    endsRides = numbers.chance(0.8)
    forgetfulness = [0, 0.4, 0.9][numbers.integer(0...2)]
  }

  subscript(fault: Fault) -> Double { rates[fault.rawValue] }

  /// Lanes come between each other as often as can be.
  mutating func mingle() {
    overlaps = true
    persistence = 0.2
  }

  /// Nothing fails any more.
  mutating func clearUp() { rates = rates.map { _ in 0 } }
}

/// What is wrong with a world on purpose, so that its checker has something to find.
package enum Sabotage: String, Sendable, CaseIterable {
  /// A lane that acknowledges what it has just taken.
  case acknowledgesFirst
  /// A lane that acknowledges with a batch also the one that it has taken ahead.
  case acknowledgesBoth
  /// A store that forgets a transaction that it has said to be committed.
  case losesCommits
  /// A store that replaces rides whatever their revision, and takes a change that exists.
  case ignoresRevisions
  /// A store that keeps no outcomes.
  case forgetsOutcomes
  /// A store that grants a vehicle that is claimed by another ride.
  case sharesVehicles
  /// A store that grants a lease that another holder has.
  case sharesLeases
  /// A store that doubles the amounts of the first movement of money of a ride.
  case doublesAmounts
  /// A fleet that shows the riders of all vehicles of a ride one start code.
  case sharesStartCodes
  /// A store that forgets when rides are due whose driver has to report.
  case forgetsDeadlines
  /// A fleet that ends no ride of itself although the catalogue says so.
  case endsNoRide
  /// A store that does not know from which rides of a rider vehicles have dropped out.
  case forgetsDropOuts
  /// A fleet whose share tokens are of other rides.
  case sharesOtherRides
  /// A broker that drops an event that it has confirmed.
  case dropsEvents
  /// A broker that drops a receipt that it has confirmed.
  case dropsReceipts
  /// A broker that drops a call for help that it has confirmed.
  case dropsCalls
  /// A broker that drops what a vehicle is told.
  case dropsAssignments
  /// A broker that drops a response that it has confirmed.
  case dropsResponses
  /// A broker that loses what was not acknowledged when a connection ends.
  case losesUnacknowledged
}
