package import Metrics

/// Every metric that a worker can have: the one table that `/metrics`, its page and tests share.
package enum MetricTable {
  /// The families in the order in which they are written.
  package static let all: [MetricFamily] = [
    .requests, .requestErrors, .requestAge, .oldestRequest, .inHand, .redelivered, .repeated,
    .deadLetters, .batchSize, .stageDuration,
    .consumed, .processDuration, .sent, .operationDuration,
    .unconfirmed, .returned, .refused, .dropped, .blocked, .reconnects,
    .lanes, .lanesConsuming, .ready, .drain, .quarantineActive, .quarantines, .logLinesDropped,
    .spansExported, .spansDropped, .certificateExpiry,
    .snapshotAge, .vehiclesOnDuty, .storeAvailable, .storeErrors, .deletedRows,
    .housekeepingFailures, .housekeepingSuccess, .clockDifference,
    .quotes, .bookings, .searchDuration, .moneyNotices,
    .fleetReporter, .rides, .ridesWaiting, .longestWait, .longestPhase, .charges, .oldestCharge,
    .storedDeadLetters, .observers,
    .build, .target, .processCPU, .residentMemory, .virtualMemory, .openFiles, .mostFiles,
    .startTime, .threads,
  ]

  /// The table as Markdown, one metric a row, without a line feed at the end.
  package static var markdown: String {
    let head = ["| metric | kind | labels | what it is |", "|---|---|---|---|"]
    let rows = all.map { family in
      let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(family.name)` | \(family.kind.rawValue) | \(labels) | \(family.help) |"
    }
    return (head + rows).joined(separator: "\n")
  }
}
