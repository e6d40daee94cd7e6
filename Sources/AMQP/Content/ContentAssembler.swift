import Envelope

/// Puts the frames of a message together: a method, a header, and bodies until the size is reached.
///
/// It is a value without the library, so that tests can try every order of frames.
struct ContentAssembler: Sendable {
  /// The method that announces a message.
  enum Head: Hashable, Sendable {
    case delivery(consumerTag: String, deliveryTag: UInt64, redelivered: Bool, route: Route)
    case returned(replyCode: UInt16, replyText: String, route: Route)
  }

  /// Where a message was published to.
  struct Route: Hashable, Sendable {
    var exchange: String
    var routingKey: String
  }

  /// A whole message; of one that exceeds a limit only its head and the reason are kept.
  enum Content: Hashable, Sendable {
    case message(Head, MessageProperties, body: [UInt8])
    case unreadable(Head, reason: String)
  }

  /// What is kept of a message that exceeds a limit.
  struct Unreadable: Error, Hashable, Sendable {
    var reason: String
  }

  private enum Phase {
    case idle, announced, collecting
  }

  private var phase = Phase.idle
  private var head: Head?
  private var properties = MessageProperties()
  private var unreadable: Unreadable?
  private var missing: UInt64 = 0
  private var body: [UInt8] = []
  private let sizeLimit: UInt64

  /// - Parameter sizeLimit: the largest body kept, in bytes; the library would trust any size.
  init(sizeLimit: UInt64 = 16 << 20) {
    self.sizeLimit = sizeLimit
  }

  mutating func begin(_ head: consuming Head) throws(AMQPError) {
    guard phase == .idle else { throw Self.disorder("a method before the end of a message") }
    self.head = head
    phase = .announced
  }

  /// Takes the header frame; a message without a body is whole with it.
  mutating func header(
    bodySize: UInt64, properties: consuming Result<MessageProperties, Unreadable>
  ) throws(AMQPError) -> Content? {
    guard phase == .announced else { throw Self.disorder("a content header without its method") }
    phase = .collecting
    missing = bodySize
    switch consume properties {
    case .success where bodySize > sizeLimit:
      unreadable = Unreadable(
        reason: "expected a body of at most \(sizeLimit) bytes, but it has \(bodySize)")
    case .success(let properties):
      self.properties = properties
      body.reserveCapacity(Int(bodySize))
    case .failure(let error):
      unreadable = error
    }
    return bodySize == 0 ? finish() : nil
  }

  mutating func body(_ fragment: UnsafeRawBufferPointer) throws(AMQPError) -> Content? {
    guard phase == .collecting else { throw Self.disorder("a content body without its header") }
    guard UInt64(fragment.count) <= missing else {
      throw Self.disorder("\(fragment.count) bytes of body where \(missing) are missing")
    }
    if unreadable == nil { body.append(contentsOf: fragment) }
    missing -= UInt64(fragment.count)
    return missing == 0 ? finish() : nil
  }

  /// Returns the assembled content, and forgets it.
  private mutating func finish() -> Content? {
    phase = .idle
    var whole: [UInt8] = []
    swap(&whole, &body)
    var complete = MessageProperties()
    swap(&complete, &properties)
    let failed = unreadable.take()
    guard let head = head.take() else { return nil }
    if let failed { return .unreadable(head, reason: failed.reason) }
    return .message(head, complete, body: whole)
  }

  private static func disorder(_ what: String) -> AMQPError {
    AMQPError(code: .unexpectedFrame, operation: "receive a message", detail: "there came \(what)")
  }
}
