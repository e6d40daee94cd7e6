extension Charge {
  /// One command under one key, and its state.
  package struct Attempt: Hashable, Sendable {
    /// The state of a command.
    package enum Fate: String, Sendable, CaseIterable {
      /// To be sent when it is due.
      case planned
      /// Sent, and not answered.
      case asked
      /// The payment system does not know: money may have moved.
      case unknown
      /// The rider has to act first.
      case needsAction
      /// Failed for a temporary reason.
      case failed
      case declined
      /// Done; final, whatever later answers say.
      case approved
    }

    package let operation: PaymentCommand.Operation
    /// The number among the charge's attempts at this operation, from 1; the last part of the key.
    package let number: Int
    /// Nil only for a void.
    package var amount: Money?
    /// The number of the hold that a capture or a void is for, or of the capture that a refund is
    /// for; nil for a hold.
    package let target: Int?
    /// The id of a refund's order; nil for the refund of an excess.
    package let order: String?
    package var fate: Fate
    package var timesAsked: Int
    /// When it is sent next, under the same key; nil when it is not sent again.
    package var nextDue: Instant?
    /// The payment system's reference.
    package var reference: String?
    /// Until when an approved hold counts as valid.
    package var heldUntil: Instant?
    /// Whether an approved hold expired unused.
    package var isExpired: Bool
    /// The part of a refund that returns an excess; set for an ordered refund when it is requested,
    /// for any other when it is approved.
    package var excess: Money?
    /// Of the refund of an excess: how many were returned before it, which may come again after a
    /// correction.
    package var round: Int

    package init(
      operation: PaymentCommand.Operation, number: Int = 0, amount: Money?, target: Int? = nil,
      order: String? = nil, fate: Fate = .planned, timesAsked: Int = 0, nextDue: Instant? = nil,
      reference: String? = nil, heldUntil: Instant? = nil, isExpired: Bool = false,
      excess: Money? = nil, round: Int = 0
    ) {
      self.operation = operation
      self.number = number
      self.amount = amount
      self.target = target
      self.order = order
      self.fate = fate
      self.timesAsked = timesAsked
      self.nextDue = nextDue
      self.reference = reference
      self.heldUntil = heldUntil
      self.isExpired = isExpired
      self.excess = excess
      self.round = round
    }

    /// Whether a result is still expected: it is planned, or its answer is awaited.
    ///
    /// Earlier builds stopped sending an attempt when another had done its work; no result of it is
    /// expected.
    var isActive: Bool { fate == .planned || fate == .needsAction || isAwaited }

    /// Whether it is due to be sent, or its rider's time is over.
    func isDue(at now: Instant) -> Bool { nextDue.map { $0 <= now } ?? false }

    /// Whether the payment system has received it and not answered with a result.
    var isAwaited: Bool { (fate == .asked || fate == .unknown) && nextDue != nil }
  }

  func approved(_ operation: PaymentCommand.Operation) -> [Attempt] {
    attempts.filter { $0.operation == operation && $0.fate == .approved }
  }

  func isActive(_ operation: PaymentCommand.Operation) -> Bool {
    attempts.contains { $0.operation == operation && $0.isActive }
  }

  /// Whether an approved capture or an approved void has ended the hold of that number.
  func isEnded(_ hold: Int?) -> Bool {
    attempts.contains {
      $0.fate == .approved && $0.target == hold
        && ($0.operation == .capture || $0.operation == .void)
    }
  }

  /// The holds from which an amount can be captured.
  var openHolds: [Attempt] {
    approved(.authorize).filter { hold in
      !hold.isExpired && !isEnded(hold.number)
        && !attempts.contains { $0.operation == .void && $0.target == hold.number }
    }
  }

  /// The captures of that hold, in the order of the attempts.
  func captures(of hold: Attempt) -> [Attempt] {
    attempts.filter { $0.operation == .capture && $0.target == hold.number }
  }

  /// `<ride>:<purpose>:<operation>:<attempt>`; the second charge of a purpose is `fare2`.
  package func key(of attempt: Attempt) -> String {
    rideIdentifier.rawValue + ":" + shortKey(of: attempt)
  }

  /// The key within the ride, such as `fare:capture:2`.
  func shortKey(of attempt: Attempt) -> String {
    var key = shortKey
    key.reserveCapacity(32)
    key += ":"
    key += attempt.operation.rawValue
    key += ":"
    key += String(attempt.number)
    return key
  }

  /// The name of the charge within the ride.
  var shortKey: String { purpose.rawValue + (number == 1 ? "" : "\(number)") }

  /// The attempt with that key; nil if this charge has none.
  package func attempt(_ key: String) -> Attempt? {
    attempts.first { $0.timesAsked > 0 && self.key(of: $0) == key }
  }

  /// The command of an attempt; equal each time, since its reference was known from the start.
  func command(of attempt: Attempt) -> PaymentCommand {
    PaymentCommand(
      key: key(of: attempt), operation: attempt.operation, rideIdentifier: rideIdentifier,
      amount: attempt.amount, method: method, reference: target(of: attempt))
  }

  /// The payment system's reference of the hold or payment of an attempt.
  private func target(of attempt: Attempt) -> String? {
    func reference(_ operation: PaymentCommand.Operation, _ number: Int?) -> Attempt? {
      attempts.first { $0.operation == operation && $0.number == number }
    }
    switch attempt.operation {
    case .authorize: return nil
    case .capture, .void: return reference(.authorize, attempt.target)?.reference
    case .refund:
      let capture = reference(.capture, attempt.target)
      return capture?.reference ?? reference(.authorize, capture?.target)?.reference
    }
  }
}
