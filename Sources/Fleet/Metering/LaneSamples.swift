import Messages
import RideStore
import Rides

/// The sums of a worker's lanes.
struct LaneSamples: MetricSource {
  let family: QueueFamily
  let lanes: [LaneMeter]
  /// The broker's dead letters that the lane which moves them has found.
  let moved: DeadLetterMeter

  func addSamples(to samples: inout MetricSamples) {
    addRequests(to: &samples)
    addByType(to: &samples)
    addBatches(to: &samples)
    addPublications(to: &samples)
    addConnections(to: &samples)
    guard family == .dispatch else { return }
    samples.set(
      .estimateError,
      LaneMeter.estimates.enumerated().map { place, labels in
        MetricSample(sum(lanes.map { $0.estimateErrors[place].snapshot }), labels: labels)
      })
  }

  private func addRequests(to samples: inout MetricSamples) {
    let codes = LaneMeter.codes
    var rows: [MetricSample] = []
    for (row, type) in types.enumerated() {
      for (column, code) in codes.enumerated() {
        let count = total { $0.requests[row * codes.count + column].value }
        // The most frequent ones are listed from the start, so that the first one is an increase.
        guard count > 0 || ["success", "failure"].contains(code) && type != "other" else {
          continue
        }
        rows.append(MetricSample(Double(count), labels: [type, code]))
      }
    }
    samples.set(.requests, rows)
    set(.requestErrors, LaneMeter.reasons.map(\.rawValue), \.errors, &samples)
    samples.set(
      .deadLetters,
      moved.values.enumerated().map { place, own in
        (own.reason, own.count + total { $0.deadLetters.values[place].count })
      })
    samples.set(.redelivered, Double(total { $0.redelivered.value }))
    samples.set(.repeated, Double(total { $0.repeated.value }))
    set(.moneyNotices, LaneMeter.notices, \.moneyNotices, &samples)
    set(.ignoredPositions, LaneMeter.flaws.map(\.rawValue), \.ignoredPositions, &samples)
    samples.set(.suspectedVehicles, Double(total { $0.suspectedVehicles.value }))
  }

  private func addByType(to samples: inout MetricSamples) {
    samples.set(
      .processDuration,
      types.enumerated().map { row, type in
        MetricSample(
          sum(lanes.map { $0.process[row].snapshot }),
          labels: ["rabbitmq", "process", family.queue, type])
      }.filter(\.isCounted))
    samples.set(
      .requestAge,
      types.enumerated().map { row, type in
        MetricSample(sum(lanes.map { $0.age[row].snapshot }), labels: [type])
      }.filter(\.isCounted))
  }

  private func addBatches(to samples: inout MetricSamples) {
    samples.set(
      .consumed,
      [
        MetricSample(
          Double(total { $0.consumed.value }), labels: ["rabbitmq", "receive", family.queue])
      ])
    samples.set(.batchSize, [MetricSample(sum(lanes.map(\.batchSize.snapshot)))])
    samples.set(.searchDuration, [MetricSample(sum(lanes.map(\.searches.snapshot)))])
    samples.set(
      .stageDuration,
      StageMeter.Stage.allCases.enumerated().map { place, stage in
        MetricSample(sum(lanes.map { $0.stages.snapshots[place] }), labels: [stage.rawValue])
      })
    samples.set(.inHand, Double(lanes.reduce(0) { $0 + $1.inHand.value }))
    let oldest = lanes.map(\.oldest.value).filter { $0 > 0 }.min()
    samples.set(
      .oldestRequest,
      oldest.map { max(0, Double(WallClock.now().microseconds - Int64($0)) / 1_000_000) } ?? 0)
  }

  private func addPublications(to samples: inout MetricSamples) {
    let kinds = PublishMeter.Kind.allCases
    samples.set(
      .sent,
      kinds.enumerated().map { place, kind in
        MetricSample(
          Double(total { $0.publishing.sent[place].value }),
          labels: ["rabbitmq", "send", kind.destination])
      })
    samples.set(
      .operationDuration,
      [
        MetricSample(
          sum(lanes.map(\.publishing.duration.snapshot)), labels: ["rabbitmq", "send", ""]),
        MetricSample(
          sum(lanes.map(\.acknowledging.snapshot)), labels: ["rabbitmq", "ack", family.queue]),
      ])
    set(.returned, kinds.map(\.rawValue), \.publishing.returned, &samples)
    set(.refused, kinds.map(\.rawValue), \.publishing.refused, &samples)
    set(.dropped, kinds.map(\.rawValue), \.publishing.dropped, &samples)
    samples.set(.unconfirmed, Double(lanes.reduce(0) { $0 + $1.publishing.unconfirmed.value }))
  }

  private func addConnections(to samples: inout MetricSamples) {
    samples.set(.blocked, lanes.reduce(0) { $0 + $1.publishing.blockedTime() / .seconds(1) })
    let causes = ReconnectCause.allCases.map(\.rawValue)
    set(.reconnects, causes, \.publishing.reconnects, &samples)
    set(.storeErrors, StoreError.Code.allCases.map(\.rawValue), \.storeErrors, &samples)
  }

  /// Sets the samples of a family with one label, from a counter for each of its values.
  private func set(
    _ family: MetricFamily, _ labels: [String], _ counters: KeyPath<LaneMeter, [Counter]>,
    _ samples: inout MetricSamples
  ) {
    samples.set(
      family,
      labels.enumerated().map { place, label in
        (label, total { $0[keyPath: counters][place].value })
      })
  }

  private var types: [String] { lanes.first?.types ?? [] }

  private func total(_ value: (LaneMeter) -> UInt64) -> UInt64 {
    lanes.reduce(0) { $0 + value($1) }
  }

  private func sum(_ snapshots: [HistogramSnapshot]) -> HistogramSnapshot {
    snapshots.dropFirst().reduce(snapshots[0]) { $0.adding($1) }
  }
}

extension MetricSample {
  /// Whether a histogram has recorded anything.
  fileprivate var isCounted: Bool {
    guard case .histogram(let histogram) = value else { return true }
    return histogram.counts.contains { $0 > 0 }
  }
}
