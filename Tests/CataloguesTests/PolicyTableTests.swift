import Catalogues
import Foundation
import Rides
import Testing

@Suite("What a catalogue may say") struct PolicyTableTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardized
  private static let policies = Policies(
    listExpirySeconds: 300, unfinishedRidesPerRider: 1, bookingCodes: .classic)

  private static func texts(below folder: String) throws -> [String] {
    let root = sources.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Inspection.swift") }
      .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
  }

  @Test("Each number and truth of a policy has one row") func rows() {
    func check<Policy: PolicyTable>(_ policy: Policy) {
      let values = Mirror(reflecting: policy).children.filter {
        $0.value is Int || $0.value is Bool
      }
      #expect(values.count == Policy.rows.count, "\(Policy.self)")
      #expect(Set(Policy.rows.map(\.key)).count == Policy.rows.count, "\(Policy.self)")
    }
    check(Self.policies)
    check(SchedulingPolicy())
    check(DispatchPolicy())
    check(FeedbackPolicy())
    check(PaymentPolicy())
    check(PositionPolicy())
  }

  @Test("The page has each policy with its default") func page() throws {
    let page = try String(
      contentsOf: Self.sources.appending(path: "Catalogues/Catalogues.docc/Catalogues.md"),
      encoding: .utf8)
    let words = ["86400": "a day", "2592000": "30 days"]
    func check<Policy: PolicyTable>(_ policy: Policy) throws {
      for row in Policy.rows {
        let value =
          switch row.place {
          case .number(let path, _): "\(policy[keyPath: path])"
          case .truth(let path): "\(policy[keyPath: path])"
          }
        let shown = row.isNeeded ? "" : #"[^`\n]*\(\#(words[value] ?? value)[,)]"#
        #expect(try page.contains(Regex("`\(row.key)`\(shown)")), "\(row.key)")
      }
    }
    try check(Self.policies)
    try check(SchedulingPolicy())
    try check(DispatchPolicy())
    try check(FeedbackPolicy())
    try check(PaymentPolicy())
    try check(PositionPolicy())
  }

  @Test("A masking number has the code of its country")
  func maskingNumbers() throws {
    var catalogue = try CatalogueFile.load(path: CatalogueFileTests.path)
    let numbers = ["+13125550177", "3125550177", "+"]
    catalogue.serviceAreas[0].policies.dispatch.maskingNumbers = numbers
    #expect(
      catalogue.mistakes().map(\.path)
        == [1, 2].map { "serviceAreas[0].policies.dispatch.maskingNumbers[\($0)]" })
  }

  @Test("Each policy has a use") func uses() throws {
    let code = try (Self.texts(below: "Rides") + Self.texts(below: "RideHandlers"))
      .flatMap { $0.split(separator: "\n") }.map { $0.drop { $0 == " " } }
      .filter { line in
        !["//", "package var", ".number(", ".truth("].contains { line.hasPrefix($0) }
      }
    let words = Set(code.flatMap { $0.split { !($0.isLetter || $0.isNumber) } })
    let policies: [Any] = [
      Self.policies, SchedulingPolicy(), DispatchPolicy(), FeedbackPolicy(), PaymentPolicy(),
      PositionPolicy(), AppPolicy(),
    ]
    for name in policies.flatMap({ Mirror(reflecting: $0).children.compactMap(\.label) }) {
      #expect(words.contains(name[...]), "\(name)")
    }
  }

  /// The keys of an object are named where it is read; each is asked for below, or by a function
  /// that gets the fields.
  @Test("Each key that a catalogue may have is read") func keys() throws {
    let texts = try Self.texts(below: "Catalogues")
    let helpers = texts.flatMap { text in
      text.matches(of: /fields: \[String: Node\][\s\S]*?\n  \}\n/).map { String($0.0) }
    }.joined()
    for text in texts {
      let named = text.matches(of: /(?:fields = (?:\w+\.)?fields\(|besides: )([^)]*)\)/)
      for (index, object) in named.enumerated() {
        let end = index + 1 < named.count ? named[index + 1].range.lowerBound : text.endIndex
        var reader = String(text[object.range.upperBound..<end])
        if reader.contains(/\(fields\b[^(]|, fields\b/) { reader += helpers }
        for key in object.1.matches(of: /"(\w+)"/) where key.1 != "bbox" {
          #expect(reader.contains("\"\(key.1)\""), "\(key.1)")
        }
      }
    }
  }
}
