import Fleet
import Rides
import Tool

/// Asks the workers and the broker for all viewers, on a thread of its own: one that does not
/// answer must not delay the positions of the vehicles.
struct FleetScraper: Sendable {
  private let hub: LiveHub
  private let targets: [ProbeTarget]
  private let broker: BrokerFigures
  private let clock: @Sendable () -> Instant

  /// How long a worker, or the broker, may take.
  private static let limit = Duration.seconds(2)

  init(
    _ hub: LiveHub, _ configuration: Configuration, clock: @escaping @Sendable () -> Instant
  ) {
    self.hub = hub
    targets = configuration.statusWorkers.compactMap { ProbeTarget($0) }
    broker = BrokerFigures(configuration: configuration)
    self.clock = clock
  }

  /// Asks every few seconds until the stop, as long as there are viewers.
  func run(until stopSignal: StopSignal) {
    let bell = hub.bell()
    var due = Due()
    while !stopSignal.isStopped {
      bell.hear()
      let isWanted = hub.demand(at: clock()).isAny
      if isWanted, due.isDue(every: .seconds(WorkerSamples.seconds), at: .now) {
        hub.post(scrape())
      }
      waitForInput(
        [stopSignal.descriptor, bell.descriptor],
        for: isWanted ? .milliseconds(500) : .seconds(3_600))
    }
  }

  private func scrape() -> LiveHub.Scrape {
    let at = clock()
    let statuses =
      targets.isEmpty ? [] : StatusInquiry(timeout: Self.limit).statuses(of: targets)
    do throws(ProbeFailure) {
      let queues = try broker.queues(within: Self.limit)
      return LiveHub.Scrape(at: at, statuses: statuses, queues: queues, brokerFault: nil)
    } catch {
      return LiveHub.Scrape(at: at, statuses: statuses, queues: [:], brokerFault: "\(error)")
    }
  }
}
