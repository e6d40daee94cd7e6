package import Rides

/// A message that could not be handled, kept whole with the reason.
package struct DeadLetter: Sendable {
  package var delivery: Delivery
  package var family: QueueFamily
  package var error: RequestError
  package var failedAt: Instant
  /// The name of the worker that rejected it.
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

  /// The message for the family's dead-letter queue.
  ///
  /// Body and properties are unchanged, except properties that would make the broker drop, refuse
  /// or reroute it or misread its history; texts that are not UTF-8 become headers.
  package var publication: Publication {
    var properties = delivery.properties
    // A dead letter must not expire, and the broker refuses a publication with the `user_id` of
    // another user.
    properties.expiration = nil
    properties.userID = nil
    properties.deliveryMode = 2
    properties.headers = delivery.properties.headers.filter { !Self.isDropped($0.name) } + headers
    return Publication(
      exchange: Exchange.deadLetters, routingKey: family.deadLetterKey, mandatory: true,
      properties: properties, body: delivery.body)
  }

  private var headers: [Header] {
    // Only a redriver can publish there. The header identifies the stored letter.
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

  /// The exchange to which the message was first published, as the broker reports it; for a
  /// redriven message, the exchange of the role whose rights were checked.
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
