import AMQP
import Fleet
import JSON
import Messages
import Replay
import Rides

extension Command {
  static let simulate = Command(
    name: "simulate",
    summary: "drives vehicles that take rides by themselves",
    notes: [
      "The vehicles are spread over the first service area and its products. They only send",
      "messages: where they are, and that they accept, approach, arrive, start and end. They go",
      "off duty on SIGINT or SIGTERM. The same seed gives the same vehicles at the same places.",
      "Where a product has start codes, they ask for the status of their riders as riders do.",
      "A fleet believes no vehicle that is faster than its catalogue's policies.positions allow.",
    ],
    options: [
      OptionRow("--vehicles", "N", .integer(1...10_000), "how many; 12"),
      OptionRow("--seed", "N", .integer(0...Int.max), "1 if not given"),
      OptionRow(
        "--pace", "FACTOR", .number(0.01...1_000),
        "how much faster than in life they drive; 1"),
      OptionRow("--seconds", "N", .number(0.1...604_800), "end after this time"),
    ],
    example: "livery simulate --vehicles 40 --pace 8",
    settings: [.amqpURL, .catalogue],
    endings: [
      Ending(.success, "stopped as asked, all vehicles are off duty"),
      Ending(.failure, "the queue of the dispatch worker is missing"),
      Ending(.data, "the catalogue is wrong"),
      .brokerAway, .brokerDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let (configuration, catalogue) = try context.catalogue()
    let area = try catalogue.firstArea()
    let vehicles = VehiclePool.vehicles(
      arguments.integer("--vehicles") ?? 12, in: area, pace: arguments.number("--pace") ?? 1,
      seed: UInt64(arguments.integer("--seed") ?? 1))
    let simulation = try Simulation(vehicles, configuration, context)
    context.output.line("\(vehicles.count) vehicles on duty in \(area.key)")
    try simulation.run(for: arguments.seconds("--seconds"))
    return .success
  }
}

extension Catalogue {
  /// The area that the commands for trying things out work in.
  func firstArea() throws(ToolError) -> ServiceArea {
    guard let area = serviceAreas.first else {
      throw ToolError(.data, "expected a catalogue with a service area, got one without")
    }
    return area
  }
}

/// Lets simulated vehicles work on a broker: one thread, one connection to send, one to listen.
struct Simulation: ~Copyable {
  private var publisher: Publisher
  private var feed: EventFeed
  /// What riders are shown, where a driver asks for a start code.
  private var answers: ReplyQueue
  private var fleet: VehicleFleet
  private var queued: [Publication] = []
  private var tripsEnded = 0
  private let output: Output
  private let stopSignal: StopSignal

  /// How often vehicles look around.
  private static let turn = Duration.milliseconds(50)
  /// The most unconfirmed messages; beyond it vehicles stop, so that messages do not pile up.
  private static let queueLimit = 10_000

  init(
    _ vehicles: [SimulatedVehicle], _ configuration: Configuration, _ context: ToolContext
  ) throws(ToolError) {
    let publisher = try BrokerLinks.publisher(configuration, role: "simulate")
    let feed = try EventFeed(configuration, role: "simulate events")
    let answers = try ReplyQueue(configuration, role: "simulate answers")
    self.publisher = publisher
    self.feed = feed
    self.answers = answers
    fleet = VehicleFleet(vehicles)
    output = context.output
    stopSignal = context.stopSignal
  }

  /// Works until the stop, or for the given time; then takes the vehicles off duty.
  consuming func run(for limit: Duration?) throws(ToolError) {
    let start = ContinuousClock.now
    while !stopSignal.isStopped, limit.map({ .now - start < $0 }) ?? true {
      try listen()
      if queued.count < Self.queueLimit { speak(elapsed: .now - start) }
      try publish()
      waitForInput([stopSignal.descriptor, feed.descriptor, answers.descriptor], for: Self.turn)
    }
    try leave()
    let trips = tripsEnded == 1 ? "1 trip" : "\(tripsEnded) trips"
    output.line("\(fleet.vehicles.count) vehicles off duty after \(trips)")
    feed.close()
    answers.close()
    publisher.close()
  }

  private mutating func listen() throws(ToolError) {
    while let change = try feed.next(within: .zero) {
      fleet.learn(of: change.status, at: WallClock.now())
    }
    while let answer = try answers.next(within: .zero) {
      guard let ride = answer.properties.correlationID,
        let body = try? JSONValue(parsing: answer.body, limits: .stored),
        let status = body["rideStatus"]
      else { continue }
      let code = status["startCode"]?.string.flatMap { StartCode($0) }
      fleet.learn(code, of: RideIdentifier(ride))
    }
  }

  private mutating func speak(elapsed: Duration) {
    let now = WallClock.now()
    let (messages, news) = fleet.tick(at: now, elapsed: elapsed)
    queued += messages + fleet.questions(at: now, replyTo: answers.name)
    for item in news {
      if item.report.event == .ended { tripsEnded += 1 }
      let event = StyledText(item.report.event.rawValue, .strong)
      output.line(styled: "\(now.timeOfDay)  \(item.vehicle)  \(event)  ride \(item.report.ride)")
    }
  }

  private mutating func publish() throws(ToolError) {
    do throws(AMQPError) {
      if publisher.isIdle, !queued.isEmpty {
        publisher.begin(queued)
        queued = []
      }
      if case .settled(let report) = try publisher.advance(within: .zero) {
        try check(report)
      }
    } catch {
      throw ToolError(error)
    }
  }

  private func check(_ report: PublishReport) throws(AMQPError) {
    guard let failure = report.failures.first else { return }
    throw AMQPError(
      code: .notFound, operation: "publish to '\(Role.vehicles.exchange)'",
      detail: "a vehicle's message was \(failure.kind): \(failure.reason)")
  }

  /// Takes all vehicles off duty, after the unconfirmed messages.
  private mutating func leave() throws(ToolError) {
    let deadline = ContinuousClock.now + .seconds(10)
    queued += fleet.leave(at: WallClock.now())
    while ContinuousClock.now < deadline, !queued.isEmpty || !publisher.isIdle {
      try publish()
      waitForInput([publisher.descriptor], for: .milliseconds(10))
    }
    guard publisher.isIdle, queued.isEmpty else {
      throw ToolError(.unavailable, "the broker does not take the vehicles' last messages")
    }
  }
}
