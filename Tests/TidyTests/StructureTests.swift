import Foundation
import Testing

/// How the sources are cut, and what the pages for contributors say of them.
@Suite struct StructureTests {
  private static let structure = Result { Structure(try SourceTree.here.files()) }
  private static let contributing = Result {
    try SourceTree.here.text(of: ".github/CONTRIBUTING.md")
  }

  @Test("No folders of a target need each other")
  func circles() throws {
    let circles = try Self.structure.get().circles
    #expect(circles == [])
  }

  @Test("At most 60 files have a part of a type")
  func shards() throws {
    #expect(try Self.structure.get().shards.count <= 60)
  }

  @Test("At most 90 files have fewer than 40 lines")
  func shortFiles() throws {
    #expect(try Self.structure.get().files(shorterThan: 40).count <= 90)
  }

  @Test("A median file has 80 to 120 lines")
  func median() throws {
    #expect((80...120).contains(try Self.structure.get().medianLength))
  }

  @Test(
    "A structure finds folders that need each other, shards and short files",
    arguments: [
      ("struct A { let b: B }", "struct B { let a: A }", ["T: One, Two"]),
      ("struct A { let c: C }", "struct B { let a: A }", ["T: One, Two"]),
      ("struct A { let b: B }", "struct B { let text = \"A\" } // A", []),
    ])
  func sample(_ first: String, _ second: String, _ circles: [String]) {
    let structure = Structure([
      SourceFile(path: "Sources/T/One/A.swift", text: first),
      SourceFile(path: "Sources/T/Two/B.swift", text: second),
      SourceFile(path: "Sources/T/Two/C.swift", text: "struct C { let b: B }\n"),
      SourceFile(path: "Sources/T/Face.swift", text: "enum Face { let a: A; let b: B }\n"),
      SourceFile(path: "Sources/T/Two/B+C.swift", text: "extension B {\n\n}\n"),
    ])
    #expect(structure.circles == circles)
    #expect(structure.shards == ["Sources/T/Two/B+C.swift"])
    #expect(structure.files(shorterThan: 3).count == 4)
    #expect(structure.medianLength == 1)
  }

  @Test("The README has 180 lines at most")
  func readme() throws {
    #expect(
      try SourceTree.here.text(of: "README.md").split(omittingEmptySubsequences: false) {
        $0.isNewline
      }.count <= 181)
  }

  @Test("Each library has a page that names what to know before a change")
  func pages() throws {
    let libraries = try Arrows.needs.get().keys.filter { $0.first?.isUppercase == true }
    for target in libraries where target != "BuildInfo" {
      let text = try SourceTree.here.text(of: "Sources/\(target)/\(target).docc/\(target).md")
      #expect(text.contains("\n## Before you change it\n"), "\(target)")
    }
  }

  @Test("The glossary has 40 words at most, each the name of a type or of a folder")
  func glossary() throws {
    let words = try Self.cells(ofSection: "Glossary").compactMap(\.first)
    #expect((1...40).contains(words.count))
    #expect(Set(words).count == words.count)
    #expect(Set(words).subtracting(try Self.structure.get().words) == [])
  }

  @Test("Fifteen usual changes name the files to open, four at most, and each exists")
  func usualChanges() throws {
    let rows = try Self.cells(ofSection: "Where to change what")
    #expect(rows.count == 15)
    for row in rows.map({ $0.filter { $0.contains("/") } }) {
      #expect((1...4).contains(row.count), "\(row)")
      for path in row {
        #expect(throws: Never.self) { try SourceTree.here.text(of: path) }
      }
    }
  }

  /// The code in one cell of each row of a section's table.
  ///
  /// The glossary has its words in the first cell, the usual changes their files in the second.
  private static func cells(ofSection title: String) throws -> [[String]] {
    let text = try contributing.get()
    let start = try #require(text.firstRange(of: "\n## \(title)\n")).upperBound
    let section = text[start...].prefix { _ in true }
    let end = section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex
    return section[..<end].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
      .map { row in
        let cells = row.split(separator: "|")
        let cell = title == "Glossary" ? cells[0] : cells[1]
        return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
      }
  }
}
