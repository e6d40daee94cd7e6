package import Rides

/// A message that could not be handled, kept whole with the reason.
package struct DeadLetter: Hashable, Sendable {
  package var delivery: Delivery
  package var family: QueueFamily
  package var error: ErrorBody
  package var failedAt: Instant
  /// The name of the worker that gave it up.
  package var worker: String

  package init(
    delivery: Delivery, family: QueueFamily, error: ErrorBody, failedAt: Instant, worker: String
  ) {
    self.delivery = delivery
    self.family = family
    self.error = error
    self.failedAt = failedAt
    self.worker = worker
  }

  /// The message for the family's dead-letter queue: body and properties as they came, but for what
  /// would make the broker drop it, refuse it, send it elsewhere or mistake its history; texts that
  /// are not UTF-8 are headers.
  package var publication: Publication {
    var properties = delivery.properties
    // A dead letter stays until somebody decides; and the broker lets nobody publish in another
    // user's name.
    properties.expiration = nil
    properties.userID = nil
    properties.deliveryMode = 2
    properties.headers = delivery.properties.headers.filter { !Self.isDropped($0.name) } + headers
    return Publication(
      exchange: Exchange.deadLetters, routingKey: family.routingKey, mandatory: true,
      properties: properties, body: delivery.body)
  }

  private var headers: [Header] {
    var headers = [Header("x-livery-reason", .string(error.reason.headerValue))]
    headers.append(Header("x-livery-message", .string(error.message.clipped(toBytes: 1024))))
    if let path = error.path { headers.append(Header("x-livery-path", .string(path))) }
    headers.append(Header("x-livery-failed-at", .string(failedAt.rfc3339)))
    headers.append(Header("x-livery-worker", .string(worker)))
    headers.append(first("x-livery-exchange", otherwise: delivery.exchange))
    headers.append(first("x-livery-routing-key", otherwise: delivery.routingKey))
    for text in delivery.properties.notUTF8 {
      headers.append(Header("x-livery-bytes-\(text.name)", text.value))
    }
    return headers
  }

  /// Where the message was first published to: what an earlier dead letter of it says, if there was
  /// one.
  private func first(_ name: String, otherwise value: String) -> Header {
    Header(name, delivery.properties.header(name) ?? .string(value))
  }

  /// Headers of an earlier dead letter, those that the broker wrote, and `CC` and `BCC`, by which
  /// it would route copies into the dead-letter queues of other families.
  private static func isDropped(_ name: String) -> Bool {
    ["x-death", "x-delivery-count", "x-acquired-count", "CC", "BCC"].contains(name)
      || ["x-first-death-", "x-last-death-", "x-livery-"].contains { name.hasPrefix($0) }
  }
}
