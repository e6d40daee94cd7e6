import AMQP
import Messages
import RideHandlers
import RideStore
import Rides

/// The counters of one lane; the lane writes, the scrape reads.
///
/// Each message costs a few additions: its counter is found by comparing, not by hashing, and texts
/// are made only by the scrape.
final class LaneMeter: Sendable {
  /// The bounds that OpenTelemetry advises for durations in seconds.
  static let seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
  /// The columns of `requests`: the codes, and last the messages without a code.
  static let codes = ResponseCode.allCases.map(\.rawValue) + ["none", "repeat"]
  static let reasons = ErrorReason.allCases
  static let notices =
    [
      "refundDeclined", "tipDeclined", "refundedTooMuch", "overpaid", "fareDoubtful", "startHeld",
    ] + RideAlarm.allCases.map(\.rawValue) + ["helpCalled"]
  static let flaws = Fix.Flaw.allCases

  /// The rows of counts by type: the family's types, and last all others.
  let types: [String]
  let consumed = Counter()
  let redelivered = Counter()
  let repeated = Counter()
  /// Row after row.
  let requests: [Counter]
  let errors = LaneMeter.reasons.map { _ in Counter() }
  let deadLetters = DeadLetterMeter()
  let process: [Histogram]
  let age: [Histogram]
  let batchSize = Histogram(bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000])
  let stages = StageMeter()
  let publishing = PublishMeter()
  let acknowledging = Histogram(bounds: LaneMeter.seconds)
  let storeErrors = StoreError.Code.allCases.map { _ in Counter() }
  let moneyNotices = LaneMeter.notices.map { _ in Counter() }
  let ignoredPositions = LaneMeter.flaws.map { _ in Counter() }
  let suspectedVehicles = Counter()
  /// How long the rides had waited to which this lane assigned vehicles.
  let searches = Histogram(bounds: [1, 5, 10, 30, 60, 120, 300, 600, 1_800])
  /// The estimates, each with the errors by which it was missed too early and too late.
  static let estimates = EstimateError.Estimate.allCases.flatMap { estimate in
    ["early", "late"].map { [estimate.rawValue, $0] }
  }
  /// By how much rides came or ended too early or too late, in the order of `estimates`.
  let estimateErrors = LaneMeter.estimates.map { _ in
    Histogram(bounds: [30, 60, 120, 180, 300, 600, 900, 1_800])
  }
  let inHand = Gauge()
  /// When the current batch was received, in microseconds since 1970.
  private let takenAt = Gauge()
  /// When the oldest unacknowledged message was sent, in microseconds since 1970; 0 without one.
  let oldest = Gauge()
  /// The same of the latest batch, while the batch before is not acknowledged.
  private let oldestAhead = Gauge()

  /// Of the whole process.
  let brokerCertificate: CertificateMeter

  init(family: QueueFamily, certificates: CertificateMeter = CertificateMeter(nil)) {
    brokerCertificate = certificates
    types = MessageType.allCases.filter { $0.family == family }.map(\.rawValue) + ["other"]
    requests = (0..<types.count * Self.codes.count).map { _ in Counter() }
    process = types.map { _ in Histogram(bounds: Self.seconds) }
    age = types.map { _ in Histogram(bounds: Self.seconds + [30, 60, 300, 900]) }
  }

  /// Counts a received batch, while `others` earlier messages are not acknowledged.
  func took(_ batch: [Delivery], beside others: Int = 0, at now: Instant) {
    consumed.add(batch.count)
    inHand.value = others + batch.count
    guard !batch.isEmpty else { return }
    batchSize.record(Double(batch.count))
    stages.took()
    takenAt.value = Int(now.microseconds)
    var first = now.microseconds
    var again = 0
    for delivery in batch {
      if delivery.redelivered { again += 1 }
      if let sent = Self.sent(delivery.properties.timestamp, before: now) {
        first = min(first, sent)
      }
    }
    if again > 0 { redelivered.add(again) }
    oldestAhead.value = Int(first)
    oldest.value = others == 0 ? Int(first) : min(oldest.value, Int(first))
  }

  /// Records how far an estimate was off.
  func missed(_ error: EstimateError) {
    let side = error.seconds < 0 ? "early" : "late"
    guard let place = Self.estimates.firstIndex(of: [error.estimate.rawValue, side]) else { return }
    estimateErrors[place].record(abs(error.seconds))
  }

  /// Counts an error of the store.
  func count(_ error: StoreError) {
    if let place = StoreError.Code.allCases.firstIndex(of: error.code) { storeErrors[place].add() }
  }

  /// Records that all of a batch is published and confirmed.
  func published(in duration: Duration) {
    stages.confirmed(in: duration)
    publishing.duration.record(duration)
    publishing.unconfirmed.value = 0
  }

  /// Records how long an acknowledgement took to be written.
  func acknowledged(in duration: Duration) { acknowledging.record(duration) }

  /// Counts a dropped publication; `isKept` counts the dead letter in place of a response.
  func dropped(_ publication: Publication, isKept: Bool) {
    publishing.dropped[PublishMeter.Kind(publication).index].add()
    if isKept { deadLetters.add(.responseRefused) }
  }

  /// Records that every message is acknowledged or returned to the broker, except `count` messages
  /// of the latest batch.
  func finished(leaving count: Int) {
    inHand.value = count
    oldest.value = count == 0 ? 0 : oldestAhead.value
    publishing.began(0)
  }

  /// Counts a batch that was handled; `begun` is when the batch was begun, the last time.
  func handled(
    _ outcomes: [Outcome], of batch: [Delivery], in duration: Duration, at begun: Instant
  ) {
    let spent = duration / .seconds(1)
    // The time that the store then needs does not count as age.
    let taken = takenAt.value > 0 ? Instant(microseconds: Int64(takenAt.value)) : begun
    var row = 0
    for place in outcomes.indices {
      if types[row] != outcomes[place].note.type {
        row = types.firstIndex(of: outcomes[place].note.type) ?? types.count - 1
      }
      process[row].record(spent)
      count(outcomes, place, row)
      let requested = outcomes[place].note.requestedAt?.microseconds(near: taken)
      if let sent = requested ?? Self.sent(batch[place].properties.timestamp, before: taken) {
        age[row].record(max(0, Double(taken.microseconds - sent) / 1_000_000))
      }
    }
  }

  private func count(_ outcomes: [Outcome], _ place: Int, _ row: Int) {
    let isRepeat = outcomes[place].note.isRepeat
    let code = outcomes[place].note.code.flatMap { ResponseCode.allCases.firstIndex(of: $0) }
    let column = isRepeat ? Self.codes.count - 1 : code ?? Self.codes.count - 2
    requests[row * Self.codes.count + column].add()
    if isRepeat { repeated.add() }
    if let reason = outcomes[place].note.error?.reason {
      if let place = Self.reasons.firstIndex(of: reason) { errors[place].add() }
      if outcomes[place].note.isDeadLetter { deadLetters.add(reason) }
    }
    if outcomes[place].note.doubt != nil { moneyNotices[4].add() }
    if let flaw = outcomes[place].note.flaw.flatMap({ Self.flaws.firstIndex(of: $0) }) {
      ignoredPositions[flaw].add()
      if outcomes[place].note.isSuspect { suspectedVehicles.add() }
    }
    for notice in outcomes[place].note.notices { moneyNotices[Self.index(of: notice)].add() }
  }

  private static func index(of notice: Outcome.Note.Notice) -> Int {
    switch notice {
    case .refundDeclined: 0
    case .tipDeclined: 1
    case .refundedTooMuch: 2
    case .overpaid: 3
    case .startHeld: 5
    case .absent(let alarm): 6 + (RideAlarm.allCases.firstIndex(of: alarm) ?? 0)
    case .helpCalled: 6 + RideAlarm.allCases.count
    }
  }

  /// A property `timestamp` in microseconds since 1970, where it can be one: clients write seconds
  /// or milliseconds there.
  ///
  /// Nil without one, and if it is more than a day away.
  static func sent(_ timestamp: UInt64?, before now: Instant) -> Int64? {
    guard let timestamp, timestamp < 100_000_000_000_000 else { return nil }
    let scale: Int64 = timestamp < 100_000_000_000 ? 1_000_000 : 1_000
    return Instant(microseconds: Int64(timestamp) * scale).microseconds(near: now)
  }
}

extension Instant {
  /// The microseconds since 1970; nil for more than a day before or after, which no queue explains.
  func microseconds(near now: Instant) -> Int64? {
    (now.microseconds - 86_400_000_000...now.microseconds + 86_400_000_000).contains(microseconds)
      ? microseconds : nil
  }
}

/// How many messages became dead letters, by their reason.
///
/// The reasons are a closed list, since anyone can write any text into a header.
final class DeadLetterMeter: Sendable {
  /// The broker's own reasons, and messages that a worker could not read.
  private static let others = ["delivery-limit", "expired", "maxlen", "rejected", "unreadable"]
  /// Refusals of the domain are answered and not kept.
  private static let own = ErrorReason.allCases.filter(\.makesDeadLetters)
  static let reasons = own.map(\.headerValue) + others + ["other"]

  private let counts = DeadLetterMeter.reasons.map { _ in Counter() }

  /// Counts one of a worker.
  func add(_ reason: ErrorReason) {
    counts[Self.own.firstIndex(of: reason) ?? Self.reasons.count - 1].add()
  }

  /// Counts one whose reason is only a text, such as the broker's `delivery_limit`.
  func add(word: String) {
    let name = word.replacing("_", with: "-")
    counts[Self.reasons.firstIndex(of: name) ?? Self.reasons.count - 1].add()
  }

  /// The number of each reason; the broker's and the most frequent reasons are listed from the
  /// start, so that the first one is an increase.
  var values: [(reason: String, count: UInt64)] {
    zip(Self.reasons, counts).map { ($0, $1.value) }
  }
}
