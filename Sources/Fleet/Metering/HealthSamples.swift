import Metrics
import Probes
import Rides

/// What the probes of a worker say, as numbers.
struct HealthSamples: MetricSource {
  let health: FleetHealth
  let lanes: [LaneHealth]
  let quarantine: QuarantineGate
  let clock: ClockWatch

  func addSamples(to samples: inout MetricSamples) {
    let facts = lanes.map(\.now)
    samples.set(.lanes, Double(lanes.count))
    samples.set(.lanesConsuming, Double(facts.count { $0.hasConsumer }))
    samples.set(.ready, health.answers().readiness.isReady ? 1 : 0)
    samples.set(.storeAvailable, health.storeIsAvailable ? 1 : 0)
    samples.set(.drain, health.drainTime / .seconds(1))
    samples.set(.quarantineActive, quarantine.isActive ? 1 : 0)
    samples.set(.quarantines, Double(quarantine.begun.value))
    if let reading = clock.reading { samples.set(.clockDifference, reading.secondsAhead) }
  }
}
