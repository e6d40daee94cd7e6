import CRabbitMQ
import Glibc
package import Messages

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
  var hasMuchUnsent: Bool { unsent.isWorthWriting }

  /// Takes a message over as `publish` does, but it may be written only by `flush`.
  mutating func enqueue(_ message: Publication) throws(AMQPError) {
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
  mutating func flush() throws(AMQPError) {
    guard unsent.count > 0 else { return }
    try checkUsable()
    post.arm(within: timeouts.write)
    let problem = SocketWriter(descriptor: descriptor, tls: watch).write(unsent.bytes)
    post.disarm()
    unsent.cut(to: 0)
    if let problem {
      throw failed(
        AMQPError(code: .socketError, operation: "publish on \(endpoint)", detail: problem))
    }
  }

  /// Acknowledges a delivery, or with `multiple` all up to it.
  package mutating func acknowledge(_ deliveryTag: UInt64, multiple: Bool) throws(AMQPError) {
    try write("acknowledge") { amqp_basic_ack($0, Self.channel, deliveryTag, multiple ? 1 : 0) }
  }

  /// Turns a delivery down: "I failed".
  ///
  /// This counts towards the queue's delivery limit; without `requeue` the message is dead-lettered
  /// at once.
  package mutating func reject(_ deliveryTag: UInt64, requeue: Bool) throws(AMQPError) {
    try write("reject") { amqp_basic_reject($0, Self.channel, deliveryTag, requeue ? 1 : 0) }
  }

  /// Gives deliveries back: "I did not try".
  ///
  /// From RabbitMQ 4.3 on it does not count as an attempt.
  package mutating func negativelyAcknowledge(
    _ deliveryTag: UInt64, multiple: Bool, requeue: Bool
  ) throws(AMQPError) {
    try write("give back") {
      amqp_basic_nack($0, Self.channel, deliveryTag, multiple ? 1 : 0, requeue ? 1 : 0)
    }
  }

  /// Sends a heartbeat if one is due, and reads nothing.
  ///
  /// `next` serves heartbeats while it reads; a caller without room for deliveries calls this
  /// instead. The broker closes the connection of a client that has sent nothing for two intervals,
  /// so one is sent each half interval.
  package mutating func beat() throws(AMQPError) {
    let interval = Duration.seconds(Int(amqp_get_heartbeat(state)))
    guard interval > .zero, .now() - lastBeat >= interval / 2 else { return }
    var heartbeat = amqp_frame_t()
    heartbeat.frame_type = UInt8(AMQP_FRAME_HEARTBEAT)
    heartbeat.channel = 0
    try write("send a heartbeat") { amqp_send_frame($0, &heartbeat) }
    lastBeat = .now()
  }

  mutating func write(
    _ operation: StaticString, _ call: (OpaquePointer) -> Int32
  ) throws(AMQPError) {
    try checkUsable()
    post.arm(within: timeouts.write)
    let status = call(state)
    post.disarm()
    try check(status, "\(operation)")
  }

  private mutating func check(
    _ status: Int32, _ operation: @autoclosure () -> String
  ) throws(AMQPError) {
    guard status != AMQP_STATUS_OK.rawValue else { return }
    throw failed(AMQPError(status: status, operation: "\(operation()) on \(endpoint)"))
  }
}

/// Writes to the socket of a connection past librabbitmq, which has no call for frames that are
/// encoded already.
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
