import Fleet
import Foundation
import Replay
import Testing

@testable import Tool

@Suite("What a replay sees of another outcome") struct OutcomeMutationTests {
  @Test("A mutation of the outcome is seen", arguments: OutcomeMutation.all)
  func mutation(_ mutation: OutcomeMutation) throws {
    let city = try CityRecording.accepted.get()
    var outputs = city.outputs
    try mutation.apply(&outputs)
    let report = city.report(on: outputs)
    #expect(mutation.found.isSubset(of: report.shapes), "\(report.shapes)")
    if !mutation.isAmongOthers { #expect(report.shapes == mutation.found) }
    for verdict in [Verdict.different, .missing, .unexpected] {
      #expect(report.total[verdict] == mutation.verdicts[verdict] ?? 0, "\(verdict)")
    }
    #expect(!report.isEqual)
  }

  @Test("A recording that was cut off is refused", arguments: [0.001, 0.3, 0.6, 0.9, 0.9999])
  func cutOff(_ share: Double) throws {
    let bytes = try CityRecording.accepted.get().bytes
    try refuse(bytes.prefix(Int(Double(bytes.count) * share)), because: "cut off")
  }

  @Test("A recording of which one byte was changed is refused", arguments: [0.01, 0.3, 0.6, 0.9])
  func changed(_ share: Double) throws {
    var bytes = try CityRecording.accepted.get().bytes
    bytes[Int(Double(bytes.count) * share)] ^= 1
    try refuse(bytes, because: "was changed")
  }

  @Test("A recording without a line is refused")
  func lacksLine() throws {
    let bytes = try CityRecording.accepted.get().bytes
    var lines = bytes.split(separator: 0x0A)
    lines.remove(at: lines.count / 2)
    try refuse(Data(lines.joined(separator: [0x0A])), because: "was changed")
  }

  private func refuse(_ bytes: Data, because reason: String) throws {
    try TemporaryFiles.use { files in
      let path = files.path(".jsonl")
      try bytes.write(to: URL(filePath: path))
      let written = Written()
      let code = LiveryTool.run(
        ["replay", "--local", "--verify", path],
        written.context(environment: CityRecording.environment))
      #expect(code == .data)
      #expect(written.error.contains(reason) || written.error.contains("expected a recording"))
    }
  }
}
