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
  private let sources: [any MetricSource]

  /// `others` are the parts that know their own numbers.
  init(_ definition: WorkerDefinition, lanes count: Int, others: [any MetricSource]) {
    lanes = (0..<count).map { _ in LaneMeter(family: definition.family) }
    sources =
      [
        LaneSamples(family: definition.family, lanes: lanes, moved: deadLetters), products,
        housekeeping, BuildSamples(definition), ProcessSamples(),
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
