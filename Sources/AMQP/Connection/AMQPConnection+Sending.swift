import CRabbitMQ
package import Envelope
import Glibc

extension AMQPConnection {
  /// Writes a message; in confirm mode its delivery tag is one more than the previous one.
  ///
  /// The caller must have read arrived frames (`next(within: .zero)`) recently, and must not
  /// publish on a blocked connection, or the call waits until the watchdog ends it. A message that
  /// AMQP cannot carry (texts over 255 bytes, headers over a frame) is an `unsendableMessage`: no
  /// byte is sent, and the connection stays usable.
  package mutating func publish(_ message: Publication) throws(AMQPError) {
    try enqueue(message)
    try flush()
  }

  /// Whether there is as much to `flush` as should be written at a time.
  package var hasMuchUnsent: Bool { unsent.isWorthWriting }

  /// Takes a message over as `publish` does, but it may be written only by `flush`.
  package mutating func enqueue(_ message: Publication) throws(AMQPError) {
    try checkUsable()
    if unsent.isWorthWriting { try flush() }
    try enqueueEnvelope(of: message)
    guard !message.body.isEmpty else { return }
    let outcome = message.body.withUnsafeBytes { body in
      Result { () throws(AMQPError) in
        var rest = body
        while !rest.isEmpty {
          if try !unsent.appendBody(&rest, channel: Self.channel) { try flush() }
        }
      }
    }
    try outcome.get()
  }

  private mutating func enqueueEnvelope(of message: Publication) throws(AMQPError) {
    arena.reset()
    let start = unsent.count
    do throws(AMQPError) {
      var method = amqp_basic_publish_t(
        ticket: 0, exchange: try arena.shortString(message.exchange, "exchange"),
        routing_key: try arena.shortString(message.routingKey, "routing key"),
        mandatory: message.mandatory ? 1 : 0, immediate: 0)
      var properties = try arena.properties(message.properties, frameLimit: frameLimit)
      try unsent.append(
        amqp_method_number_t(AMQP_BASIC_PUBLISH_METHOD), &method, channel: Self.channel)
      try unsent.append(&properties, bodySize: message.body.count, channel: Self.channel)
    } catch {
      unsent.cut(to: start)
      throw AMQPError(
        code: .unsendableMessage, operation: error.operation, detail: error.detail,
        isRetriable: false)
    }
  }

  /// Writes the enqueued frames.
  package mutating func flush() throws(AMQPError) {
    try flush("publish")
  }

  private mutating func flush(_ operation: @autoclosure () -> String) throws(AMQPError) {
    guard unsent.count > 0 else { return }
    try checkUsable()
    post.arm(within: timeouts.write)
    let problem = writeUnsent()
    post.disarm()
    if let problem {
      throw failed(
        AMQPError(
          code: watch == nil ? .socketError : .secureSocketError,
          operation: "\(operation()) on \(endpoint)", detail: problem))
    }
  }

  /// Writes the enqueued frames, without a time limit; returns why that failed.
  mutating func writeUnsent() -> String? {
    let problem = SocketWriter(descriptor: descriptor, tls: watch).write(unsent.bytes)
    unsent.cut(to: 0)
    return problem
  }

  /// Writes a method that the broker does not answer, or not here.
  mutating func send<Method: BitwiseCopyable>(
    _ operation: @autoclosure () -> String, _ number: amqp_method_number_t, _ method: Method,
    channel: amqp_channel_t = Self.channel
  ) throws(AMQPError) {
    try checkUsable()
    try flush()
    var method = method
    do throws(AMQPError) {
      try withUnsafeMutablePointer(to: &method) { (method) throws(AMQPError) in
        try unsent.append(number, method, channel: channel)
      }
    } catch {
      throw failed(error, during: "\(operation()) on \(endpoint)")
    }
    try flush(operation())
  }

  /// Acknowledges a delivery, or with `multiple` all up to it.
  package mutating func acknowledge(_ deliveryTag: UInt64, multiple: Bool) throws(AMQPError) {
    try send(
      "acknowledge", AMQP_BASIC_ACK_METHOD,
      amqp_basic_ack_t(delivery_tag: deliveryTag, multiple: multiple ? 1 : 0))
  }

  /// Turns a delivery down: "I failed".
  ///
  /// This counts towards the queue's delivery limit; without `requeue` the message is dead-lettered
  /// at once.
  package mutating func reject(_ deliveryTag: UInt64, requeue: Bool) throws(AMQPError) {
    try send(
      "reject", AMQP_BASIC_REJECT_METHOD,
      amqp_basic_reject_t(delivery_tag: deliveryTag, requeue: requeue ? 1 : 0))
  }

  /// Gives deliveries back: "I did not try".
  ///
  /// From RabbitMQ 4.3 on it does not count as an attempt.
  package mutating func negativelyAcknowledge(
    _ deliveryTag: UInt64, multiple: Bool, requeue: Bool
  ) throws(AMQPError) {
    try send(
      "negatively acknowledge", AMQP_BASIC_NACK_METHOD,
      amqp_basic_nack_t(
        delivery_tag: deliveryTag, multiple: multiple ? 1 : 0, requeue: requeue ? 1 : 0))
  }

  /// Sends a heartbeat if one is due, and reads nothing.
  ///
  /// `next` serves heartbeats while it reads; a caller without room for deliveries calls this
  /// instead. The broker closes the connection of a client that has sent nothing for two intervals,
  /// so one is sent each half interval.
  package mutating func beat() throws(AMQPError) {
    try checkUsable()
    guard heartbeat > .zero, .now() - lastBeat >= heartbeat / 2 else { return }
    try flush()
    unsent.appendHeartbeat()
    try flush("send a heartbeat")
    lastBeat = .now()
  }

  /// Sends a heartbeat if one is due, and throws if the peer has been silent for two intervals;
  /// what has arrived must have been read before.
  mutating func serveHeartbeats() throws(AMQPError) {
    guard MonotonicTime.now() >= isDueAt else { return }
    try beat()
    guard .now() < lastInput + heartbeat * 2 else {
      throw AMQPError(
        status: AMQPError.Code.heartbeatTimeout.rawValue, operation: "receive from \(endpoint)")
    }
  }
}

/// Writes to the socket of a connection past librabbitmq, whose writes block without a limit.
struct SocketWriter {
  let descriptor: Int32
  /// Nil without TLS.
  let tls: TLSWatch?

  /// Writes all bytes, without a time limit; returns why it failed, nil after success.
  ///
  /// The socket does not block. The caller has armed the watchdog, whose `shutdown` ends this wait
  /// as any end of the connection does.
  func write(_ bytes: UnsafeRawBufferPointer) -> String? {
    var rest = bytes
    while !rest.isEmpty {
      let written = tls.map { Int($0.write(rest)) } ?? send(rest)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if written < 0 {
        wait(for: Int16(-written))
      } else {
        return tls == nil ? String(cString: strerror(errno)) : "TLS took no more"
      }
    }
    return nil
  }

  /// The number of written bytes; negative for what to wait for; 0 if the connection can no longer
  /// be used.
  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let written = Glibc.send(
        descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if written > 0 { return written }
      if errno == EINTR { continue }
      return errno == EAGAIN ? -Int(POLLOUT) : 0
    }
  }

  private func wait(for events: Int16) {
    var polled = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&polled, 1, -1)
  }
}

/// Reads from the socket of a connection past librabbitmq, which cuts and decodes in one step.
struct SocketReader {
  /// What a read brings.
  enum Input {
    case bytes(Int)
    case nothing
    case end(AMQPError.Code, String)
  }

  let descriptor: Int32
  /// Nil without TLS.
  let tls: TLSWatch?

  /// Reads what has arrived, without waiting.
  func read(into room: UnsafeMutableRawBufferPointer) -> Input {
    if let tls { return tls.read(into: room) }
    while true {
      let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end(.connectionClosed, "the peer closed the connection") }
      if errno == EINTR { continue }
      if errno == EAGAIN { return .nothing }
      return .end(.socketError, String(cString: strerror(errno)))
    }
  }
}
