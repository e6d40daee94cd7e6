import Messages
import RideHandlers
import RideStore
import Rides

/// A handler that fails as often as a test asks and then gives one publication for each message.
final class ScriptedHandler: MessageHandler {
  let family = QueueFamily.listOptions
  /// One error for each batch, then none.
  var failures: [StoreError?] = []
  /// One answer for each look at the store, then it answers.
  var checks: [StoreError?] = []
  /// Where the publications go.
  var exchange = Exchange.default
  /// Whether responses go to the address of their message.
  var repliesToAddress = false
  /// The headers of what each message has published.
  var headers: (Delivery) -> [Header] = { _ in [] }
  /// Why an operator should review what each message has billed.
  var doubt: String?
  /// What each message has brought of money after a ride.
  var notices: [Outcome.Note.Notice] = []
  /// What is published in place of a response that was refused for too long.
  var retry: Publication?
  var onHandle: () -> Void = {}
  private(set) var batches: [[UInt64]] = []
  /// For each batch whether all of it may have been handled before.
  private(set) var repeats: [Bool] = []
  /// The responses without a receiver that it was notified of.
  fileprivate(set) var undelivered: [Publication] = []

  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    batches.append(batch.map(\.deliveryTag))
    repeats.append(batch.allSatisfy(\.redelivered))
    onHandle()
    if !failures.isEmpty, let error = failures.removeFirst() { throw error }
    return batch.map { delivery in
      let publication = Publication(
        exchange: exchange,
        routingKey: (repliesToAddress ? delivery.properties.replyTo : nil) ?? "replies",
        mandatory: true,
        properties: MessageProperties(
          headers: headers(delivery), type: "list-ride-options.handle.response"),
        body: delivery.body)
      var note = Outcome.Note(
        of: MessageContext(
          type: "list-ride-options.handle", messageIdentifier: "m-1",
          traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
      note.rideIdentifier = RideIdentifier("abcdefghijklmnopqrstuvwx27")
      note.doubt = doubt
      note.notices = notices
      return Outcome(publications: [publication], note: note)
    }
  }
}

extension ScriptedHandler {
  func checkStore() throws(StoreError) {
    if !checks.isEmpty, let error = checks.removeFirst() { throw error }
  }

  func undelivered(_ responses: [Publication]) { undelivered += responses }

  func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? { retry }
}

extension StoreError {
  static let denied = StoreError(.denied, operation: "insert", detail: "as the test wants it")
  static let away = StoreError(.unavailable, operation: "commit", detail: "as the test wants it")
}
