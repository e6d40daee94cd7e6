import CRabbitMQ
package import Envelope
import Glibc

extension AMQPConnection {
  /// Waits at most that long for the next event; nil if there is none.
  ///
  /// With `.zero` it only reads what has arrived. Either way it sends a due heartbeat and throws if
  /// the peer has been silent for too long, so call it every two or three seconds on an idle
  /// connection. It answers a close by the broker, and throws it with the broker's code and text.
  package mutating func next(within limit: Duration) throws(AMQPError) -> AMQPEvent? {
    try checkUsable()
    if !early.isEmpty { return early.removeFirst() }
    let end = MonotonicTime.now() + max(limit, .zero)
    while let frame = try nextFrame(until: end) {
      do throws(AMQPError) {
        if let event = try event(of: frame) { return event }
      } catch {
        throw failed(error, during: "receive from \(endpoint)")
      }
    }
    return nil
  }

  /// The next frame, if it arrives by then.
  mutating func nextFrame(until end: MonotonicTime) throws(AMQPError) -> ReceivedFrame? {
    do throws(AMQPError) {
      while true {
        if let frame = try arrivedFrame() { return frame }
        if try fill() { continue }
        try serveHeartbeats()
        let now = MonotonicTime.now()
        guard now < end else { return nil }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, (min(end, isDueAt) - now).pollMilliseconds)
      }
    } catch {
      throw failed(error)
    }
  }

  /// The next frame among the bytes that have arrived.
  private mutating func arrivedFrame() throws(AMQPError) -> ReceivedFrame? {
    guard isAligned else { return try firstFrame() }
    guard let frame = try frames.next() else { return nil }
    switch frame.type {
    case AMQP_FRAME_METHOD: return .method(try decoder.method(frame.payload), frame.channel)
    case AMQP_FRAME_HEADER:
      let (size, properties) = try decoder.properties(frame.payload, &texts)
      return .header(bodySize: size, properties)
    case AMQP_FRAME_BODY: return .body(frame.payload)
    case AMQP_FRAME_HEARTBEAT: return .heartbeat
    default: throw Self.unforeseen("a frame of type \(frame.type)")
    }
  }

  /// The first frame after the login, of which librabbitmq may have read the beginning or all: the
  /// answer to a method, or an alarm.
  private mutating func firstFrame() throws(AMQPError) -> ReceivedFrame? {
    var frame = amqp_frame_t()
    var noTime = timeval()
    if isReadAhead {
      let status = amqp_simple_wait_frame_noblock(state, &frame, &noTime)
      if status == AMQP_STATUS_OK.rawValue { return ReceivedFrame(frame) }
      // After another failure librabbitmq must not be called again: it may read where nothing is.
      guard status == AMQP_STATUS_TIMEOUT.rawValue else {
        throw AMQPError(status: status, operation: "receive from \(endpoint)")
      }
    }
    while !frames.bytes.isEmpty {
      let used = amqp_handle_input(state, amqp_bytes_t(frames.bytes), &frame)
      guard used > 0 else {
        throw AMQPError(status: used, operation: "receive from \(endpoint)")
      }
      frames.consume(Int(used))
      guard frame.frame_type != 0 else { continue }
      isAligned = true
      return ReceivedFrame(frame)
    }
    return nil
  }

  /// Reads what has arrived, without waiting; false if that is nothing.
  private mutating func fill() throws(AMQPError) -> Bool {
    switch SocketReader(descriptor: descriptor, tls: watch).read(into: frames.room()) {
    case .bytes(let count):
      frames.filled(count)
      lastInput = .now()
      mayHoldInput = watch != nil
      return true
    case .nothing:
      mayHoldInput = false
      return false
    case .end(let code, let detail):
      throw AMQPError(code: code, operation: "receive from \(endpoint)", detail: detail)
    }
  }

  /// The event that a frame completes, if it does.
  mutating func event(of frame: ReceivedFrame) throws(AMQPError) -> AMQPEvent? {
    switch frame {
    case .method(let method, let channel): return try event(of: method, channel: channel)
    case .header(let size, let properties):
      return try assembler.header(bodySize: size, properties: properties).map(AMQPEvent.init)
    case .body(let fragment): return try assembler.body(fragment).map(AMQPEvent.init)
    case .heartbeat: return nil
    }
  }

  private mutating func event(
    of method: amqp_method_t, channel: amqp_channel_t
  ) throws(AMQPError) -> AMQPEvent? {
    guard let decoded = method.decoded else { throw Self.unforeseen("an empty method") }
    switch method.id {
    case AMQP_BASIC_DELIVER_METHOD, AMQP_BASIC_RETURN_METHOD:
      try assembler.begin(ContentAssembler.Head(method.id, decoded, &texts))
      return nil
    case AMQP_BASIC_ACK_METHOD:
      let ack = decoded.load(as: amqp_basic_ack_t.self)
      return .confirmed(deliveryTag: ack.delivery_tag, multiple: ack.multiple != 0)
    case AMQP_BASIC_NACK_METHOD:
      let nack = decoded.load(as: amqp_basic_nack_t.self)
      return .refused(deliveryTag: nack.delivery_tag, multiple: nack.multiple != 0)
    case AMQP_BASIC_CANCEL_METHOD:
      let cancel = decoded.load(as: amqp_basic_cancel_t.self)
      return .consumerCancelled(consumerTag: String(cancel.consumer_tag))
    case AMQP_TX_ROLLBACK_OK_METHOD: return .rolledBack
    case AMQP_CONNECTION_BLOCKED_METHOD:
      return .blocked(reason: String(decoded.load(as: amqp_connection_blocked_t.self).reason))
    case AMQP_CONNECTION_UNBLOCKED_METHOD: return .unblocked
    default:
      guard let error = AMQPError(closing: method, operation: "receive from the broker") else {
        throw Self.unforeseen("method 0x\(String(method.id, radix: 16))")
      }
      answerClose(method.id, channel: channel)
      throw error
    }
  }

  /// Says that a close was understood, without which the broker reports a client that just
  /// vanished.
  private mutating func answerClose(_ method: amqp_method_number_t, channel: amqp_channel_t) {
    post.arm(within: .seconds(1))
    if method == AMQP_CHANNEL_CLOSE_METHOD {
      var answer = amqp_channel_close_ok_t()
      try? unsent.append(AMQP_CHANNEL_CLOSE_OK_METHOD, &answer, channel: channel)
    } else {
      var answer = amqp_connection_close_ok_t()
      try? unsent.append(AMQP_CONNECTION_CLOSE_OK_METHOD, &answer, channel: 0)
    }
    _ = writeUnsent()
    post.disarm()
  }

  /// The close that the broker sent before the connection was lost; nil if none has arrived.
  mutating func arrivedClose(after error: AMQPError) -> AMQPError? {
    guard error.code.isLostSocket else { return nil }
    // More than the buffer of a socket holds, should the peer go on sending.
    for _ in 0..<1_024 {
      do throws(AMQPError) {
        while let frame = try arrivedFrame() {
          guard case .method(let method, _) = frame else { continue }
          if let close = AMQPError(closing: method, operation: error.operation) { return close }
        }
        guard try fill() else { return nil }
      } catch {
        return nil
      }
    }
    return nil
  }

  private static func unforeseen(_ what: String) -> AMQPError {
    AMQPError(
      code: .unexpectedState, operation: "receive from the broker", detail: "there came \(what)")
  }
}

/// A frame with its content decoded; what it points to is valid until the next one.
enum ReceivedFrame {
  case method(amqp_method_t, amqp_channel_t)
  case header(bodySize: UInt64, Result<MessageProperties, ContentAssembler.Unreadable>)
  case body(UnsafeRawBufferPointer)
  case heartbeat

  /// A frame of librabbitmq before any message: a method or a heartbeat.
  fileprivate init(_ frame: amqp_frame_t) {
    self =
      Int32(frame.frame_type) == AMQP_FRAME_METHOD
      ? .method(frame.payload.method, frame.channel) : .heartbeat
  }
}

extension ContentAssembler.Head {
  fileprivate init(
    _ method: amqp_method_number_t, _ decoded: UnsafeMutableRawPointer,
    _ texts: inout ReceivedTexts
  ) {
    if method == AMQP_BASIC_DELIVER_METHOD {
      let deliver = decoded.load(as: amqp_basic_deliver_t.self)
      self = .delivery(
        consumerTag: texts.consumerTag.mended(deliver.consumer_tag),
        deliveryTag: deliver.delivery_tag, redelivered: deliver.redelivered != 0,
        route: .init(
          exchange: texts.exchange.mended(deliver.exchange),
          routingKey: texts.routingKey.mended(deliver.routing_key)))
    } else {
      let returned = decoded.load(as: amqp_basic_return_t.self)
      self = .returned(
        replyCode: returned.reply_code, replyText: String(returned.reply_text),
        route: .init(
          exchange: String(returned.exchange), routingKey: String(returned.routing_key)))
    }
  }
}

extension ReceivedTexts.Last {
  /// The text, with U+FFFD where it is not UTF-8.
  fileprivate mutating func mended(_ bytes: amqp_bytes_t) -> String { text(bytes) ?? String(bytes) }
}

extension AMQPEvent {
  fileprivate init(_ content: consuming ContentAssembler.Content) {
    switch consume content {
    case .message(
      .delivery(let consumerTag, let tag, let redelivered, let route), let properties, let body):
      let delivery = Delivery(
        deliveryTag: tag, redelivered: redelivered, exchange: route.exchange,
        routingKey: route.routingKey, properties: properties, body: body)
      self = .delivery(delivery, consumerTag: consumerTag)
    case .message(.returned(let code, let text, let route), let properties, let body):
      self.init(returned: code, text, route, properties, body)
    case .unreadable(.delivery(let consumerTag, let tag, _, _), let reason):
      self = .unreadable(deliveryTag: tag, consumerTag: consumerTag, reason: reason)
    case .unreadable(.returned(let code, let text, let route), _):
      self.init(returned: code, text, route, MessageProperties(), [])
    }
  }

  private init(
    returned code: UInt16, _ text: String, _ route: ContentAssembler.Route,
    _ properties: MessageProperties, _ body: [UInt8]
  ) {
    let message = Publication(
      exchange: route.exchange, routingKey: route.routingKey, mandatory: true,
      properties: properties, body: body)
    self = .returned(ReturnedMessage(replyCode: code, replyText: text, message: message))
  }
}

/// Frames that the broker sends on its own.
package enum AMQPEvent: Sendable {
  case delivery(Delivery, consumerTag: String)
  /// A delivery that exceeds a limit on its size or on the depth of its headers; its content is
  /// discarded, and the broker keeps the message until it is acknowledged or rejected.
  case unreadable(deliveryTag: UInt64, consumerTag: String, reason: String)
  /// The broker has taken responsibility for a message, or for all up to it.
  case confirmed(deliveryTag: UInt64, multiple: Bool)
  /// The broker refused a message, or all up to it: `basic.nack`.
  case refused(deliveryTag: UInt64, multiple: Bool)
  /// A mandatory message reached no queue; the return arrives before the message's confirm.
  case returned(ReturnedMessage)
  /// The consumer is gone: its queue was deleted, or the queue's leader moved.
  case consumerCancelled(consumerTag: String)
  /// A transaction was rolled back, and none of it was published.
  case rolledBack
  /// A resource alarm: the broker does not read further publications.
  case blocked(reason: String)
  case unblocked
}

/// A mandatory message that reached no queue.
package struct ReturnedMessage: Hashable, Sendable {
  /// 312 if there is no route.
  package var replyCode: UInt16
  package var replyText: String
  package var message: Publication

  package init(replyCode: UInt16, replyText: String, message: Publication) {
    self.replyCode = replyCode
    self.replyText = replyText
    self.message = message
  }
}
