import Replay
import Testing

@testable import Tool

@Suite("What a replay sees of a defect") struct DefectTests {
  @Test("The same build has the accepted outcome, with every invariant")
  func unchanged() throws {
    let city = try CityRecording.accepted.get()
    let (outputs, checks) = try city.replay(try city.fleets().first)
    let report = city.report(on: outputs)
    #expect(report.isEqual && report.differingCount == 0, "\(report.shapes)")
    #expect(report.total[.equal] == city.outputs.count)
    #expect(checks.count == 0, "\(checks.breaches)")
    #expect(city.requests.count >= 1_400 && city.outputs.count >= 2_000)
  }

  @Test("A handler without a defect in the place of one changes nothing")
  func replaced() throws {
    let city = try CityRecording.accepted.get()
    var parts = try city.fleets().first
    parts.replacing = { DefectiveHandler($0) }
    let report = city.report(on: try city.replay(parts).outputs)
    #expect(report.isEqual, "\(report.shapes)")
  }

  @Test("A defect in a handler is seen", arguments: Defect.all)
  func defect(_ defect: Defect) throws {
    let city = try CityRecording.accepted.get()
    var parts = try city.fleets().first
    defect.put(&parts)
    let (outputs, checks) = try city.replay(parts)
    let report = city.report(on: outputs)
    #expect(!report.isEqual)
    #expect(defect.found.isSubset(of: report.shapes), "\(report.shapes)")
    if !defect.hasConsequences { #expect(report.shapes == defect.found) }
    #expect(Set(checks.breaches.map(\.property)) == defect.broken)
  }
}
