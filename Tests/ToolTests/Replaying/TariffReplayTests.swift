import Fleet
import Foundation
import JSON
import Messages
import Replay
import Testing

@testable import Tool

@Suite("A replay against another tariff") struct TariffReplayTests {
  private static let result = Result {
    try TemporaryFiles.use { files in
      try RaisedTariff(CityRecording.accepted.get(), on: RaisedTariff.Catalogues(files))
    }
  }

  @Test("What is not of the product with another tariff is the same")
  func others() throws {
    let report = try Self.result.get().report(ofProduct: false)
    #expect(report.isEqual && report.differingCount == 0, "\(report.shapes)")
    #expect(report.total.total > 2_000)
  }

  @Test("Of the product only amounts differ, and all that follow from the tariff do")
  func product() throws {
    let report = try Self.result.get().report(ofProduct: true)
    // A refusal of a price that is too high names it.
    for group in report.groups where group.shape.path != "error.message" {
      #expect([.price, .money].contains(group.shape.class), "\(group)")
      #expect(group.changes != nil, "\(group)")
      if group.shape.class == .price {
        #expect(group.changes?.lowerBound.description.hasPrefix("-") == false, "\(group)")
      }
    }
    #expect(report.total[.missing] == 0 && report.total[.unexpected] == 0)
    for (type, counts) in report.counts where type.label.hasPrefix("list-ride-options.handle") {
      #expect(counts[.different] == counts.total && counts.total > 0, "\(type)")
    }
    for (type, counts) in report.counts where type.kind == .event {
      // A call for help has no price.
      if type.label == RideSOSEvent.type { continue }
      // What a ride costs may be an operator's decision, and its receipt then the same.
      let isReceipt = type.label == RideReceiptEvent.type
      let isSome = isReceipt && counts[.different] > 0
      #expect(counts[.different] == counts.total || isSome, "\(type)")
    }
    #expect(report.total(of: .event)[.different] > 50)
    #expect(report.total(of: .books)[.different] > 0)
    #expect(report.total(of: .payment)[.different] > 0)
  }

  @Test("With one tariff raised by 5 % the report names exactly the prices that changed")
  func report() throws {
    let expected = try Self.result.get().report(ofProduct: true)
    try TemporaryFiles.use { files in
      let (recording, json) = (files.path(".jsonl"), files.path(".json"))
      try CityRecording.accepted.get().bytes.write(to: URL(filePath: recording))
      let catalogues = try RaisedTariff.Catalogues(files)
      let written = Written()
      let code = LiveryTool.run(
        [
          "replay", "--local", "--catalogue", catalogues.usual, "--against", catalogues.raised,
          "--json", json, recording,
        ],
        written.context(environment: CityRecording.environment))
      #expect(code == .failure, "\(written.error)")
      let report = try JSONValue(
        parsing: Array(try Data(contentsOf: URL(filePath: json))),
        limits: JSONLimits(bytes: 1 << 24, depth: 32))
      #expect(report["counts"]?["different"]?.integer == Int64(expected.differingCount))
      #expect(report["counts"]?["missing"]?.integer == 0)
      #expect(report["counts"]?["unexpected"]?.integer == 0)
      #expect(Self.names(of: report) == Self.names(of: expected))
    }
  }

  /// What the groups of a report are of, and how many differences each has.
  private static func names(of report: JSONValue) -> Set<String> {
    Set(
      (report["groups"]?.array ?? []).map { group in
        let words = ["class", "label", "path", "element"].map { group[$0]?.string ?? "" }
        return "\(words) \(group["count"]?.integer ?? 0)"
      })
  }

  private static func names(of report: ComparisonReport) -> Set<String> {
    Set(
      report.groups.map { group in
        let shape = group.shape
        let words = [shape.class.rawValue, shape.type.label, shape.path, group.element ?? ""]
        return "\(words) \(group.count)"
      })
  }
}
