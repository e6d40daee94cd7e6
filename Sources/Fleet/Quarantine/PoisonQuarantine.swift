/// The order in which the lanes of a process handle messages that may have ended a process before:
/// a few at a time, or one.
///
/// When a process dies, the broker charges an attempt to every message that it held, and after
/// `Topology.deliveryLimit` attempts a message is a dead letter. So a lane must not handle a
/// redelivered message (a suspect) together with many others: with every death, the killing message
/// would charge an attempt to them too. With these rules, only the killing message reaches the
/// limit:
///
/// 1. While one lane of a process holds a suspect, no lane takes anything new. What is held and
///    not suspect is handled and acknowledged first, in batches as ever.
/// 2. Then the suspects are handled by one lane at a time in the whole process: those with the
///    fewest attempts first, and equals in an order that changes from death to death. The one that
///    kills has more attempts than whatever died with it less often, so it comes last, when nothing
///    else is held; until then each death finds half as many equals beside it.
/// 3. Suspects with fewer than `attemptsAlone` attempts are handled in batches of `few`: most were
///    only returned, by a worker that has stopped or lost its broker or its database, or by a
///    person who looked at the queue. Suspects with more are handled one by one.
/// 4. Then one lane, the scout, consumes with a prefetch of one: the broker delivers what was given
///    back before what is new. Once that is a suspect of few attempts, it consumes with a prefetch
///    of `few`, until a suspect has to be handled alone: of those, it receives one at a time.
///    When it is delivered something new alone, or finds the queue empty, the queue is sound, and
///    all lanes consume as much as they may.
/// 5. A process begins with the scout, for it may have been started because of such a message.
/// 6. A lane that cannot publish what it has handled holds up no other for that: a missing exchange
///    would stop the whole process. What it has in hand is charged when a suspect kills, so beside
///    it only suspects are handled that are far from the limit.
/// 7. A lane handles a batch while the one before is confirmed only while the process consumes
///    freely, and only messages that were never delivered before.
///
/// What the small batches cost: at its first and second redelivery a message that kills takes the
/// rest of its batch along. Of n equals that one process holds, (n + `few`) / 2 are charged with it
/// then, not n / 2; a scout holds `few` at the most, and what is beside it both times has three
/// attempts, as it has. From then on all is as if every suspect was handled alone: of the equals
/// that a process holds one half is charged at each death, of what a scout receives none.
/// `QuarantineModelTests` plays this through.
///
/// No message is returned for this: up to RabbitMQ 4.2 that counts as an attempt, too.
///
/// ```
///            a suspect is delivered              nothing is held that is not suspect
///     open ─────────────────────────▶ clearing ───────────────────────────────▶ few, or alone
///      ▲                                 ▲                                             │
///      │ something new, or nothing       │ a suspect is delivered                      │ none left
///      └──────────────────────────── scouting ◀────────────────────────────────────────┘
///                                        ▲
///                                      start
/// ```
package struct PoisonQuarantine: Equatable, Sendable {
  /// The messages that a lane has when it asks for its duty; its latest batch is done.
  package struct Holding: Equatable, Sendable {
    /// Whether it has a consumer, so that more may be on its way.
    package var isConsuming = false
    /// Whether it holds messages that were never delivered before.
    package var hasNew = false
    /// The fewest attempts of the suspects that it holds, nil if it holds none.
    package var fewestAttempts: Int?

    package init(isConsuming: Bool = false, hasNew: Bool = false, fewestAttempts: Int? = nil) {
      self.isConsuming = isConsuming
      self.hasNew = hasNew
      self.fewestAttempts = fewestAttempts
    }
  }

  /// The duty of a lane until it asks again.
  package enum Duty: Equatable, Sendable {
    /// Consume up to the prefetch, and handle all messages.
    case consume
    /// Consume nothing, and handle the held messages that are not suspect.
    case finish
    /// Consume nothing, handle nothing, and ask again soon.
    case wait
    /// Handle a few of its suspects with the fewest attempts.
    case handleFew
    /// Handle one of its suspects with the fewest attempts.
    case handleAlone
    /// Consume that many messages at a time.
    case scout(prefetch: Int)
  }

  /// How many suspects are handled together, and how many messages a scout holds, at the most.
  package static let few = 16
  /// A suspect with that many attempts is handled alone.
  static let attemptsAlone = 3
  /// A suspect with that many attempts is not handled while another lane is stuck.
  static let attemptsBesideStuck = Int(Topology.deliveryLimit) / 2

  private enum Lane: Equatable {
    /// Without a connection, so that it holds nothing.
    case away
    /// Has messages, or may receive some at any time.
    case busy
    /// Cannot publish its batch.
    case stuck
    /// Receives nothing, and holds at most suspects.
    case clear(fewestAttempts: Int?)

    var fewestAttempts: Int? {
      if case .clear(let fewest) = self { fewest } else { nil }
    }
  }

  /// Whether all lanes consume as much as they may.
  package private(set) var isOpen = false
  /// Whether lanes without a consumer do no less than their part, since others of the process work
  /// through messages that were only returned.
  var worksThroughReturned: Bool {
    !isOpen && handledAlone == 0 && (scout != nil || lanes.contains(.busy))
  }
  /// How many suspects were handled alone since the process last consumed freely.
  package private(set) var handledAlone = 0
  private var lanes: [Lane]
  private var scout: Int? { didSet { isWide = false } }
  /// Whether the scout consumes a few at a time, not one.
  private var isWide = false

  /// A process as it starts.
  package init(lanes: Int) {
    self.lanes = Array(repeating: .away, count: lanes)
  }

  /// What a lane is to do next.
  package mutating func duty(of lane: Int, holding: Holding) -> Duty {
    if isOpen, holding.fewestAttempts != nil { close() }
    if lane == scout, holding.hasNew, holding.fewestAttempts == nil { open() }
    lanes[lane] = .busy
    if isOpen { return .consume }
    if holding.hasNew || (holding.isConsuming && !maySeeMore(lane, holding)) {
      if lane == scout { scout = nil }
      return .finish
    }
    lanes[lane] = .clear(fewestAttempts: holding.fewestAttempts)
    return dutyOfClear(lane, holding)
  }

  /// Whether a lane may keep its consumer: it is the scout, and if it may receive more than it
  /// shows, no suspect has to be alone.
  private func maySeeMore(_ lane: Int, _ holding: Holding) -> Bool {
    guard lane == scout, isWide else { return lane == scout }
    let fewest = (lanes.map(\.fewestAttempts) + [holding.fewestAttempts]).compactMap(\.self).min()
    return fewest ?? 0 < Self.attemptsAlone
  }

  /// Whether a lane may receive more before its latest messages are acknowledged: only while all
  /// lanes consume freely, and this one is not known to be stuck.
  package func mayTakeAhead(_ lane: Int) -> Bool { isOpen && lanes[lane] == .busy }

  /// The scout found the queue empty.
  package mutating func foundNothing(_ lane: Int) {
    if lane == scout { open() }
  }

  /// Records that a lane cannot publish its batch, until the lane asks for its duty again.
  package mutating func yieldTurn(_ lane: Int) {
    guard lanes[lane] == .busy else { return }
    lanes[lane] = .stuck
    // Another looks whether the queue is sound.
    if scout == lane { scout = nil }
  }

  /// A lane has lost or closed its connection; the broker has its messages again.
  package mutating func leave(_ lane: Int) {
    lanes[lane] = .away
    if scout == lane { scout = nil }
    // The first lane that reconnects starts as the scout.
    if lanes.allSatisfy({ $0 == .away }) { close() }
  }

  private mutating func dutyOfClear(_ lane: Int, _ holding: Holding) -> Duty {
    if lanes.contains(.busy) { return .wait }
    guard let fewest = lanes.compactMap(\.fewestAttempts).min() else {
      if scout == nil { scout = lane }
      return scout == lane ? .scout(prefetch: isWide ? Self.few : 1) : .wait
    }
    guard holding.fewestAttempts == fewest else { return .wait }
    if fewest >= Self.attemptsBesideStuck, lanes.contains(.stuck) { return .wait }
    guard fewest < Self.attemptsAlone else {
      // Another lane that receives several ends its consumer first.
      if isWide, scout != lane { return .wait }
      lanes[lane] = .busy
      handledAlone += 1
      return .handleAlone
    }
    if lane == scout, !isWide {
      isWide = true
      return .scout(prefetch: Self.few)
    }
    lanes[lane] = .busy
    return .handleFew
  }

  private mutating func close() {
    isOpen = false
    scout = nil
    handledAlone = 0
  }

  private mutating func open() {
    isOpen = true
    scout = nil
  }
}
