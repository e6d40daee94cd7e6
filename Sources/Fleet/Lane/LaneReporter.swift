import AMQP
import Messages
import RideHandlers
import RideStore
import Rides

/// Reports the work of a lane to the log, the probes and the meters.
package struct LaneReporter: Sendable {
  private let log: Log
  private let health: LaneHealth
  /// Nil where it is not read.
  private let meter: LaneMeter?
  private let access: AccessLog?

  /// Reports to a log and to the probes.
  package init(log: Log, health: LaneHealth) {
    self.init(log: log, health: health, meter: nil)
  }

  /// `accessSample` is the share of messages with an access line at `info`; without it none has
  /// one, at `debug` neither.
  init(log: Log, health: LaneHealth, meter: LaneMeter?, accessSample: Double? = nil) {
    self.log = log
    self.health = health
    self.meter = meter
    access = accessSample.map { AccessLog(log: log, ratio: $0) }
  }

  func turned() { health.turn() }

  /// `storeAnswers` is whether the store has failed for no current batch; the maintenance of the
  /// store checks whether it answers at all.
  func connected(isConsuming: Bool, storeAnswers: Bool) {
    let isRecovered = storeAnswers && !health.now.storeAnswers
    health.update {
      $0.hasConsumer = isConsuming
      $0.publishes = true
      $0.storeAnswers = storeAnswers
      $0.missingPermission = nil
      $0.details = [:]
    }
    if isRecovered { log.info(.storeRecovered) }
    log.info(.laneConnected)
  }

  func consumes(_ isConsuming: Bool) {
    if health.now.hasConsumer != isConsuming { health.update { $0.hasConsumer = isConsuming } }
  }

  func stopped() {
    health.update { $0.hasConsumer = false }
  }

  /// `others` is how many messages of the batch before are not acknowledged.
  func took(_ batch: [Delivery], beside others: Int, at now: Instant) {
    meter?.took(batch, beside: others, at: now)
  }

  func seen(brokerCertificateEnd end: Int64?) { meter?.brokerCertificate.record(brokerEnds: end) }

  /// `count` is how many messages of the next batch have been received.
  func finished(leaving count: Int) { meter?.finished(leaving: count) }

  /// `timeInStore` is how long the lane's session has waited for the database in all.
  func began(timeInStore: Duration) { meter?.stages.began(timeInStore: timeInStore) }

  func acknowledged(in duration: Duration) { meter?.acknowledged(in: duration) }

  func publishes(_ count: Int) { meter?.publishing.began(count) }

  func answered(_ report: PublishReport, of publications: [Publication]) {
    meter?.publishing.answered(report, of: publications)
  }

  func brokerFailed(_ error: AMQPError) {
    meter?.publishing.lost(error)
    meter?.publishing.blocked(false)
    health.update {
      $0.hasConsumer = false
      $0.isBlocked = false
      $0.missingPermission = error.missingPermission
      $0.details[.consumer] = "\(error.code)"
    }
    if error.isRetriable {
      log.warning(.laneConnectionLost, [.error: .string("\(error)")])
    } else {
      log.error(.laneConnectionLost, [.error: .string("\(error)")])
    }
  }

  func storeFailed(_ error: StoreError) {
    meter?.count(error)
    let wasAnswering = health.now.storeAnswers
    health.update {
      $0.storeAnswers = false
      $0.details[.store] = error.code.rawValue
    }
    if wasAnswering || error.code == .failed || error.code == .denied {
      log.error(.storeUnavailable, [.error: .string("\(error)")])
    }
  }

  func waiting(for pause: Duration, attempt: Int) {
    log.info(
      .laneWaiting,
      [.attempt: .int(attempt), .retryInMilliseconds: .int(Int(pause.milliseconds))])
  }

  func blocked(_ isBlocked: Bool) {
    guard health.now.isBlocked != isBlocked else { return }
    health.update { $0.isBlocked = isBlocked }
    meter?.publishing.blocked(isBlocked)
    if isBlocked { log.warning(.brokerBlocked) } else { log.info(.brokerUnblocked) }
  }

  func unreadable(_ reasons: [String]) {
    for reason in reasons {
      meter?.deadLetters.add(word: "unreadable")
      log.warning(.messageDeadLettered, [.reason: .string(reason)])
    }
  }

  func dropped(_ dropped: [OutgoingBatch.Dropped]) {
    for item in dropped {
      meter?.dropped(item.publication, isKept: item.isKept)
      let fields: KeyValuePairs<LogKey, LogValue> = [
        .reason: .string(item.reason),
        .messageType: .string(LogText.messageType(item.publication.properties.type ?? "")),
        .messageIdentifier: .text(item.publication.properties.messageID),
      ]
      if item.isKept {
        log.warning(.messageDeadLettered, fields)
      } else if item.publication.exchange == Exchange.default {
        log.info(.responseDropped, fields)
      } else {
        // The handlers build only publications that AMQP can encode.
        log.error(.publicationDropped, fields)
      }
    }
  }

  func published(in duration: Duration, hasPublications: Bool) {
    if hasPublications { meter?.published(in: duration) }
    guard !health.now.publishes else { return }
    health.update {
      $0.publishes = true
      $0.missingPermission = nil
    }
  }

  func publisherFailed(_ error: AMQPError) {
    health.update { $0.missingPermission = error.missingPermission }
  }

  func unpublished(_ publications: [Publication], because reason: String, retryIn: Duration) {
    let exchange = publications.first?.exchange ?? ""
    health.update {
      $0.publishes = false
      $0.details[.publications] = "exchange \(exchange.isEmpty ? "amq.default" : exchange)"
    }
    log.error(
      .publicationsRefused,
      [
        .count: .int(publications.count), .reason: .string(reason),
        .exchange: .string(exchange),
        // The name of a reply queue is its requester's secret.
        .routingKey: .text(exchange.isEmpty ? nil : publications.first?.routingKey),
        .retryInMilliseconds: .int(Int(retryIn.milliseconds)),
      ])
  }

  func handled(
    _ outcomes: [Outcome], of batch: [Delivery], in duration: Duration, timeInStore: Duration,
    at taken: Instant
  ) {
    meter?.stages.handled(in: duration, timeInStore: timeInStore)
    meter?.handled(outcomes, of: batch, in: duration, at: taken)
    if !health.now.storeAnswers {
      health.update { $0.storeAnswers = true }
      log.info(.storeRecovered)
    }
    log.debug(
      .batchHandled,
      [
        .batch: .int(outcomes.count),
        .durationMilliseconds: .double(Double(duration.microseconds) / 1000),
      ])
    access?.handled(outcomes, of: batch, in: duration, at: taken)
    for (place, outcome) in outcomes.enumerated() {
      if let error = outcome.note.error, error.reason.isBreachOfRights {
        logBreach(batch[place], error)
      } else {
        logNote(outcome.note)
      }
    }
  }

  /// Logs a message that its sender was not permitted to send, with its user if the broker has
  /// verified it.
  private func logBreach(_ delivery: Delivery, _ error: RequestError) {
    let properties = delivery.properties
    log.warning(
      .messageNotPermitted,
      [
        .reason: .string(error.reason.rawValue), .path: .text(error.loggedPath),
        .exchange: .string(delivery.exchange),
        .routingKey: .string(LogText.messageType(delivery.routingKey)),
        .messageType: .string(LogText.messageType(properties.type ?? "")),
        .user: .text(properties.userID), .messageIdentifier: .text(properties.messageID),
      ])
  }

  private func logNotice(_ notice: Outcome.Note.Notice, of note: Outcome.Note) {
    let fields: KeyValuePairs<LogKey, LogValue> = [
      .messageType: .string(LogText.messageType(note.type)), .rideIdentifier: note.rideValue,
      .messageIdentifier: .text(note.messageIdentifier), .trace: .text(note.traceIdentifier),
    ]
    switch notice {
    case .refundDeclined: log.warning(.refundDeclined, fields)
    case .tipDeclined: log.info(.tipDeclined, fields)
    case .refundedTooMuch: log.error(.refundedTooMuch, fields)
    // Only the operator can return the money now.
    case .overpaid(.declined): log.error(.overpaid, fields)
    case .overpaid(.inProgress): log.warning(.overpaid, fields)
    case .overpaid(.completed): break
    case .startHeld: log.error(.startHeld, fields)
    case .helpCalled: log.error(.helpCalled, fields)
    case .absent(.vehicleStalled): log.warning(.vehicleStalled, fields)
    case .absent(.vehicleReplaced): log.warning(.vehicleReplaced, fields)
    case .absent(.vehicleSilent): log.warning(.vehicleSilent, fields)
    case .absent(.rideOverdue): log.error(.rideOverdue, fields)
    case .absent(.endedUnreported): log.error(.rideEndedUnreported, fields)
    }
  }

  private func logNote(_ note: Outcome.Note) {
    if let doubt = note.doubt {
      log.error(
        .fareDoubtful,
        [
          .reason: .string(doubt), .messageType: .string(LogText.messageType(note.type)),
          .rideIdentifier: note.rideValue, .messageIdentifier: .text(note.messageIdentifier),
          .trace: .text(note.traceIdentifier),
        ])
    }
    for notice in note.notices { logNotice(notice, of: note) }
    guard let error = note.error else { return }
    let fields: KeyValuePairs<LogKey, LogValue> = [
      .reason: .string(error.reason.rawValue), .path: .text(error.loggedPath),
      .messageType: .string(LogText.messageType(note.type)), .rideIdentifier: note.rideValue,
      .messageIdentifier: .text(note.messageIdentifier), .trace: .text(note.traceIdentifier),
    ]
    if error.reason == .unreadableRide {
      // Only the operator can repair it.
      log.error(.messageRefused, fields)
    } else if note.isDeadLetter {
      log.warning(.messageDeadLettered, fields)
    } else {
      log.info(.messageRefused, fields)
    }
  }
}
