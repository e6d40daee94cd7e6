package import Rides

/// A message that could not be handled, kept whole with the reason.
package struct DeadLetter: Hashable, Sendable {
  package var delivery: Delivery
  package var family: QueueFamily
  package var error: RequestError
  package var failedAt: Instant
  /// The name of the worker that gave it up.
  package var worker: String

  package init(
    delivery: Delivery, family: QueueFamily, error: RequestError, failedAt: Instant, worker: String
  ) {
    self.delivery = delivery
    self.family = family
    self.error = error
    self.failedAt = failedAt
    self.worker = worker
  }

  /// The message for the family's dead-letter queue: body and properties as they came, except what
  /// would make the broker drop it, refuse it, send it elsewhere or mistake its history; texts that
  /// are not UTF-8 are headers.
  package var publication: Publication {
    var properties = delivery.properties
    // A dead letter stays until an operator decides; and the broker refuses a publication in the
    // name of another user.
    properties.expiration = nil
    properties.userID = nil
    properties.deliveryMode = 2
    properties.headers = delivery.properties.headers.filter { !Self.isDropped($0.name) } + headers
    return Publication(
      exchange: Exchange.deadLetters, routingKey: family.deadLetterKey, mandatory: true,
      properties: properties, body: delivery.body)
  }

  private var headers: [Header] {
    // Only a redriver can publish there. So that the letter is found that has died again.
    let isRedriven = Role(exchange: delivery.exchange) == .redrive
    let history = DeadLetterHistory(
      isByWorker: true, reason: error.reason.headerValue,
      message: error.message.clipped(toBytes: 1024), path: error.path, failedAt: failedAt,
      worker: worker, exchange: firstExchange, routingKey: delivery.routingKey,
      redrive: isRedriven ? DeadLetterHistory.Redrive(delivery.properties) : nil)
    var headers = history.headers
    for text in delivery.properties.notUTF8 {
      headers.append(Header("x-livery-bytes-\(text.name)", text.value))
    }
    return headers
  }

  /// Where the message was first published to, by the broker's word.
  ///
  /// Of one that was sent again it is the exchange of the role that it was judged by.
  private var firstExchange: String {
    guard Role(exchange: delivery.exchange) == .redrive else { return delivery.exchange }
    return (try? Origin(of: delivery, family: family))?.role.exchange ?? delivery.exchange
  }

  /// Whether the broker counts deliveries in it.
  static func isCount(_ name: String) -> Bool {
    name == "x-delivery-count" || name == "x-acquired-count"
  }

  /// Headers of an earlier dead letter, those that the broker wrote, and `CC` and `BCC`, by which
  /// it would route copies into the dead-letter queues of other families.
  private static func isDropped(_ name: String) -> Bool {
    isCount(name) || ReservedHeader.isReserved(name) || ReservedHeader.routesCopies(name)
  }
}
