import CRabbitMQ
import Glibc
package import Messages

extension AMQPConnection {
  /// Waits at most that long for the next event; nil if there is none.
  ///
  /// With `.zero` it only reads what has arrived. Either way it sends a due heartbeat and throws if
  /// the peer has been silent for too long, so call it every two or three seconds on an idle
  /// connection. It answers a close by the broker, and throws it with the broker's code and text.
  package mutating func next(within limit: Duration) throws(AMQPError) -> AMQPEvent? {
    try checkUsable()
    let end = MonotonicTime.now() + max(limit, .zero)
    while awaitInput(until: end) {
      var frame = amqp_frame_t()
      // What the last frame pointed to has been copied.
      amqp_maybe_release_buffers(state)
      var noTime = timeval()
      let status = amqp_simple_wait_frame_noblock(state, &frame, &noTime)
      if status == AMQP_STATUS_TIMEOUT.rawValue {
        mayHoldInput = false
        isDueAt = .now() + Self.servicePeriod(of: state)
        continue
      }
      guard status == AMQP_STATUS_OK.rawValue else {
        throw failed(AMQPError(status: status, operation: "receive from \(endpoint)"))
      }
      mayHoldInput = watch != nil
      do throws(AMQPError) {
        if let event = try event(of: frame) { return event }
      } catch {
        throw failed(error)
      }
    }
    return nil
  }

  /// Waits until librabbitmq is to look for a frame: there is input, or it has to see to the
  /// heartbeats; false at the end of the time.
  ///
  /// librabbitmq would ask the socket before and after it waits.
  private func awaitInput(until end: MonotonicTime) -> Bool {
    while !needsService {
      let now = MonotonicTime.now()
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, (min(end, isDueAt) - now).pollMilliseconds) > 0 { return true }
      if now >= end { return false }
    }
    return true
  }

  /// The event that a frame completes, if it does.
  private mutating func event(of frame: amqp_frame_t) throws(AMQPError) -> AMQPEvent? {
    switch Int32(frame.frame_type) {
    case AMQP_FRAME_METHOD: return try event(of: frame.payload.method, channel: frame.channel)
    case AMQP_FRAME_HEADER:
      let header = frame.payload.properties
      return try assembler.header(
        bodySize: header.body_size, properties: properties(header.decoded)
      ).map(AMQPEvent.init)
    case AMQP_FRAME_BODY:
      let fragment = frame.payload.body_fragment
      return try assembler.body(
        UnsafeRawBufferPointer(start: fragment.bytes, count: fragment.len)
      ).map(AMQPEvent.init)
    // A heartbeat that the library queued while it was publishing surfaces here.
    case AMQP_FRAME_HEARTBEAT: return nil
    default: throw Self.unforeseen("a frame of type \(frame.frame_type)")
    }
  }

  private mutating func properties(
    _ decoded: UnsafeMutableRawPointer?
  ) -> Result<MessageProperties, ContentAssembler.Unreadable> {
    guard let decoded else { return .success(MessageProperties()) }
    do throws(HeaderTable.TooDeep) {
      let properties = decoded.assumingMemoryBound(to: amqp_basic_properties_t.self)
      return .success(try MessageProperties(properties.pointee, &texts))
    } catch {
      let limit = HeaderTable.depthLimit
      return .failure(
        .init(reason: "expected at most \(limit) header tables and arrays within each other"))
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
      guard let error = AMQPError(closing: method, operation: "receive from \(endpoint)") else {
        throw Self.unforeseen("method 0x\(String(method.id, radix: 16))")
      }
      answerClose(method.id, channel: channel)
      throw error
    }
  }

  /// Says that a close was understood, without which the broker reports a client that just
  /// vanished.
  func answerClose(_ method: amqp_method_number_t, channel: amqp_channel_t) {
    post.arm(within: .seconds(1))
    if method == AMQP_CHANNEL_CLOSE_METHOD {
      var answer = amqp_channel_close_ok_t()
      amqp_send_method(state, channel, AMQP_CHANNEL_CLOSE_OK_METHOD, &answer)
    } else {
      var answer = amqp_connection_close_ok_t()
      amqp_send_method(state, 0, AMQP_CONNECTION_CLOSE_OK_METHOD, &answer)
    }
    post.disarm()
  }

  /// The close that the broker sent before the connection was lost; nil if none has arrived.
  ///
  /// librabbitmq sends a due heartbeat before it reads, so that it fails with the reason unread.
  /// The rest is therefore read past librabbitmq, and only decoded by it.
  func arrivedClose(after error: AMQPError) -> AMQPError? {
    guard error.code.isLostSocket, amqp_get_sockfd(state) >= 0 else { return nil }
    var frame = amqp_frame_t()
    var noTime = timeval()
    while amqp_frames_enqueued(state) != 0 || amqp_data_in_buffer(state) != 0 {
      guard amqp_simple_wait_frame_noblock(state, &frame, &noTime) == AMQP_STATUS_OK.rawValue
      else { break }
      if let close = AMQPError(closing: frame, operation: error.operation) { return close }
    }
    return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      // More than the buffer of a socket holds, should the peer go on sending.
      for _ in 0..<1_024 {
        let count =
          watch?.read(into: room)
          ?? recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return nil }
        var rest = amqp_bytes_t(len: count, bytes: room.baseAddress)
        while rest.len > 0 {
          amqp_maybe_release_buffers(state)
          let used = Int(amqp_handle_input(state, rest, &frame))
          guard used > 0 else { return nil }
          if let close = AMQPError(closing: frame, operation: error.operation) { return close }
          rest = amqp_bytes_t(len: rest.len - used, bytes: rest.bytes + used)
        }
      }
      return nil
    }
  }

  private static func unforeseen(_ what: String) -> AMQPError {
    AMQPError(
      code: .unexpectedState, operation: "receive from the broker", detail: "there came \(what)")
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

extension AMQPError {
  /// The error of a frame from the broker, or nil if it closes nothing.
  fileprivate init?(closing frame: amqp_frame_t, operation: String) {
    guard Int32(frame.frame_type) == AMQP_FRAME_METHOD else { return nil }
    self.init(closing: frame.payload.method, operation: operation)
  }
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
