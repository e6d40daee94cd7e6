import CRabbitMQ
import Glibc
package import Hosts

/// A connection to a broker, logged in, with one channel open.
///
/// It is built in the thread that uses it and stays there: librabbitmq allows no other. After any
/// error it cannot be used any more: every further call throws the same error, and `deinit` frees
/// it without a word to the broker. Delivery tags and unconfirmed messages end with it.
///
/// The thread needs a stack of at least 4 MiB: librabbitmq 0.11 decodes headers by recursion, and
/// one frame can nest them 26,000 levels deep, which needs between 2 and 3 MiB.
package struct AMQPConnection: ~Copyable {
  /// The broker as it was connected to.
  package let endpoint: AMQPEndpoint
  /// The socket, to be polled for input together with `hasBufferedInput`.
  package let descriptor: Int32
  let state: OpaquePointer
  /// What OpenSSL notes of the connection; it outlives the state, which `deinit` ends first.
  let watch: TLSWatch?
  let post: SocketWatchdog.Post
  let timeouts: AMQPTimeouts
  let frameLimit: Int
  var arena = Arena()
  /// What is to be published and was not written yet.
  var unsent: FrameBuffer
  /// What was received and was not handled yet.
  var frames: FrameReader
  let decoder: FrameDecoder
  /// Whether `frames` begins with a frame; librabbitmq may have the beginning of the first one.
  var isAligned = false
  /// Events that arrived before the answer to a call, for `next`.
  var early: [AMQPEvent] = []
  var assembler = ContentAssembler()
  var texts = ReceivedTexts()
  /// Why the connection can no longer be used.
  var failure: AMQPError?
  /// Whether TLS may hold bytes that the socket does not show.
  var mayHoldInput = false
  /// The interval of heartbeats; zero without any.
  let heartbeat: Duration
  /// When a heartbeat was last sent.
  var lastBeat = MonotonicTime.now()
  /// When something was last received.
  var lastInput = MonotonicTime.now()

  /// The one channel that is used: more on a connection are librabbitmq's weakest part.
  static let channel: amqp_channel_t = 1

  /// Connects, logs in and opens the channel.
  ///
  /// Errors name the endpoint without its password. They are not retriable when the broker refuses
  /// the credentials (403) or the virtual host (530).
  /// - Parameter name: what the broker's overviews call the connection (`connection_name`).
  package init(
    to endpoint: AMQPEndpoint, name: String, timeouts: AMQPTimeouts = .standard,
    hosts: HostNames = .system
  ) throws(AMQPError) {
    let (state, watch) = try Self.open(endpoint, name: name, timeouts: timeouts, hosts: hosts)
    let descriptor = amqp_get_sockfd(state)
    do throws(AMQPError) {
      post = try SocketWatchdog.watch(descriptor)
    } catch {
      amqp_destroy_connection(state)
      throw error
    }
    self.endpoint = endpoint
    self.descriptor = descriptor
    self.state = state
    self.watch = watch
    self.timeouts = timeouts
    frameLimit = Int(amqp_get_frame_max(state))
    unsent = FrameBuffer(frameLimit: frameLimit)
    frames = FrameReader(frameLimit: frameLimit)
    decoder = FrameDecoder()
    heartbeat = .seconds(Int(amqp_get_heartbeat(state)))
  }

  deinit {
    SocketWatchdog.forget(post)
    amqp_destroy_connection(state)
  }

  /// Whether there may be input that polling `descriptor` does not show: then `next` is to be
  /// called.
  package var hasBufferedInput: Bool {
    mayHoldInput || !early.isEmpty || frames.hasFrame || !isAligned && isReadAhead
  }

  /// Whether librabbitmq has read more than it needed to log in.
  var isReadAhead: Bool { amqp_frames_enqueued(state) != 0 || amqp_data_in_buffer(state) != 0 }

  /// Whether `next` is to be called though the socket has no input: for heartbeats, or for what is
  /// buffered.
  package var needsService: Bool { hasBufferedInput || MonotonicTime.now() >= isDueAt }

  /// When `next` is to be called even if there is no input: to send a heartbeat, or to notice that
  /// none has come.
  var isDueAt: MonotonicTime {
    heartbeat > .zero ? min(lastBeat + heartbeat / 2, lastInput + heartbeat * 2) : .distantFuture
  }

  /// When the broker's certificate ends, in seconds since 1970, as seen at the handshake; nil
  /// without TLS.
  package var brokerCertificateEnd: Int64? { watch?.peerCertificateEnd }

  /// Closes the connection in order if the broker still listens.
  package consuming func close() {
    guard failure == nil else { return }
    post.arm(within: .seconds(2))
    let method = amqp_connection_close_t(
      reply_code: UInt16(AMQP_REPLY_SUCCESS), reply_text: livery_amqp_empty_bytes(), class_id: 0,
      method_id: 0)
    // The connection ends here, whatever the answer.
    try? call(
      "close the connection", AMQP_CONNECTION_CLOSE_METHOD, method, channel: 0,
      answer: AMQP_CONNECTION_CLOSE_OK_METHOD, within: .seconds(2)
    ) { _ in }
    post.disarm()
  }

  func checkUsable() throws(AMQPError) {
    if let failure { throw failure }
  }

  /// Records that the connection can no longer be used, and why: in the broker's words if they have
  /// arrived.
  mutating func failed(_ error: AMQPError, during operation: String? = nil) -> AMQPError {
    var error = error
    if let operation { error.operation = operation }
    error = arrivedClose(after: error) ?? explained(error)
    failure = error
    return error
  }

  private func explained(_ error: AMQPError) -> AMQPError {
    guard post.hasEnded else { return watch?.explain(error) ?? error }
    return AMQPError(
      code: .timeout, operation: error.operation,
      detail: "the peer took nothing for \(timeouts.write), and the socket was shut down")
  }
}

extension AMQPConnection {
  /// Puts the channel into confirm mode: every message published from now on is confirmed or
  /// refused.
  package mutating func selectConfirms() throws(AMQPError) {
    try call(
      "select confirms", AMQP_CONFIRM_SELECT_METHOD, amqp_confirm_select_t(nowait: 0),
      answer: AMQP_CONFIRM_SELECT_OK_METHOD)
  }

  /// Limits how many deliveries each consumer that is started later may hold unacknowledged.
  package mutating func qualityOfService(prefetch: UInt16) throws(AMQPError) {
    try call(
      "limit the prefetch", AMQP_BASIC_QOS_METHOD,
      amqp_basic_qos_t(prefetch_size: 0, prefetch_count: prefetch, global: 0),
      answer: AMQP_BASIC_QOS_OK_METHOD)
  }

  /// Starts a consumer under a tag of the caller's choice.
  package mutating func consume(
    queue: String, consumerTag: String, noAck: Bool = false, exclusive: Bool = false
  ) throws(AMQPError) {
    arena.reset()
    let method = amqp_basic_consume_t(
      ticket: 0, queue: try arena.shortString(queue, "queue"),
      consumer_tag: try arena.shortString(consumerTag, "consumer tag"), no_local: 0,
      no_ack: noAck ? 1 : 0, exclusive: exclusive ? 1 : 0, nowait: 0,
      arguments: livery_amqp_empty_table())
    try call(
      "consume from queue '\(queue)'", AMQP_BASIC_CONSUME_METHOD, method,
      answer: AMQP_BASIC_CONSUME_OK_METHOD)
  }

  /// Ends a consumer; its deliveries can still be acknowledged.
  package mutating func cancel(consumerTag: String) throws(AMQPError) {
    arena.reset()
    let method = amqp_basic_cancel_t(
      consumer_tag: try arena.shortString(consumerTag, "consumer tag"), nowait: 0)
    try call(
      "cancel consumer '\(consumerTag)'", AMQP_BASIC_CANCEL_METHOD, method,
      answer: AMQP_BASIC_CANCEL_OK_METHOD)
  }

  /// Reopens the channel: an open channel has either transactions or confirms, never both.
  mutating func renewChannel() throws(AMQPError) {
    let method = amqp_channel_close_t(
      reply_code: UInt16(AMQP_REPLY_SUCCESS), reply_text: livery_amqp_empty_bytes(), class_id: 0,
      method_id: 0)
    try call(
      "close a channel", AMQP_CHANNEL_CLOSE_METHOD, method, answer: AMQP_CHANNEL_CLOSE_OK_METHOD)
    try call(
      "open a channel", AMQP_CHANNEL_OPEN_METHOD,
      amqp_channel_open_t(out_of_band: livery_amqp_empty_bytes()),
      answer: AMQP_CHANNEL_OPEN_OK_METHOD)
  }

  /// Makes a call whose answer holds nothing.
  mutating func call<Method: BitwiseCopyable>(
    _ operation: @autoclosure () -> String, _ number: amqp_method_number_t, _ method: Method,
    answer: amqp_method_number_t
  ) throws(AMQPError) {
    try call(operation(), number, method, answer: answer) { _ in }
  }

  /// Makes a call that the broker answers; deliveries and confirms that arrive before the answer
  /// are kept for `next`.
  ///
  /// More than five parameters: what is called, what answers, and where they differ from the rule.
  mutating func call<Method: BitwiseCopyable, Answer>(
    _ operation: @autoclosure () -> String, _ number: amqp_method_number_t, _ method: Method,
    channel: amqp_channel_t = Self.channel, answer: amqp_method_number_t,
    within limit: Duration? = nil, _ read: (UnsafeMutableRawPointer) -> Answer
  ) throws(AMQPError) -> Answer {
    try send(operation(), number, method, channel: channel)
    let end = MonotonicTime.now() + (limit ?? timeouts.answer)
    while let frame = try nextFrame(until: end) {
      if case .method(let method, _) = frame, method.id == answer, let decoded = method.decoded {
        return read(decoded)
      }
      do throws(AMQPError) {
        if let event = try event(of: frame) { early.append(event) }
      } catch {
        throw failed(error, during: "\(operation()) on \(endpoint)")
      }
    }
    throw failed(
      AMQPError(
        status: AMQPError.Code.timeout.rawValue, operation: "\(operation()) on \(endpoint)"))
  }
}

/// How long each step of a connection may take.
package struct AMQPTimeouts: Hashable, Sendable {
  /// Looking up the addresses of the host name.
  package var lookup: Duration
  /// The TCP connection and the TLS handshake, with all addresses of the host together.
  package var connect: Duration
  /// From the protocol header to the open virtual host.
  package var login: Duration
  /// Waiting for the broker's answer to a method.
  package var answer: Duration
  /// A write, before the watchdog shuts the socket down.
  package var write: Duration
  /// The interval of heartbeats, whole seconds; after two silent intervals the connection is
  /// closed.
  ///
  /// The smaller of this and the broker's proposal counts.
  package var heartbeat: Duration

  package init(
    lookup: Duration = .seconds(2), connect: Duration = .seconds(5), login: Duration = .seconds(10),
    answer: Duration = .seconds(10), write: Duration = .seconds(20),
    heartbeat: Duration = .seconds(10)
  ) {
    self.lookup = lookup
    self.connect = connect
    self.login = login
    self.answer = answer
    self.write = write
    self.heartbeat = heartbeat
  }

  /// The limits to use unless there is a reason for others.
  package static let standard = AMQPTimeouts()
}
