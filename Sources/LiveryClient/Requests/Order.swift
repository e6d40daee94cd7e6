import Envelope
import Glibc
import LiveryMessages
import Synchronization

/// A request as it is handed to the thread of the connection.
struct Order: Sendable {
  /// The number by which the caller withdraws it.
  var number: Int
  /// The number of an open order that it is about, whose correlation it has.
  var about: Int?
  let message: OutgoingRequest
  let limits: RequestMachine.Limits
  let receiver: any Receiver
}

/// A request as a message; repeats differ in `reply_to` alone.
struct OutgoingRequest: Sendable {
  let exchange: String
  let type: String
  let identifier: String
  private let headers: [Header]
  private let body: [UInt8]

  /// - Parameter limit: after which the fleet is not to begin it.
  init<Request: RideRequest>(
    _ request: Request, from sender: Sender, identifier: String, within limit: Duration?
  ) {
    exchange = sender.exchange
    type = Request.type
    self.identifier = identifier
    let now = Instant.now
    let moments = [
      ("requested-at", now), ("deadline", limit.map { now + $0 }),
    ]
    headers =
      [Header("strict", .bool(true))]
      + moments.compactMap { name, moment in
        moment.map { Header(name, .string($0.description)) }
      }
    body = request.body()
  }

  /// The most bytes of a body that the fleet reads.
  static let bodyLimit = 64 << 10

  /// The bytes of the body.
  var bodySize: Int { body.count }

  /// The `type` of its answers.
  var answerType: String { "\(type).response" }

  /// The message, to be answered to a queue.
  func publication(replyTo queue: String, correlation: String) -> Publication {
    Publication(
      exchange: exchange, routingKey: type, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", headers: headers, deliveryMode: 2,
        correlationID: correlation, replyTo: queue, messageID: identifier, type: type),
      body: body)
  }

  /// An identifier that no other request has: 128 random bits of this process, and a number.
  static func newIdentifier() -> String {
    "\(process)-\(count.add(1, ordering: .relaxed).newValue)"
  }

  private static let count = Atomic<Int>(0)
  private static let process = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]
    .map { String($0, radix: 36) }.joined()
}

extension Instant {
  /// The present moment, by the clock of the machine.
  fileprivate static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  fileprivate static func + (moment: Instant, duration: Duration) -> Instant {
    // Who waits for longer than a century waits forever.
    let century = Duration.seconds(100 * 366 * 86_400)
    let (seconds, attoseconds) = max(.zero - century, min(duration, century)).components
    return Instant(
      microseconds: moment.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
