import AMQP
import Crypto
package import Fleet
package import Messages
package import RideHandlers
package import RideStore
package import Rides

/// A fleet in this process: the lanes and handlers of the workers over one store, without a broker
/// or a server, in the time of a recording.
///
/// One thread runs all of it, one message after another, so the same messages have the same outcome
/// each time.
package final class LocalFleet {
  /// What a fleet is made of.
  package struct Parts {
    package var catalogue: Catalogue
    package var quotes: QuoteTokens
    package var payments: PaymentSystem
    /// Opens a session on the store; all sessions share one database.
    package var openStore: () throws(StoreError) -> any RideStore
    /// The start codes of the rides.
    package var startCodes = RecordedStartCodes()
    /// The seconds after which an observer is shown what the vehicle has reported since.
    package var updateSeconds = UpdatesLease.intervalSeconds
    /// Puts another handler in the place of one, so that a test can break it.
    package var replacing: (any MessageHandler) -> any MessageHandler = { $0 }

    package init(
      catalogue: Catalogue, quotes: QuoteTokens, payments: PaymentSystem,
      openStore: @escaping () throws(StoreError) -> any RideStore
    ) {
      self.catalogue = catalogue
      self.quotes = quotes
      self.payments = payments
      self.openStore = openStore
    }
  }

  /// A lane can be kept by reference only.
  private final class Seat {
    var lane: Lane<LocalTransport>

    init(_ lane: consuming Lane<LocalTransport>) { self.lane = lane }
  }

  private let clock: LocalClock
  private let broker = LocalBroker()
  private let store: any RideStore
  private let families = QueueFamily.allCases
  private var seats: [Seat] = []
  private var timers: LocalTimers
  private var snapshots: LocalSnapshots

  /// Starts a fleet whose clock is set to `start`.
  package init(_ parts: Parts, at start: Instant) throws(StoreError) {
    let clock = LocalClock(start)
    self.clock = clock
    store = try parts.openStore()
    timers = LocalTimers()
    snapshots = LocalSnapshots()
    let (cache, obligations) = (snapshots.cache, snapshots.obligations)
    var dependencies = HandlerDependencies(
      worker: "replay", quoter: Quoter(catalogue: parts.catalogue),
      supply: { cache.supply }, digest: SHA256.digest, base32: Base32.encode,
      quotes: parts.quotes, obligation: { obligations.obligation(of: $0) },
      payments: parts.payments.gateway(of: parts.catalogue))
    dependencies.clock = { clock.now }
    dependencies.startCode = parts.startCodes.code
    dependencies.updateSeconds = parts.updateSeconds
    for family in families {
      let lane = Lane(
        transport: LocalTransport(broker: broker, family: family),
        handler: parts.replacing(Self.handler(family, dependencies, try parts.openStore())),
        settings: LaneSettings(worker: "replay", batchLimit: 1), stopSignal: StopSignal(),
        reporter: LaneReporter(
          log: Log(level: .error, sink: { _ in true }, clock: { clock.now }),
          health: LaneHealth()),
        clock: { clock.now })
      seats.append(Seat(lane))
    }
  }

  private static func handler(
    _ family: QueueFamily, _ dependencies: HandlerDependencies, _ store: any RideStore
  ) -> any MessageHandler {
    switch family {
    case .requestRide: RequestRideHandler(dependencies: dependencies, store: store)
    case .dispatch: DispatchHandler(dependencies: dependencies, store: store)
    case .statusQuery: StatusQueryHandler(dependencies: dependencies, store: store)
    case .listOptions: ListOptionsHandler(dependencies: dependencies)
    }
  }

  /// The moment now by the fleet's clock.
  package var now: Instant { clock.now }

  /// Lets time pass up to a moment, with all timers of the fleet until then; `published` receives
  /// the publications of each.
  package func advance(
    to instant: Instant, _ published: (Instant, [Publication]) -> Void
  ) throws(StoreError) {
    while let due = try timers.next(store, until: instant) {
      clock.advance(to: due.at)
      try snapshots.refresh(store, at: due.at)
      due.commands.forEach(broker.publish)
      drain()
      let publications = broker.removePublished()
      if !publications.isEmpty { published(due.at, publications) }
    }
    clock.advance(to: instant)
    try snapshots.refresh(store, at: instant)
  }

  /// Handles a message now; returns the fleet's publications, including those of its own commands.
  package func handle(
    _ family: QueueFamily, exchange: String, routingKey: String, _ properties: MessageProperties,
    _ body: [UInt8]
  ) -> [Publication] {
    broker.deliver(family, exchange: exchange, routingKey: routingKey, properties, body)
    drain()
    return broker.removePublished()
  }

  /// Runs the lanes until all queues are empty.
  private func drain() {
    var isBusy = true
    while isBusy {
      isBusy = false
      for (place, family) in families.enumerated() where broker.hasInput(family) {
        seats[place].lane.drain()
        isBusy = true
      }
    }
  }

  /// The ledger of a ride.
  package func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord] {
    try store.transaction(.read) { () throws(StoreError) in try store.ledger(of: ride) }
  }
}
