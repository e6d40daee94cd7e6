import Messages

/// The queues of the world, and the connections of its lanes.
struct Broker: Sendable {
  /// A message on its way.
  struct Message: Sendable {
    /// Tells it from all others; a message that is sent twice is two.
    let serial: Int
    let publication: Publication
    /// How often it was delivered in vain.
    var deliveries = 0
    /// Whether it was delivered before, counted or not.
    var redelivered = false
  }

  /// A lane's consumer and its channel.
  struct Consumer: Sendable {
    let family: QueueFamily
    /// What was delivered and not acknowledged, by rising tags.
    var unacknowledged: [(tag: UInt64, message: Message)] = []
    /// The last tag that the lane has taken; what is beyond is on its way to it.
    var taken: UInt64 = 0
    var nextTag: UInt64 = 1
    var isCancelled = false
    /// The connection is gone, and the lane has not noticed.
    var isLost = false
  }

  /// A lane's publishing connection.
  struct Publisher: Sendable {
    var batch: [Publication] = []
    var failures: [PublishFailureNote] = []
    /// How many of the batch the broker has seen to.
    var settled = 0
    /// What the broker has taken note of and does not answer for.
    var unanswered: [Int] = []
    var isLost = false
  }

  /// What became of a publication that did not arrive.
  struct PublishFailureNote: Sendable {
    let index: Int
    let isRefusal: Bool
  }

  var queues: [QueueFamily: [Message]] = [:]
  var consumers: [Consumer?] = Array(repeating: nil, count: Seat.fleet.count)
  var publishers: [Publisher?] = Array(repeating: nil, count: Seat.fleet.count)
  /// The changes that each lane has handled in its life and does not know to be confirmed, batch by
  /// batch.
  var handled: [[Set<String>]] = Array(repeating: [], count: Seat.fleet.count)
  /// Commands to the payment system that it has not seen.
  var payments: [Publication] = []
  /// What reached the delivery limit.
  var exhausted: [(family: QueueFamily, message: Message)] = []
  /// Reply queues that were deleted.
  var gone: Set<String> = []
  /// Until when the broker confirms nothing for reply queues.
  var silent: [String: Int64] = [:]
  /// Until when reply queues are full.
  var full: [String: Int64] = [:]
  var blockedUntil: Int64 = 0
  private var serial = 0

  /// Puts a publication into a queue.
  mutating func enqueue(_ publication: Publication, _ family: QueueFamily) {
    serial += 1
    queues[family, default: []].append(Message(serial: serial, publication: publication))
  }

  /// Whether a lane that waits for input has some.
  func hasInput(_ seat: Int) -> Bool {
    guard let consumer = consumers[seat], !consumer.isLost, !consumer.isCancelled else {
      return true
    }
    if let last = consumer.unacknowledged.last, last.tag > consumer.taken { return true }
    return !(queues[consumer.family] ?? []).isEmpty
  }

  /// Whether no message is in a queue or in a lane's hands.
  var isEmpty: Bool {
    queues.values.allSatisfy(\.isEmpty) && payments.isEmpty
      && consumers.allSatisfy { $0?.unacknowledged.isEmpty ?? true }
  }

  /// What is in the queues and with the consumers, in words.
  var load: String {
    let ready = queues.map { "\($0.key.rawValue) \($0.value.count)" }.sorted()
    let held = consumers.enumerated().map { "lane \($0): \($1?.unacknowledged.count ?? -1)" }
    return (ready + held).joined(separator: ", ")
  }
}

extension Broker.Message {
  /// The message as a consumer gets it.
  func delivery(tag: UInt64) -> Delivery {
    var properties = publication.properties
    if deliveries > 0 {
      properties.headers.append(Header("x-delivery-count", .integer(Int64(deliveries))))
    }
    return Delivery(
      deliveryTag: tag, redelivered: redelivered, exchange: publication.exchange,
      routingKey: publication.routingKey, properties: properties, body: publication.body)
  }
}
