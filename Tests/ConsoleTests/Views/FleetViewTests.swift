import JSON
import Testing
import Tool

@testable import Console

@Suite("The page of the fleet")
struct FleetViewTests {
  @Test("It has each worker with lanes, isolation and catalogue, settings, areas and products")
  func page() throws {
    let console = try TestConsole()
    var status = WorkerStatus(of: try #require(ProbeTarget("w:1")))
    status.figures = MetricScan(
      """
      livery_lanes 4
      livery_quarantine_active 1
      livery_quarantines_total 2
      livery_catalogue_info{digest="other"} 1
      """)
    let view = FleetView(
      workers: [status], settings: ["LIVERY_LANES=4", "LIVERY_STORE="],
      catalogue: console.context.catalogue, digest: "d")
    let page = try JSONValue(parsing: view.json)
    let worker = try #require(page["workers"]?[0])
    #expect(worker["address"]?.string == "w:1" && worker["lanes"]?.integer == 4)
    #expect(worker["quarantined"]?.bool == true && worker["quarantines"]?.integer == 2)
    #expect(worker["catalogue"]?.string == "other")
    #expect(page["settings"]?[0]?["value"]?.string == "4")
    #expect(page["settings"]?[1]?["value"]?.string == "")
    #expect(page["catalogue"]?["digest"]?.string == "d")
    #expect(page["catalogue"]?["areas"]?[0]?["products"]?[0]?["key"]?.string == "compact")
  }
}
