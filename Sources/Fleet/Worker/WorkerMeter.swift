import AMQP
import Messages
import RideHandlers
import Rides

/// Everything that a worker counts: its parts write, `/metrics` reads.
final class WorkerMeter: Sendable {
  /// One for each lane.
  let lanes: [LaneMeter]
  /// What the lanes that move dead letters find and drop.
  let deadLetters = MovedLetterMeter()
  let products = ProductMeter()
  let housekeeping = HousekeepingMeter()
  /// What the fleet has under way, where this worker reports it.
  let figures = FigureCache()
  /// When the certificates of the connection to the broker expire.
  let certificates: CertificateMeter
  /// Names the process among all of the fleet.
  let instance: String
  private let sources: [any MetricSource]

  /// `others` are the parts that know their own numbers; `security` is of the connections to the
  /// broker, nil without TLS.
  init(
    _ definition: WorkerDefinition, instance: String, lanes count: Int,
    security: AMQPSecurity? = nil, others: [any MetricSource]
  ) {
    self.instance = instance
    certificates = CertificateMeter(security)
    lanes = (0..<count).map { [certificates] _ in
      LaneMeter(family: definition.family, certificates: certificates)
    }
    sources =
      [
        LaneSamples(family: definition.family, lanes: lanes, moved: deadLetters.byBroker), products,
        deadLetters, housekeeping, figures, certificates,
        BuildSamples(
          worker: definition.name, commit: definition.commit, instance: instance),
        ProcessSamples(),
      ] + others
  }

  /// What the handler of a lane records into.
  func recorder(of catalogue: Catalogue, lane: Int) -> BusinessRecorder {
    let rows = products.rows(of: catalogue)
    let meter = lanes[lane]
    return BusinessRecorder(
      quoted: { ProductMeter.count($0, in: rows) },
      booked: { ProductMeter.count($0, $1, in: rows) },
      foundVehicle: { meter.searches.record($0) },
      missedEstimate: { meter.missed($0) },
      decoded: { meter.stages.decoded() })
  }

  /// The text that Prometheus reads.
  var text: String {
    var samples = MetricSamples()
    for source in sources { source.addSamples(to: &samples) }
    return samples.text
  }
}

/// The build and the name of a worker.
struct BuildSamples: MetricSource {
  private let worker: String
  private let commit: String
  /// OpenTelemetry's `service.instance.id`: a random UUID, as on the traces of the process.
  private let instance: String

  init(worker: String, commit: String, instance: String) {
    (self.worker, self.commit, self.instance) = (worker, commit, instance)
  }

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.build, [MetricSample(1, labels: [Version.number, commit, worker])])
    samples.set(
      .target, [MetricSample(1, labels: [worker, "livery", Version.number, instance])])
  }
}

/// The catalogue that a worker has in force.
struct CatalogueSamples: MetricSource {
  let settings: CurrentSettings

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.catalogue, [MetricSample(1, labels: [settings.values.digest])])
  }
}

/// The health of a worker as numbers: its probes, and the log lines and spans that it has lost.
struct HealthSamples: MetricSource {
  let health: FleetHealth
  let lanes: [LaneHealth]
  let quarantine: QuarantineGate
  let clock: ClockWatch
  let logCounters: LogCounters
  /// Nil while traces are off.
  let spanCounts: SpanCounts?

  func addSamples(to samples: inout MetricSamples) {
    let facts = lanes.map(\.now)
    samples.set(.lanes, Double(lanes.count))
    samples.set(.lanesConsuming, Double(facts.count { $0.hasConsumer }))
    samples.set(.ready, health.answers().readiness.isReady ? 1 : 0)
    samples.set(.storeAvailable, health.storeIsAvailable ? 1 : 0)
    samples.set(
      .settingDiffers,
      health.settingDiffers.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        MetricSample($0.value ? 1 : 0, labels: [$0.key.rawValue])
      })
    samples.set(.drain, health.drainTime / .seconds(1))
    samples.set(.quarantineActive, quarantine.isActive ? 1 : 0)
    samples.set(.quarantines, Double(quarantine.begun.value))
    if let reading = clock.reading { samples.set(.clockDifference, reading.secondsAhead) }
    samples.set(.logLinesDropped, Double(logCounters.linesDropped))
    guard let spanCounts else { return }
    samples.set(.spansExported, Double(spanCounts.exported))
    samples.set(.spansDropped, Double(spanCounts.dropped))
  }
}
