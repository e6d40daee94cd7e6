import Messages
import RideStore
import Rides

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
