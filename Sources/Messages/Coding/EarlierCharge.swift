import JSON
import Rides

/// The stored form of a charge in earlier builds, which kept sums, counts and one pending command
/// instead of each attempt.
///
/// An attempt of which only the sum is known counts as approved with zero: a repeated answer to it
/// must not move money again.
struct EarlierCharge {
  private let state: Charge.State
  private let authorised: Money
  private let captured: Money
  private let refunded: Money
  private let heldUntil: Instant?
  private let counts: [PaymentCommand.Operation: Int]
  private let pending: PaymentCommand.Operation?
  private let pendingAmount: Money?
  private let timesAsked: Int
  private let nextDue: Instant?
  private let reference: String?
  private let order: String

  /// Nil for a charge in today's form, which has no `state`.
  init?(
    _ fields: JSONFields, currency: Currency, refundedBy order: String?
  ) throws(JSONFault) {
    guard let state = try fields.word("state", of: Charge.State.self) else { return nil }
    self.state = state
    authorised = try fields.amountOrZero("authorised", currency)
    captured = try fields.amountOrZero("captured", currency)
    refunded = try fields.amountOrZero("refunded", currency)
    heldUntil = try fields.instant("heldUntil")
    counts = [
      .authorise: try fields.count("authorisations") ?? 0,
      .capture: try fields.count("captures") ?? 0, .void: try fields.count("voids") ?? 0,
      .refund: try fields.count("refunds") ?? 0,
    ]
    let command = try fields.object("pending")
    pending = try command?.word("operation", of: PaymentCommand.Operation.self)
    pendingAmount = try command.flatMap { command throws(JSONFault) in
      try MoneyCoding.amount("amount", in: currency, of: command)
    }
    timesAsked = try fields.count("timesAsked") ?? 0
    nextDue = try fields.instant("nextDue")
    reference = try fields.storedText("reference")
    self.order = order ?? ""
  }

  /// Adds the attempts that the charge must have had.
  func complete(_ charge: inout Charge) {
    for operation in PaymentCommand.Operation.allCases {
      let count = min(counts[operation] ?? 0, Self.mostAttempts)
      for number in stride(from: 1, through: count, by: 1) {
        charge.attempts.append(attempt(operation, number, of: count, in: charge))
      }
    }
    if charge.purpose == .tip, captured.minorUnits == 0, pending == nil, state != .none {
      charge.goal = .release
    }
  }

  /// More than any policy allows.
  private static let mostAttempts = 1_000

  private func attempt(
    _ operation: PaymentCommand.Operation, _ number: Int, of count: Int, in charge: Charge
  ) -> Charge.Attempt {
    var attempt = Charge.Attempt(
      operation: operation, number: number, amount: amount(operation, in: charge),
      target: target(operation), order: operation == .refund ? order : nil, fate: .failed,
      timesAsked: 1)
    let isPending = operation == pending
    if isPending, number == count {
      attempt.timesAsked = timesAsked
      attempt.nextDue = nextDue
      attempt.fate =
        timesAsked == 0 ? .planned : state == .needsAction ? .needsAction : .asked
    } else if let sum = sum(operation) {
      let isLast = number == (isPending ? count - 1 : count)
      attempt.fate = .approved
      attempt.amount = operation == .void ? nil : isLast ? sum : .zero(sum.currency)
      attempt.reference = operation == .void ? nil : reference
      if operation == .authorise { hold(&attempt, isLast: isLast) }
    } else if number == count, state == .declined {
      attempt.fate = .declined
    }
    return attempt
  }

  private func hold(_ attempt: inout Charge.Attempt, isLast: Bool) {
    attempt.heldUntil = heldUntil
    attempt.isExpired = !isLast || state == .expired || pending == .authorise
  }

  private func amount(_ operation: PaymentCommand.Operation, in charge: Charge) -> Money? {
    if operation == .void { return nil }
    if operation == pending, let pendingAmount { return pendingAmount }
    if operation == .capture, case .capture(let amount) = charge.goal { return amount }
    return operation == .authorise ? charge.requested : .zero(charge.requested.currency)
  }

  /// The sum of the approved attempts of an operation; nil where none was approved.
  private func sum(_ operation: PaymentCommand.Operation) -> Money? {
    switch operation {
    case .authorise: authorised.minorUnits > 0 ? authorised : nil
    case .capture: captured.minorUnits > 0 ? captured : nil
    case .void: state == .voided ? authorised : nil
    case .refund: refunded.minorUnits > 0 || pending != .refund ? refunded : nil
    }
  }

  private func target(_ operation: PaymentCommand.Operation) -> Int? {
    let holds = (counts[.authorise] ?? 0) - (pending == .authorise ? 1 : 0)
    switch operation {
    case .authorise: return nil
    case .capture, .void: return max(holds, 1)
    case .refund: return max((counts[.capture] ?? 0) - (pending == .capture ? 1 : 0), 1)
    }
  }
}
