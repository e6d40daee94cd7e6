import Messages
import RideStore
import Rides

/// What is known of the messages of a batch that write: which were handled before, in an earlier
/// batch or in this one.
///
/// The same id with the same content is answered with the stored outcome; with other content it is
/// a conflict.
struct Repeats {
  /// What a message that writes is to become.
  enum Verdict {
    /// It is new.
    case new(StoredOutcome.Identity)
    /// It was handled; its outcome is told again.
    case again(StoredOutcome)
    /// Its id was used for other content.
    case conflict(ErrorBody)
  }

  private var known: [OutcomeKey: StoredOutcome]

  /// The outcomes already stored for the keys, in one read.
  init(_ keys: [OutcomeKey], in store: any RideStore) throws(StoreError) {
    known = keys.isEmpty ? [:] : try store.outcomes(keys)
  }

  /// What this message is to become.
  func verdict(on identity: StoredOutcome.Identity) -> Verdict {
    guard let stored = known[identity.key] else { return .new(identity) }
    guard stored.digest == identity.digest else {
      return .conflict(Self.conflict(identity.key, "another request"))
    }
    return .again(stored)
  }

  /// What is told of an id that was used for something else.
  static func conflict(_ key: OutcomeKey, _ other: String) -> ErrorBody {
    ErrorBody(
      .conflictingMessageIdentifier,
      "message_id \(key.messageIdentifier) was used before for \(other)", path: "message_id")
  }

  /// Remembers an outcome of this batch, for messages that come later in it.
  mutating func remember(_ outcome: StoredOutcome) { known[outcome.key] = outcome }

  /// The outcomes of messages that came before, with the changes that they tell: those of this
  /// batch, and in one read those of the history.
  func retold(
    _ again: [(accepted: Triage.Accepted, key: OutcomeKey)],
    beside fresh: [StatusChangeKey: StatusChange], in store: any RideStore
  ) throws(StoreError) -> Retold {
    let outcomes = again.compactMap { item in
      known[item.key].map { (accepted: item.accepted, outcome: $0) }
    }
    let keys = Set(outcomes.flatMap(\.outcome.changes)).filter { fresh[$0] == nil }
    let earlier = keys.isEmpty ? [:] : try store.statusChanges(keys.sorted())
    return Retold(outcomes: outcomes, changes: fresh.merging(earlier) { fresh, _ in fresh })
  }

  /// Outcomes to be told again.
  struct Retold {
    let outcomes: [(accepted: Triage.Accepted, outcome: StoredOutcome)]
    let changes: [StatusChangeKey: StatusChange]
  }
}

extension StoredOutcome {
  /// What makes a message the same message, and what makes its content the same content.
  struct Identity: Hashable {
    let key: OutcomeKey
    let digest: [UInt8]
  }
}

extension IncomingMessage {
  /// The identity of a message that writes; nil for one that carries no id because it needs none.
  func identity(digest: ([UInt8]) -> [UInt8]) -> StoredOutcome.Identity? {
    guard let messageIdentifier = context.messageIdentifier, let scope = intent.scope else {
      return nil
    }
    return StoredOutcome.Identity(
      key: OutcomeKey(
        operation: type.rawValue, scope: scope, messageIdentifier: messageIdentifier),
      digest: digest(IntentBody.encode(intent)))
  }
}

extension Intent {
  /// Within whom an id counts; nil for intents that only ask.
  fileprivate var scope: String? {
    switch self {
    case .requestRide(let intent): intent.riderIdentifier.rawValue
    case .rideUpdate(let report): report.vehicleIdentifier.rawValue
    case .rideDue(let due): due.rideIdentifier.rawValue
    case .listRideOptions, .getRideStatus, .vehicleUpdate: nil
    }
  }
}
