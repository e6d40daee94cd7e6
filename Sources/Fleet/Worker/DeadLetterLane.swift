import AMQP
import Glibc
import Messages
import RideHandlers
import RideStore
import Rides

/// The lanes of a worker that move dead letters into the store.
///
/// They share nothing with the worker's other lanes: no connect throttle, no quarantine, no
/// readiness. The log reports their failures.
struct DeadLetterLane: Sendable {
  let definition: WorkerDefinition
  let configuration: Configuration
  let settings: CurrentSettings
  let stopSignal: StopSignal
  let log: Log
  let clock: ClockWatch
  let meter: MovedLetterMeter

  /// Moves the letters of a queue until the stop.
  func run(_ queue: String, in store: any RideStore) {
    let log = log.with([.queue: .string(queue)])
    var transport = BrokerTransport(
      endpoints: settings.values.endpoints, queue: queue, prefetch: configuration.prefetch,
      name: "\(definition.name) \(getpid()) dead letters",
      lane: QuarantineMember(gate: QuarantineGate(lanes: 1, log: log), lane: 0),
      throttle: ConnectThrottle(stopSignal: stopSignal), stopSignal: stopSignal)
    // A rejected message would be dropped, since this queue has no dead-letter exchange.
    transport.keepsUnreadable = true
    let handler = DeadLetterHandler(
      queue: queue, family: definition.family, dependencies: settings.values.dependencies,
      store: store, bytesOfSender: configuration.deadLetterMegabytes << 20
    ) { [meter] moved in
      if moved.stored > 0 { log.info(.deadLettersStored, [.count: .int(moved.stored)]) }
      for (sender, count) in moved.dropped {
        log.warning(
          .deadLettersDropped, [.count: .int(count), .sender: .string(sender.name)])
      }
      meter.record(moved)
    }
    var laneSettings = LaneSettings(
      worker: definition.name, batchLimit: configuration.batchLimit)
    // A letter that waits delays no answer, and each return counts as an attempt.
    laneSettings.storePatience = nil
    var lane = Lane(
      transport: transport, handler: handler, settings: laneSettings,
      stopSignal: stopSignal, reporter: LaneReporter(log: log, health: LaneHealth()),
      clock: clock.now)
    lane.run()
  }
}
