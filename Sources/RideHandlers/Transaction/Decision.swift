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

extension Decision {
  /// What is kept of the message, so that it can be told again.
  func outcome(
    changes: [StatusChange], at now: Instant, _ encoder: inout ResponseEncoder
  ) -> StoredOutcome {
    var outcome = StoredOutcome(identity ?? unkept, at: now)
    let rideStatus: [UInt8]? =
      if let last = statuses.last, last.isVehicleAsked {
        // The change names the vehicle, which the rider is not told.
        encoder.rideStatus(last)
      } else {
        changes.last?.status ?? shown.map { encoder.rideStatus($0) }
      }
    outcome.response = response(rideStatus: rideStatus, &encoder)
    outcome.changes = changes.map(\.key)
    outcome.toldStatus = changes.last.flatMap {
      ResponseCoding.place(ofStatus: $0.status, in: outcome.response)
    }
    outcome.searches = searches
    outcome.payments = money.commands.map {
      String(decoding: PaymentMessage.encode($0), as: UTF8.self)
    }
    return outcome
  }

  private func response(rideStatus: [UInt8]?, _ encoder: inout ResponseEncoder) -> [UInt8] {
    switch answer {
    case .booking: encoder.ride(code: code, rideStatus: rideStatus)
    case .cancellation(let quote):
      encoder.cancelRide(
        code: code, fee: quote.fee, threshold: quote.threshold, rideStatus: rideStatus)
    case .acknowledgement, .underWay: encoder.acknowledgement(code: code)
    case .report(let isNewer): encoder.acknowledgement(code: code, applied: isNewer)
    case .refusal(let refusal):
      encoder.failure(
        code: code, error: RequestError(refusal), rideStatus: rideStatus, cancellation: cost)
    }
  }

  /// What the log may say of the message.
  var note: Outcome.Note {
    var note = Outcome.Note(
      of: accepted.message, code: code, error: refusal.map { RequestError($0) })
    note.rideIdentifier = statuses.last?.rideIdentifier ?? note.rideIdentifier
    note.doubt = doubt
    note.notices = notices
    return note
  }

  /// An identity for what is told and not kept.
  private var unkept: StoredOutcome.Identity {
    StoredOutcome.Identity(
      key: OutcomeKey(
        operation: accepted.message.type.rawValue, scope: "",
        messageIdentifier: accepted.message.searchCause),
      digest: [])
  }
}

extension StoredOutcome {
  /// An outcome that says nothing yet.
  init(_ identity: Identity, at now: Instant) {
    self.init(
      key: identity.key, digest: identity.digest, response: [], changes: [], searches: [],
      storedAt: now)
  }
}

extension IncomingMessage {
  /// What names the cause of a search for vehicles: the message's own id, or the vehicle and its
  /// sequence.
  fileprivate var searchCause: String {
    if case .vehicleUpdate(let update) = intent {
      return "\(update.vehicleIdentifier)/\(update.sequence)"
    }
    return context.messageIdentifier ?? ""
  }
}
