import JSON
import Messages
import RideHandlers
import RideStore
import Rides

/// A handler that does its work as it should, but for one defect.
final class DefectiveHandler: MessageHandler {
  /// What a defect makes of what is published; it may keep bytes from one message to the next.
  typealias Output = @Sendable (Delivery, inout [Publication], inout [String: [UInt8]]) -> Void
  /// What a defect makes of what came.
  typealias Input = @Sendable (inout Delivery) -> Void

  private let whole: any MessageHandler
  private let input: Input
  private let output: Output
  private var kept: [String: [UInt8]] = [:]

  init(
    _ whole: any MessageHandler, input: @escaping Input = { _ in },
    output: @escaping Output = { _, _, _ in }
  ) {
    self.whole = whole
    self.input = input
    self.output = output
  }

  var family: QueueFamily { whole.family }

  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    var deliveries = batch
    for place in deliveries.indices { input(&deliveries[place]) }
    var outcomes = try whole.handle(deliveries, at: now)
    for (place, delivery) in batch.enumerated() {
      output(delivery, &outcomes[place].publications, &kept)
    }
    return outcomes
  }

  func undelivered(_ responses: [Publication]) { whole.undelivered(responses) }

  func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? {
    whole.retry(of: response, causedBy: delivery)
  }
}

extension Publication {
  /// The `type` of the message.
  var type: String { properties.type ?? "" }

  /// The body as text.
  var text: String {
    get { String(decoding: body, as: UTF8.self) }
    set { body = Array(newValue.utf8) }
  }

  /// Changes each text and number of the body for which `change` returns another value.
  mutating func rewrite(_ change: @escaping (JSONRewriter.Scalar) -> JSONValue?) {
    let rewritten = try? JSONRewriter.rewrite(body, limits: .stored) { change($0)?.text }
    body = rewritten ?? body
  }
}
