import JSON
import Rides

/// The fares of a table beside those of a catalogue, for a person or as one JSON object.
struct FareReport {
  let comparison: FareComparison

  var lines: [String] {
    let results = comparison.results
    let width = min(60, results.map(\.row.name.count).max() ?? 0)
    let differing = results.filter { !$0.agrees }.count
    return ["line  \("trip".leftAligned(in: width))    expected         got  difference"]
      + results.map { result in
        "\("\(result.row.line)".rightAligned(in: 4))  "
          + String(result.row.name.prefix(width)).leftAligned(in: width)
          + result.row.fare.rightAligned(in: 12)
          + (result.got?.decimalString ?? "-").rightAligned(in: 12)
          + "  " + Self.difference(of: result)
      } + [
        "\(results.count) fares, \(differing == 0 ? "all as expected" : "\(differing) differ")"
      ]
  }

  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.member("agrees", comparison.agrees)
      writer.key("fares")
      writer.objects(comparison.results) { result, writer in
        writer.member("line", result.row.line)
        writer.key("trip")
        writer.string(result.row.name)
        writer.key("expected")
        writer.string(result.row.fare)
        for (name, text) in [("got", result.got?.decimalString), ("refusal", result.refusal)] {
          guard let text else { continue }
          writer.key(dynamic: name)
          writer.string(text)
        }
      }
    }
  }

  private static func difference(of result: FareComparison.Result) -> String {
    if result.agrees { return "-" }
    if let refusal = result.refusal { return refusal }
    guard let expected = result.expected, let got = result.got else { return "?" }
    return (try? got.adding(expected.negated).decimalString) ?? "?"
  }
}
