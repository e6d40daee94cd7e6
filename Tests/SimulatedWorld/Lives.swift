import Crypto
import Fleet
import Messages
import RideHandlers
import RideStore
import Rides

/// One lane of the fleet through all lives of its process.
struct Lives: Sendable {
  let stage: Stage
  let seat: Int
  let quoter: Quoter
  let traces: Bool
  private let epoch = ContinuousClock.now

  init(stage: Stage, seat: Int, quoter: Quoter, traces: Bool) {
    self.stage = stage
    self.seat = seat
    self.quoter = quoter
    self.traces = traces
  }

  /// Lives again and again, until the world is over.
  func run() {
    stage.enter(seat)
    while let (caller, stopSignal) = stage.with({ [seat] in $0.begin(seat) }) {
      live(caller, stopSignal)
      let rest = stage.with { $0.time + Int64($0.numbers.integer(0...2_000_000)) }
      stage.pass(seat, as: .down(until: rest))
    }
    stage.pass(seat, as: .ended)
  }

  private func live(_ caller: Caller, _ stopSignal: StopSignal) {
    let settings = stage.with { world in
      (
        batch: world.weather.batchLimit, payments: world.weather.paysByMessage,
        family: world.seats[caller.seat].family
      )
    }
    let now: @Sendable () -> Instant = { [stage] in stage.with { $0.now } }
    let log = Log(
      level: traces ? .debug : .error,
      sink: { [stage, seat, traces] line in
        guard traces else { return true }
        stage.with { $0.note("lane \(seat) logs \(String(decoding: line, as: UTF8.self))") }
        return true
      }, clock: now)
    var laneSettings = LaneSettings(
      worker: "world", batchLimit: settings.batch, turn: .seconds(5),
      backoff: Backoff(base: 0.1, cap: 10), time: time)
    laneSettings.storeIsMissed = { [stage] in
      stage.with { $0.storage.downUntil > $0.time }
    }
    var lane = Lane(
      transport: WorldTransport(stage: stage, caller: caller),
      handler: WatchedHandler(
        handler(settings.family, caller, paysByMessage: settings.payments, now), stage, caller),
      settings: laneSettings, stopSignal: stopSignal,
      reporter: LaneReporter(log: log, health: LaneHealth()), clock: now)
    lane.run()
  }

  private var time: LaneTime {
    LaneTime(
      now: { [stage, epoch] in epoch + .microseconds(stage.with { $0.time }) },
      pause: { [stage, seat] _, duration in
        let end = stage.with { $0.time } + duration.microseconds
        stage.pass(seat, as: .asleep(until: end, listens: false))
      },
      random: { [stage] range in
        range.lowerBound + stage.with { $0.numbers.unit() } * (range.upperBound - range.lowerBound)
      })
  }

  private func handler(
    _ family: QueueFamily, _ caller: Caller, paysByMessage: Bool,
    _ clock: @escaping @Sendable () -> Instant
  ) -> any MessageHandler {
    let board = stage.with { $0.supply }
    let payments: (any PaymentGateway)? = paysByMessage ? PaymentsByMessage() : nil
    var dependencies = HandlerDependencies(
      worker: "world", quoter: quoter, supply: { board.supply }, digest: SHA256.digest,
      base32: Base32.encode,
      quotes: stage.with { $0.sabotage } == .sharesOtherRides
        ? World.tokens(without: 1) : World.tokens,
      payments: payments)
    dependencies.clock = clock
    let sharesCodes = stage.with { $0.sabotage == .sharesStartCodes }
    dependencies.startCode = { ride, vehicle in
      World.startCode(ride, sharesCodes ? VehicleIdentifier("") : vehicle)
    }
    let store = WorldStore(stage: stage, caller: caller)
    return switch family {
    case .requestRide: RequestRideHandler(dependencies: dependencies, store: store)
    case .dispatch: DispatchHandler(dependencies: dependencies, store: store)
    case .statusQuery: StatusQueryHandler(dependencies: dependencies, store: store)
    case .listOptions: ListOptionsHandler(dependencies: dependencies)
    }
  }
}

extension World {
  /// Begins a new life of a lane; nil when the world is over.
  mutating func begin(_ seat: Int) -> (Caller, StopSignal)? {
    guard season != .over else { return nil }
    seats[seat].life += 1
    broker.handled[seat] = []
    if seats[seat].stopSignal.isStopped { seats[seat].stopSignal = StopSignal() }
    let life = seats[seat].life
    note("lane \(seat) begins life \(life)")
    return (Caller(seat: seat, life: life), seats[seat].stopSignal)
  }
}
