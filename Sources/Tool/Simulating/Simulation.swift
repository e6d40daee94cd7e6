import AMQP
import Fleet
import Messages
import Rides

/// Lets simulated vehicles work on a broker: one thread, one connection to send, one to listen.
struct Simulation: ~Copyable {
  private var publisher: Publisher
  private var feed: EventFeed
  private var fleet: VehicleFleet
  private var queued: [Publication] = []
  private var tripsEnded = 0
  private let output: Output
  private let stopSignal: StopSignal

  /// How often vehicles look around.
  private static let turn = Duration.milliseconds(50)
  /// The most messages that wait for the broker; past it vehicles stand still rather than pile up.
  private static let queueLimit = 10_000

  init(
    _ vehicles: [SimulatedVehicle], _ configuration: Configuration, _ context: ToolContext
  ) throws(ToolError) {
    let publisher = try BrokerLinks.publisher(configuration, role: "simulate")
    let feed = try EventFeed(configuration, role: "simulate events")
    self.publisher = publisher
    self.feed = feed
    fleet = VehicleFleet(vehicles)
    output = context.output
    stopSignal = context.stopSignal
  }

  /// Works until the stop, or for so long; then takes the vehicles off duty.
  consuming func run(for limit: Duration?) throws(ToolError) {
    let start = ContinuousClock.now
    while !stopSignal.isStopped, limit.map({ .now - start < $0 }) ?? true {
      try listen()
      if queued.count < Self.queueLimit { speak(elapsed: .now - start) }
      try publish()
      waitForInput([stopSignal.descriptor, feed.descriptor], for: Self.turn)
    }
    try leave()
    let trips = tripsEnded == 1 ? "1 trip" : "\(tripsEnded) trips"
    output.line("\(fleet.vehicles.count) vehicles off duty after \(trips)")
    feed.close()
    publisher.close()
  }

  private mutating func listen() throws(ToolError) {
    while let change = try feed.next(within: .zero) {
      fleet.learn(of: change.status, at: WallClock.now())
    }
  }

  private mutating func speak(elapsed: Duration) {
    let now = WallClock.now()
    let (messages, news) = fleet.tick(at: now, elapsed: elapsed)
    queued += messages
    for item in news {
      if item.report.event == .ended { tripsEnded += 1 }
      let event = StyledText(item.report.event.rawValue, .strong)
      output.line(
        styled: "\(now.timeOfDay)  \(item.vehicle)  \(event)  ride \(item.report.ride)")
    }
  }

  private mutating func publish() throws(ToolError) {
    do throws(AMQPError) {
      if publisher.isIdle, !queued.isEmpty {
        publisher.begin(queued)
        queued = []
      }
      if case .settled(let report) = try publisher.advance(within: .zero) {
        try note(report)
      }
    } catch {
      throw ToolError(error)
    }
  }

  private func note(_ report: PublishReport) throws(AMQPError) {
    guard let failure = report.failures.first else { return }
    throw AMQPError(
      code: .notFound, operation: "publish to '\(Role.vehicles.exchange)'",
      detail: "a vehicle's message was \(failure.kind): \(failure.reason)")
  }

  /// Takes all vehicles off duty, after what is still on its way.
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
