import Messages
import RideStore
import Rides

/// The decision about a message, before it is stored.
struct Decision {
  let accepted: Triage.Accepted
  /// Nil for a vehicle's update, which its sequence identifies instead.
  let identity: StoredOutcome.Identity?
  var answer: Answer
  /// The key that keeps the quote of a booking from booking again.
  var quoteUse: StoredOutcome.Identity?
  /// The product of the booked ride.
  var product: ProductKey?
  /// The statuses that the message has caused, oldest first.
  var statuses: [RideStatus] = []
  /// The ride in the answer of a message that changed none.
  var shown: RideStatus?
  /// The cancellation fee, if it was the reason of the refusal.
  var cost: CancellationCost?
  /// Rides that need another search, because a vehicle may be free for them.
  var searches: [RideIdentifier] = []
  var money = MoneyEffects()
  /// The receipt that the message has led to.
  var receipt: RideReceipt?
  /// The event of the call for help that the message is.
  var sos: [UInt8]?
  /// The ended orders, whose results are sent to their requesters together with this answer.
  var ended: [EndedOrder] = []
  /// Changes of payments after the ride, for the log.
  var notices: [Outcome.Note.Notice] = []
  /// Why an operator should check the bill.
  var doubt: String?
  /// Why the position of a vehicle decides nothing.
  var flaw: Fix.Flaw?
  /// Whether it is the one by which the vehicle becomes suspect.
  var isSuspect = false
  /// The ride for which a due command searches a vehicle; nil if the ride did not wait when the
  /// command was handled.
  var seeking: RideIdentifier?
  /// Whether the only reason is the ride's waiting time: then the snapshot is enough.
  var isLook = false

  init(
    _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity?,
    answer: Answer = .acknowledgement
  ) {
    self.accepted = accepted
    self.identity = identity
    self.answer = answer
  }

  /// The answer to the sender.
  enum Answer {
    /// The booked ride; its area's profile decides the code (rules B3 to B5).
    case booking(Policies.BookingCodes)
    /// The canceled ride, and the fee.
    case cancellation(CancellationCost)
    /// The changed ride.
    case changed
    /// A vehicle's report was applied, or was not newer than the stored one.
    case report(isNewer: Bool)
    /// Success.
    case acknowledgement
    /// Accepted; another answer will have the result.
    case underWay
    case refusal(Refusal)
  }

  /// Whether the message has changed the status of a ride.
  func hasChanged(_ ride: RideIdentifier) -> Bool {
    statuses.contains { $0.rideIdentifier == ride }
  }

  /// Why it failed; nil if it succeeded.
  var refusal: Refusal? {
    guard case .refusal(let refusal) = answer else { return nil }
    return refusal
  }

  /// The code of the answer.
  var code: ResponseCode {
    switch answer {
    case .booking(let profile):
      statuses.last.map { PhaseCodes.code(for: $0.phase, profile: profile) } ?? .failure
    case .cancellation, .changed, .acknowledgement, .report: .success
    case .underWay: .inProgress
    case .refusal(let refusal):
      RefusalCodes.code(for: refusal.reason, of: accepted.message.type)
    }
  }

  /// Whether it is stored: a command without effect may be repeated.
  var isKept: Bool {
    guard identity != nil else { return false }
    return !(accepted.message.type == .rideDue && statuses.isEmpty && money.isEmpty)
  }
}

extension Decision {
  /// The stored outcome, from which a repeat is answered.
  func outcome(
    changes: [StatusChange], at now: Instant, _ encoder: inout ResponseEncoder
  ) -> StoredOutcome {
    var outcome = StoredOutcome(identity ?? unkept, at: now)
    let rideStatus: [UInt8]? =
      if let last = statuses.last, last.isVehicleAsked || last.startCode != nil {
        // The change names the vehicle, which is not published to the rider, or lacks the code,
        // which is for the rider alone.
        encoder.rideStatus(last)
      } else {
        changes.last?.status ?? shown.map { encoder.rideStatus($0) }
      }
    outcome.response = response(rideStatus: rideStatus, &encoder)
    outcome.changes = changes.map(\.key)
    outcome.statusRange = changes.last.flatMap {
      ResponseCoding.place(ofStatus: $0.status, in: outcome.response)
    }
    outcome.searches = searches
    outcome.payments = money.commands.map {
      String(decoding: PaymentMessage.encode($0), as: UTF8.self)
    }
    if let sos { outcome.payments.append(String(decoding: sos, as: UTF8.self)) }
    if let receipt {
      let context = accepted.message.context
      let event = RideReceiptEvent.encode(
        receipt, at: now, traceparent: context.traceparent, tracestate: context.tracestate)
      outcome.payments.append(String(decoding: event, as: UTF8.self))
    }
    return outcome
  }

  private func response(rideStatus: [UInt8]?, _ encoder: inout ResponseEncoder) -> [UInt8] {
    switch answer {
    case .booking, .changed: encoder.ride(code: code, rideStatus: rideStatus)
    case .cancellation(let cost):
      encoder.body {
        ResponseCoding.writeCancellation(
          code, fee: cost.fee, threshold: cost.threshold, status: rideStatus, into: &$0)
      }
    case .acknowledgement, .underWay: encoder.acknowledgement(code: code)
    case .report(let isNewer): encoder.acknowledgement(code: code, applied: isNewer)
    case .refusal(let refusal):
      // No answer shows a driver what the rider sees.
      encoder.failure(
        code: code, error: RequestError(refusal),
        rideStatus: accepted.message.type == .rideUpdate ? nil : rideStatus, cancellation: cost)
    }
  }

  /// The note of the message for the log.
  var note: Outcome.Note {
    var note = Outcome.Note(
      of: accepted.message, code: code, error: refusal.map { RequestError($0) })
    note.rideIdentifier = statuses.last?.rideIdentifier ?? note.rideIdentifier
    note.doubt = doubt
    note.flaw = flaw
    note.isSuspect = isSuspect
    note.notices = notices
    return note
  }

  /// An identity for an outcome that is not stored.
  private var unkept: StoredOutcome.Identity {
    StoredOutcome.Identity(
      key: OutcomeKey(
        operation: accepted.message.type.rawValue, scope: "",
        messageIdentifier: accepted.message.searchCause),
      digest: [])
  }
}

extension StoredOutcome {
  /// An empty outcome.
  init(_ identity: Identity, at now: Instant) {
    self.init(
      key: identity.key, digest: identity.digest, response: [], changes: [], searches: [],
      storedAt: now)
  }
}

extension IncomingMessage {
  /// The name of the cause of a search for vehicles: the message's id, or the vehicle and its
  /// sequence in its count.
  fileprivate var searchCause: String {
    if let update = intent.vehicleUpdate {
      let count = update.countsFrom.map { "\($0.microseconds)/" } ?? ""
      return "\(update.vehicleIdentifier)/\(count)\(update.sequence)"
    }
    return context.messageIdentifier ?? ""
  }
}
