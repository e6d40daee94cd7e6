import AMQP
@_exported public import LiveryMessages

/// A connection to a fleet, for one of its senders: gateways of riders, unless another is named.
///
/// It connects by itself, again after each loss, on a thread of its own. Calls may be made from any
/// number of tasks. A request that may not have arrived is sent again with the same identifier, so
/// that it is carried out once.
public final class RideClient: Sendable {
  private let endpoints: [AMQPEndpoint]
  private let sender: Sender
  private let options: RideClientOptions
  private let mailbox: Mailbox
  private let feeds = OpenFeeds()

  /// Starts to connect, for which calls wait; throws `invalidArgument` or `exhausted`.
  ///
  /// - Parameters:
  ///   - url: such as `amqps://user:password@host/vhost`, with the options of RabbitMQ's URI query
  ///     parameters for TLS; several nodes are separated by commas.
  ///   - sender: the role of the login.
  public init(
    url: String, as sender: Sender = .riders, options: RideClientOptions = RideClientOptions()
  ) throws(RideClientError) {
    do throws(AMQPEndpointError) {
      endpoints = try AMQPEndpoint.list(url)
    } catch {
      throw .invalidArgument("\(error)")
    }
    for (count, what) in [(options.window, "a window"), (options.attempts, "attempts")] {
      guard count > 0 else {
        throw .invalidArgument("expected \(what) of at least 1, got \(count)")
      }
    }
    try Self.check(options.name, "name of a connection")
    self.sender = sender
    self.options = options
    mailbox = try Mailbox()
    try Courier.start(endpoints, mailbox, options)
  }

  deinit { mailbox.close() }

  /// Closes the connections; calls under way throw `closed`, and sequences end.
  public func close() async {
    mailbox.close()
    await feeds.closeAll()
    await mailbox.untilRest()
  }

  /// Sends a request, and returns the content of its answer.
  ///
  /// - Parameters:
  ///   - identifier: names the request, not the attempt: store it with the request before you send
  ///     it, and after a crash send the same again. By default a new one.
  ///   - limit: how long the call may take; the fleet does not begin the request later.
  public func send<Request: RideRequest>(
    _ request: Request, identifier: String? = nil, within limit: Duration? = nil
  ) async throws(RideClientError) -> Request.Answer {
    let limit = limit ?? options.limit
    let message = try message(of: request, identifier, within: limit)
    let call = Call(identifier: message.identifier) { type, body throws(DecodingFailure) in
      switch try Reply<Request.Answer>(type: type, body: body) {
      case .content(let content): return .success(content)
      case .failure(let failure): return .failure(failure)
      }
    }
    let limits = RequestMachine.Limits(
      answer: options.answerLimit, attempts: Request.mayBeLost ? 1 : options.attempts,
      isSentOnce: Request.mayBeLost, deadline: .init(limit))
    guard let number = mailbox.add(message, limits, call) else {
      throw .closed(identifier: message.identifier, mayBeCarriedOut: false)
    }
    let outcome = await withTaskCancellationHandler {
      await call.outcome()
    } onCancel: {
      call.cancel()
      mailbox.withdraw(number)
    }
    guard let content = try outcome.get() as? Request.Answer else {
      preconditionFailure("expected \(Request.Answer.self) from the call, got another type")
    }
    return content
  }

  private func message<Request: RideRequest>(
    of request: Request, _ identifier: String?, within limit: Duration?
  ) throws(RideClientError) -> OutgoingRequest {
    guard Request.senders.contains(sender) else {
      throw .wrongSender(type: Request.type, expected: Request.senders, sender)
    }
    let message = OutgoingRequest(
      request, from: sender, identifier: identifier ?? OutgoingRequest.newIdentifier(),
      within: limit)
    guard message.bodySize <= OutgoingRequest.bodyLimit else {
      throw .undeliverable(
        identifier: message.identifier,
        reason: "expected a body of at most \(OutgoingRequest.bodyLimit) bytes, "
          + "got \(message.bodySize)")
    }
    return message
  }
}

/// The calls of a gateway of riders.
extension RideClient {
  /// What can be had from here to there.
  public func listRideOptions(
    _ intent: ListRideOptionsIntent, within limit: Duration? = nil
  ) async throws(RideClientError) -> OptionList {
    try await send(intent, within: limit)
  }

  /// Books a ride, once for each rider and identifier.
  public func requestRide(
    _ intent: RequestRideIntent, identifier: String? = nil, within limit: Duration? = nil
  ) async throws(RideClientError) -> ShownRide {
    try await send(intent, identifier: identifier, within: limit)
  }

  /// Cancels a ride.
  public func cancelRide(
    _ intent: CancelRideIntent, identifier: String? = nil, within limit: Duration? = nil
  ) async throws(RideClientError) -> CanceledRide {
    try await send(intent, identifier: identifier, within: limit)
  }

  /// The status of a ride, by default of the rider's current one; nil if there is no such ride.
  public func rideStatus(
    of ride: String? = nil, for rider: String, within limit: Duration? = nil
  ) async throws(RideClientError) -> RideStatus? {
    let intent = GetRideStatusIntent(riderIdentifier: rider, rideIdentifier: ride)
    return try await send(intent, within: limit).rideStatus
  }

  /// The status of a ride after each of its changes, and with each new place of its vehicle, until
  /// it has ended and is paid.
  ///
  /// A reader that is late misses statuses between two others. One can come twice; `sequence`
  /// counts the changes.
  public func updates(of ride: String, for rider: String) -> RideSequence<RideStatus> {
    RideSequence { [self] in
      let intent = GetRideStatusIntent(riderIdentifier: rider, rideIdentifier: ride)
      let limits = RequestMachine.Limits(
        answer: options.answerLimit, quiet: .seconds(30), attempts: options.attempts)
      let identifier = OutgoingRequest.newIdentifier()
      let following = Following(identifier: identifier)
      do throws(RideClientError) {
        let message = try message(of: StartUpdates(intent), identifier, within: nil)
        guard let number = mailbox.add(message, limits, following) else {
          following.end(nil)
          return Source(following.tap) {}
        }
        return Source(following.tap) { [self] in
          if following.cancel() { stop(intent, identifier, of: number) }
          mailbox.withdraw(number)
        }
      } catch {
        following.end(error)
        return Source(following.tap) {}
      }
    }
  }

  /// Ends the updates: the message has the identifier and the correlation of their start.
  private func stop(_ intent: GetRideStatusIntent, _ identifier: String, of number: Int) {
    let limits = RequestMachine.Limits(
      answer: options.answerLimit, attempts: 1, deadline: .init(options.limit))
    guard let message = try? message(of: StopUpdates(intent), identifier, within: options.limit)
    else { return }
    _ = mailbox.add(message, limits, DiscardingReceiver(), about: number)
  }
}

/// What the fleet publishes.
extension RideClient {
  /// Changes of rides as they are published, for a login that may observe.
  ///
  /// - Parameters:
  ///   - pattern: of the routing key `ride.<phase>.<rideIdentifier>`, such as `ride.completed.*`;
  ///     by default all.
  ///   - queue: a durable queue `observers.USER.REST`, of which an event is acknowledged when the
  ///     next one is asked for. Without it, events are lost while there is no connection.
  public func events(
    matching pattern: String = "ride.#", queue: String? = nil
  ) -> RideSequence<RideStatusChanged> {
    events(RideStatusChanged.self, matching: pattern, queue: queue)
  }

  /// The same for any kind of event, such as receipts.
  public func events<Event: RideEvent>(
    _ type: Event.Type, matching pattern: String, queue: String? = nil
  ) -> RideSequence<Event> {
    feed(queue.map { .kept($0, pattern: pattern) } ?? .own(pattern: pattern))
  }

  /// What a vehicle is to drive, and drives no longer, for gateways of vehicles.
  public func assignments(of vehicle: String) -> RideSequence<VehicleAssignment> {
    feed(.own(pattern: Self.key(of: vehicle)), for: .vehicles)
  }

  /// The commands to a payment system; each is acknowledged when the next one is asked for, and can
  /// come again until then.
  ///
  /// Answer each with a `PaymentResultReport`. Several iterations share the commands.
  public func paymentCommands() -> RideSequence<PaymentCommand> {
    feed(.shared(PaymentCommand.exchange), for: .payments)
  }

  private func feed<Event: RideEvent>(
    _ queue: EventQueue, for reader: Sender? = nil
  ) -> RideSequence<Event> {
    RideSequence { [endpoints, options, feeds, sender] in
      do throws(RideClientError) {
        if let reader, reader != sender {
          throw .wrongSender(type: Event.exchange, expected: [reader], sender)
        }
        for (text, what) in queue.texts { try Self.check(text, what) }
        return try EventFeed.start(endpoints, options, queue, in: feeds)
      } catch {
        let tap = Tap<Event>(capacity: 0)
        tap.end(error)
        return Source(tap) {}
      }
    }
  }

  /// Checks a text that AMQP carries in 255 bytes, and that is not empty.
  private static func check(_ text: String, _ what: String) throws(RideClientError) {
    guard 1...255 ~= text.utf8.count else {
      throw .invalidArgument("expected a \(what) of 1 to 255 bytes, got \(text.utf8.count)")
    }
  }

  /// The routing key of a vehicle, as the fleet writes it: the identifier is one word, and the key
  /// ends with the last character that fits into the 255 bytes of AMQP.
  private static func key(of vehicle: String) -> String {
    var key = "vehicle."
    for part in vehicle.unicodeScalars.lazy.map(word) {
      guard key.utf8.count + part.utf8.count <= 255 else { break }
      key += part
    }
    return key
  }

  private static func word(_ scalar: Unicode.Scalar) -> String {
    guard ".*#%".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace else {
      return String(scalar)
    }
    return String(scalar).utf8.map { byte in
      (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
