import Messages
import RideStore
import Rides

/// A message that is decided, on its way into the store.
struct Decision {
  let accepted: Triage.Accepted
  /// Nil for a vehicle's own update, which needs no id: its sequence does that work.
  let identity: StoredOutcome.Identity?
  var answer: Answer
  /// What keeps the quote of a booking from booking again.
  var quoteUse: StoredOutcome.Identity?
  /// The product of the ride that a booking has made.
  var product: ProductKey?
  /// The statuses that rides went through because of it, oldest first.
  var statuses: [RideStatus] = []
  /// The ride that the answer shows where the message changed none.
  var shown: RideStatus?
  /// What canceling costs, where it was refused for that.
  var cost: CancellationQuote?
  /// Rides that should be looked after, because a vehicle may be free for them.
  var searches: [RideIdentifier] = []
  var money = MoneyEffects()
  /// The orders whose end is told with it, each to its requester.
  var ended: [EndedOrder] = []
  /// What the log tells of the money after the ride.
  var notices: [Outcome.Note.Notice] = []
  /// Why somebody should look at what the message has billed.
  var doubt: String?
  /// The ride for which a due command seeks a vehicle; nil when the ride did not wait at the
  /// command's turn in the batch.
  var seeking: RideIdentifier?
  /// Whether it does so only because the ride has waited for a while: then the snapshot is enough.
  var isLook = false

  init(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity?,
    answer: Answer = .acknowledgement
  ) {
    self.accepted = accepted
    self.identity = identity
    self.answer = answer
  }

  /// What the sender is told.
  enum Answer {
    /// The ride as it was booked, its code by the profile of its area (rules B3 to B5).
    case booking(Policies.BookingCodes)
    /// The ride as it was cancelled, and what that costs.
    case cancellation(CancellationQuote)
    /// That a vehicle's report was taken; one that is not newer than what is known changes nothing.
    case report(isNewer: Bool)
    /// That it was done.
    case acknowledgement
    /// That it was taken, and that another answer will tell how it ended.
    case underWay
    case refusal(Refusal)
  }

  /// Whether the message has brought a ride to another status.
  func hasChanged(_ ride: RideIdentifier) -> Bool {
    statuses.contains { $0.rideIdentifier == ride }
  }

  /// Why it was not done; nil when it was.
  var refusal: Refusal? {
    guard case .refusal(let refusal) = answer else { return nil }
    return refusal
  }

  /// The code of the answer.
  var code: ResponseCode {
    switch answer {
    case .booking(let profile):
      statuses.last.map { BookingCodes.code(for: $0.phase, profile: profile) } ?? .failure
    case .cancellation, .acknowledgement, .report: .success
    case .underWay: .inProgress
    case .refusal(let refusal):
      RefusalCodes.code(for: refusal.reason, of: accepted.message.type)
    }
  }

  /// Whether there is anything to keep of it: a command that found nothing to do may come again.
  var isKept: Bool {
    guard identity != nil else { return false }
    return !(accepted.message.type == .rideDue && statuses.isEmpty && money.isEmpty)
  }
}
