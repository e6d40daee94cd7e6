import AMQP
import Fleet
import Messages
import Replay
import Rides

/// What a fleet publishes during a replay on its broker: responses, events, payment commands and
/// dead letters.
struct BrokerOutputs: ~Copyable {
  private var replies: ReplyQueue
  private var tap: RecordingTap

  init(_ configuration: Configuration) throws(ToolError) {
    let outputs: Set<String> = [
      Exchange.events, Exchange.help, Exchange.payments, Exchange.deadLetters,
    ]
    let replies = try ReplyQueue(configuration, role: "replay replies")
    let tap = try RecordingTap(
      configuration, RecordingTap.everything.filter { outputs.contains($0.exchange) })
    self.replies = replies
    self.tap = tap
  }

  /// The queue for answers.
  var address: String { replies.name }

  /// The publications received so far.
  mutating func receive() throws(ToolError) -> [Publication] {
    var received: [Publication] = []
    while let delivery = try replies.next(within: .zero) {
      received.append(Self.publication(delivery, exchange: Exchange.default))
    }
    while let delivery = try tap.next(within: .zero) {
      received.append(Self.publication(delivery, exchange: delivery.exchange))
    }
    return received
  }

  private static func publication(_ delivery: Delivery, exchange: String) -> Publication {
    Publication(
      exchange: exchange, routingKey: delivery.routingKey, mandatory: false,
      properties: delivery.properties, body: delivery.body)
  }

  /// Waits for input on either connection, or on others.
  func wait(with descriptors: [Int32], for limit: Duration) {
    guard !replies.hasBufferedInput, !tap.hasBufferedInput else { return }
    waitForInput([replies.descriptor, tap.descriptor] + descriptors, for: limit)
  }

  consuming func close() {
    replies.close()
    tap.close()
  }
}
