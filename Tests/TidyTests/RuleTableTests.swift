import Foundation
import Testing

@Suite struct RuleTableTests {
  /// How many rules each chapter has.
  private static let chapters = [
    ("F", 12), ("L", 14), ("P", 9), ("M", 21), ("V", 4), ("B", 17), ("A", 20),
    ("D", 14), ("S", 8),
  ]

  static let rules = chapters.flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }

  private static let table = Result {
    try SourceTree.here.text(of: "Sources/Rides/Rides.docc/Rules.md")
  }

  @Test("The table names each of the 119 rules once, in order, and files that exist")
  func table() throws {
    let rows = try Self.table.get().split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 3 && Self.rules.contains($0[0]) }
    #expect(rows.map { $0[0] } == Self.rules)
    for row in rows {
      let path = "Sources/" + row[2].trimmingCharacters(in: ["`"])
      #expect(throws: Never.self, "\(row[0])") { try SourceTree.here.text(of: path) }
    }
  }

  /// The names of all test functions.
  private static let tests = Result {
    try SourceTree.here.files().filter(\.isTest).flatMap { file in
      file.code.compactMap { line in
        line.firstRange(of: "func ").map { line[$0.upperBound...].prefix { $0 != "(" } }
      }
    }
  }

  @Test("Each rule has a test that is named for it", arguments: rules)
  func test(of rule: String) throws {
    // One test may show several rules: `M1_P5_compact`.
    let named = try Self.tests.get().contains {
      $0.split(separator: "_").dropLast().contains(rule[...])
    }
    #expect(named, "expected a function \(rule)_…")
  }
}
