import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides

/// What must be true whenever the broker takes something.
extension World {
  /// An event tells a change that is stored, in the same words each time.
  mutating func checkEvent(_ event: Publication) {
    let id = event.properties.messageID ?? ""
    if let earlier = record.events[id], earlier != event.body { object("the event \(id) forks") }
    guard let key = StatusChangeKey(eventID: id) else { return object("an event is called \(id)") }
    guard let change = try? committed.statusChanges([key])[key] else {
      return object("the event \(id) tells a change that is not stored")
    }
    let told = RideStatusEvent(
      rideIdentifier: key.rideIdentifier, sequence: key.sequence, phase: change.phase,
      occurredAt: change.occurredAt, status: change.status, traceparent: change.traceparent,
      tracestate: change.tracestate
    ).publication
    if told.body != event.body { object("the event \(id) differs from the history") }
    if event.body.shownStartCode != nil { object("the event \(id) has a start code") }
  }

  /// A response answers a letter, and shows what is stored.
  mutating func checkResponse(_ response: Publication) {
    let correlation = response.properties.correlationID ?? ""
    guard let letter = producers.letters[correlation] else {
      return object("a response to \(correlation), which nobody has sent")
    }
    checkStartCode(of: response, to: letter)
    checkShare(response, to: letter)
    guard let key = response.shownStatus,
      ![.requestRideConfirm, .changeRideConfirm].contains(letter.type)
    else { return }
    guard let stored = try? committed.statusChanges([key])[key] else {
      return object("the response to \(correlation) shows \(key), which is not stored")
    }
    if response.body.text(after: "\"phase\":\"") != stored.phase.rawValue {
      object("the response to \(correlation) shows \(key) in another phase than is stored")
    }
  }

  /// A message that is acknowledged is done with: answered or kept, stored and published.
  mutating func checkAcknowledged(_ message: Broker.Message) {
    guard let correlation = message.publication.properties.correlationID,
      let letter = producers.letters[correlation]
    else { return }
    guard !record.deadLetters.contains(correlation) else { return }
    if letter.publication.properties.replyTo != nil, !isAnswered(correlation) {
      object("\(correlation) is acknowledged and not answered")
    }
    if case .vehicleUpdate(let update) = letter.intent {
      let id = update.vehicleIdentifier
      // What was counted before is old.
      guard update.countsFrom == producers.counts[id] else { return }
      let vehicle = (try? committed.vehicles([id]))?[id]
      let before = vehicle?.conduct.flatMap(VehicleConductCoding.decode)?.countedBefore ?? 0
      let reached = (vehicle?.sequence ?? 0) - before
      if reached < update.sequence { object("\(correlation) is acknowledged and not stored") }
    } else {
      checkTold(letter)
    }
  }

  private func isAnswered(_ correlation: String) -> Bool {
    record.responses[correlation] != nil || record.returns.contains(correlation)
  }

  /// What is kept of a letter is published before the letter is acknowledged.
  private mutating func checkTold(_ letter: Producers.Letter) {
    guard let key = letter.key, let intent = letter.intent else { return }
    let correlation = letter.correlation
    let isSilent = letter.publication.properties.replyTo == nil
    // A contested message publishes nothing, and may yet be carried out.
    if !isSilent, record.responses[correlation]?.last?.isPassing ?? true { return }
    let kept = try? committed.outcomes([key])[key]
    guard let outcome = kept, outcome.digest == naming.digest(of: intent) else {
      if isSilent { object("\(correlation) is acknowledged and nothing is kept of it") }
      return
    }
    for change in outcome.changes
    where record.events["\(change.rideIdentifier)/\(change.sequence)"] == nil {
      object("\(correlation) is acknowledged before the event of \(change)")
    }
    for payment in outcome.payments {
      if let event = StoredEvent.publication(of: Array(payment.utf8)) {
        checkTold(event, of: letter)
        continue
      }
      let id = Array(payment.utf8).text(after: "\"key\":\"") ?? ""
      if record.payments[id] == nil {
        object("\(correlation) is acknowledged before the payment \(id)")
      }
    }
  }
}

extension Producers.Letter {
  /// What the store keeps the outcome under; nil where nothing is kept.
  var key: OutcomeKey? {
    guard let type, !type.onlyAsks, let scope, let id = publication.properties.messageID else {
      return nil
    }
    return OutcomeKey(operation: type.rawValue, scope: scope, messageIdentifier: id)
  }
}

extension Publication {
  /// Whether an answer is one of those of which nothing is kept: another may follow.
  var isPassing: Bool {
    let passing = [
      "conflictingMessageIdentifier", "contested", "deadlineExceeded", "unreadableRide",
    ]
    guard let reason = body.text(after: "\"reason\":\"") else { return false }
    return passing.contains(reason)
  }
}

extension StatusChangeKey {
  init?(eventID id: String) {
    let parts = id.split(separator: "/")
    guard parts.count == 2, let sequence = Int(parts[1]) else { return nil }
    self.init(rideIdentifier: RideIdentifier(String(parts[0])), sequence: sequence)
  }
}

extension Publication {
  /// The ride and the sequence that a response shows; nil when it shows none.
  var shownStatus: StatusChangeKey? {
    guard let ride = body.text(after: "\"rideStatus\":{\"rideIdentifier\":\""),
      let sequence = body.number(after: "\"sequence\":")
    else { return nil }
    return StatusChangeKey(rideIdentifier: RideIdentifier(ride), sequence: sequence)
  }
}
