import JSON

/// The figures of a comparison as a table for a person, or as one JSON object.
struct TripReport {
  let comparison: TripComparison
  let mistakes: [FileMistake]
  /// The rows of the file, broken ones among them.
  let rows: Int

  /// So many broken rows are named; more would hide the figures.
  private static let namedMistakes = 20

  var lines: [String] {
    ["rows     \(rows)", "used     \(comparison.used)"]
      + dropped.map { "dropped  \("\($0.count)".leftAligned(in: 6))  \($0.reason)" }
      + (mistakes.isEmpty ? [] : ["broken   \(mistakes.count)"])
      + mistakes.prefix(Self.namedMistakes).map { "  \($0)" }
      + (mistakes.count > Self.namedMistakes ? ["  …"] : [])
      + ["quoted against driven:     median error  median bias  quartiles"]
      + spreads.map { name, spread in
        "  \(name.leftAligned(in: 23))\(percent(spread.medianAbsoluteError).rightAligned(in: 14))"
          + signed(spread.medianBias).rightAligned(in: 13)
          + "  \(signed(spread.lowerQuartile)) to \(signed(spread.upperQuartile))"
      }
  }

  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.member("rows", rows)
      writer.member("used", comparison.used)
      writer.key("dropped")
      writer.beginObject()
      for (reason, count) in dropped {
        writer.key(dynamic: reason)
        writer.integer(count)
      }
      writer.endObject()
      write(mistakes, into: &writer)
      for (name, spread) in spreads { write(name, spread, into: &writer) }
    }
  }

  private var spreads: [(String, Spread)] {
    [("fare", comparison.fare), ("miles", comparison.miles), ("minutes", comparison.minutes)]
  }

  /// The most frequent first.
  private var dropped: [(reason: String, count: Int)] {
    comparison.dropped.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  private func percent(_ share: Double) -> String { "\((share * 100).rounded(digits: 1)) %" }

  private func signed(_ share: Double) -> String { (share < 0 ? "" : "+") + percent(share) }

  private func write(_ mistakes: [FileMistake], into writer: inout JSONWriter) {
    writer.member("broken", mistakes.count)
    writer.key("brokenRows")
    writer.objects(mistakes.prefix(Self.namedMistakes)) { mistake, writer in
      writer.member("line", mistake.line)
      writer.texts([("message", mistake.message)])
    }
  }

  private func write(_ name: String, _ spread: Spread, into writer: inout JSONWriter) {
    let figures: [(StaticString, Double)] = [
      ("medianAbsoluteErrorPercent", spread.medianAbsoluteError),
      ("medianBiasPercent", spread.medianBias), ("lowerQuartilePercent", spread.lowerQuartile),
      ("upperQuartilePercent", spread.upperQuartile),
    ]
    writer.key(dynamic: name)
    writer.beginObject()
    for (figure, share) in figures {
      writer.member(figure, (share * 10_000).rounded() / 100)
    }
    writer.endObject()
  }
}
