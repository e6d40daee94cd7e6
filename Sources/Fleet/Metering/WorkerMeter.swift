import AMQP
import Messages
import Metrics
import RideHandlers
import Rides

/// Everything that a worker counts: its parts write, `/metrics` reads.
final class WorkerMeter: Sendable {
  /// One for each lane.
  let lanes: [LaneMeter]
  /// What the broker made dead letters of, as the lanes that move them find.
  let deadLetters = DeadLetterMeter()
  let products = ProductMeter()
  let housekeeping = HousekeepingMeter()
  /// What the fleet has under way, where this worker reports it.
  let figures = FigureCache()
  /// When the certificates of the connection to the broker end.
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
        LaneSamples(family: definition.family, lanes: lanes, moved: deadLetters), products,
        housekeeping, figures, certificates,
        BuildSamples(definition, instance: instance), ProcessSamples(),
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
      decoded: { meter.stages.decoded() })
  }

  /// The text that Prometheus reads.
  var text: String {
    var samples = MetricSamples()
    for source in sources { source.addSamples(to: &samples) }
    return samples.text
  }
}
