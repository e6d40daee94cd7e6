import Catalogues
import Foundation
import Rides
import Testing

@Suite("Fees for causes in a catalogue") struct CauseFeeFileTests {
  /// The policy of cancellations of an SUV, which costs 8.00, with rows of fees.
  private static func row(_ rows: String) -> String {
    #""fees": [\#(rows)], "missedPickupFee": "8.00""#
  }

  private static let piece = #""missedPickupFee": "8.00""#

  @Test("D8: Rows are read in their order, with what they leave out")
  func D8_read() throws {
    let rows = #"""
      { "causes": ["plansChanged", "bookedByMistake"], "withinSeconds": 300, "fee": "2.00" },
      { "parties": ["driver", "operator"], "fee": "0.00" },
      { "causes": ["riderAbsent"], "parties": ["none"], "fee": "8.00" }
      """#
    let text = try CatalogueFileTests.text().replacing(Self.piece, with: Self.row(rows))
    let area = try CatalogueFile.decode(Array(text.utf8), name: "test").serviceAreas[0]
    func usd(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: area.currency) }
    #expect(
      area.products[2].cancellation?.fees == [
        CauseFee(causes: [.plansChanged, .bookedByMistake], withinSeconds: 300, fee: usd(200)),
        CauseFee(parties: [.driver, .fleet], fee: usd(0)),
        CauseFee(causes: [.riderAbsent], parties: [.nobody], fee: usd(800)),
      ])
    #expect(area.products[1].cancellation?.fees == [])
  }

  @Test(
    "D8: A row that no ride can be billed by is a mistake",
    arguments: [
      (#"{ "fee": "8.01" }"#, "fee"), (#"{ "causes": ["riderAbsent"], "fee": "9.00" }"#, "fee"),
      (#"{ "fee": "-1.00" }"#, "fee"), (#"{ "causes": ["misuse"] }"#, "fee"),
      (#"{ "causes": ["riderAbsent", "misuse"], "fee": "1.00" }"#, "causes"),
      (#"{ "causes": ["misuse", "misuse"], "fee": "1.00" }"#, "causes[1]"),
      (#"{ "causes": ["whim"], "fee": "1.00" }"#, "causes[0]"),
      (#"{ "causes": [], "fee": "1.00" }"#, "causes"),
      (#"{ "parties": ["fleet"], "fee": "1.00" }"#, "parties[0]"),
      (#"{ "withinSeconds": 0, "fee": "1.00" }"#, "withinSeconds"),
      (#"{ "afterSeconds": 5, "fee": "1.00" }"#, "afterSeconds"),
    ])
  func D8_mistakes(row: String, path: String) throws {
    let found = try CatalogueFileTests.mistakes(Self.piece, Self.row(row))
    #expect(found == ["serviceAreas[0].products[2].cancellation.fees[0].\(path)"])
  }
}
