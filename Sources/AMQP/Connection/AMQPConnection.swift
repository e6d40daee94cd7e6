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
  var assembler = ContentAssembler()
  var texts = ReceivedTexts()
  /// Why the connection can no longer be used.
  var failure: AMQPError?
  /// Whether TLS may hold bytes that neither the socket nor librabbitmq shows.
  var mayHoldInput = false
  /// When librabbitmq is to be called next even if there is no input, as it sends and expects
  /// heartbeats.
  var isDueAt = MonotonicTime.now()
  /// When a heartbeat was last sent by `beat`.
  var lastBeat = MonotonicTime.now()

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
  }

  deinit {
    SocketWatchdog.forget(post)
    amqp_destroy_connection(state)
  }

  /// Whether there may be input that polling `descriptor` does not show: then `next` is to be
  /// called.
  package var hasBufferedInput: Bool {
    mayHoldInput || amqp_frames_enqueued(state) != 0 || amqp_data_in_buffer(state) != 0
  }

  /// Whether `next` is to be called though the socket has no input: for heartbeats, or for what is
  /// buffered.
  package var needsService: Bool { hasBufferedInput || MonotonicTime.now() >= isDueAt }

  /// How often librabbitmq sees to the heartbeats, of which it has ten chances in an interval.
  static func servicePeriod(of state: OpaquePointer) -> Duration {
    .milliseconds(100 * max(1, Int(amqp_get_heartbeat(state))))
  }

  /// When the broker's certificate ends, in seconds since 1970, as seen at the handshake; nil
  /// without TLS.
  package var brokerCertificateEnd: Int64? { watch?.peerCertificateEnd }

  /// Closes the connection in order if the broker still listens.
  package consuming func close() {
    guard failure == nil else { return }
    var patience = timeval(Duration.seconds(2))
    amqp_set_rpc_timeout(state, &patience)
    post.arm(within: .seconds(2))
    _ = amqp_connection_close(state, AMQP_REPLY_SUCCESS)
    post.disarm()
  }

  func checkUsable() throws(AMQPError) {
    if let failure { throw failure }
  }

  /// Records that the connection can no longer be used, and why: in the broker's words if they have
  /// arrived.
  mutating func failed(_ error: AMQPError) -> AMQPError {
    let error = arrivedClose(after: error) ?? explained(error)
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
    _ = try call("select confirms") { amqp_confirm_select($0, Self.channel) }
  }

  /// Limits how many deliveries each consumer that is started later may hold unacknowledged.
  package mutating func qualityOfService(prefetch: UInt16) throws(AMQPError) {
    _ = try call("limit the prefetch") { amqp_basic_qos($0, Self.channel, 0, prefetch, 0) }
  }

  /// Starts a consumer under a tag of the caller's choice.
  package mutating func consume(
    queue: String, consumerTag: String, noAck: Bool = false, exclusive: Bool = false
  ) throws(AMQPError) {
    arena.reset()
    let name = try arena.shortString(queue, "queue")
    let tag = try arena.shortString(consumerTag, "consumer tag")
    _ = try call("consume from queue '\(queue)'") {
      amqp_basic_consume(
        $0, Self.channel, name, tag, 0, noAck ? 1 : 0, exclusive ? 1 : 0,
        livery_amqp_empty_table())
    }
  }

  /// Ends a consumer; its deliveries can still be acknowledged.
  package mutating func cancel(consumerTag: String) throws(AMQPError) {
    arena.reset()
    let tag = try arena.shortString(consumerTag, "consumer tag")
    _ = try call("cancel consumer '\(consumerTag)'") { amqp_basic_cancel($0, Self.channel, tag) }
  }

  /// Makes a call that the broker answers.
  ///
  /// The library keeps deliveries and confirms that arrive before the answer for `next`.
  mutating func call<Answer>(
    _ operation: @autoclosure () -> String, _ body: (OpaquePointer) -> Answer
  ) throws(AMQPError) -> Answer {
    try checkUsable()
    post.arm(within: timeouts.answer + timeouts.write)
    let answer = body(state)
    post.disarm()
    let reply = amqp_get_rpc_reply(state)
    if reply.reply_type == AMQP_RESPONSE_NORMAL { return answer }
    if reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION {
      answerClose(reply.reply.id, channel: Self.channel)
    }
    guard let error = AMQPError(reply: reply, operation: "\(operation()) on \(endpoint)") else {
      return answer
    }
    throw failed(error)
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
