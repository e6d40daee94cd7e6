import Fleet
import Foundation
import Messages
import Testing

@testable import Tool

@Suite("The files of the contract")
struct ContractTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/contract")

  @Test("Each file is the one that this build writes: `livery contract write deploy/contract`")
  func files() throws {
    for file in ContractFile.all {
      let recorded = try? Data(contentsOf: Self.folder.appending(path: file.path))
      #expect(recorded.map(Array.init) == file.document.file, "\(file.path)")
    }
    let found = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    #expect(Set(found.filter { $0.hasSuffix(".json") }) == Set(ContractFile.all.map(\.path)))
  }

  @Test("Keywords mean the same in draft-07 and in 2020-12, and a reference is alone in its object")
  func keywords() {
    for file in ContractFile.all where file.path.hasPrefix("schemas/") {
      Self.walk(file.document) { schema in
        let names = Set(schema.members.map(\.name))
        #expect(names.isSubset(of: Self.taken), "\(file.path): \(names.subtracting(Self.taken))")
        #expect(!names.contains("$ref") || names.count == 1, "\(file.path): \(names)")
      }
    }
  }

  @Test("Each reference is to a definition of the same form, and each definition is referred to")
  func references() {
    for form in SchemaForm.allCases {
      let files = ContractFile.all.filter { $0.path.hasSuffix(".\(form.rawValue).json") }
      let file = "definitions.\(form.rawValue).json"
      let shared = files.first { $0.path == "schemas/\(file)" }?.document["$defs"]?.members ?? []
      var met: Set<String> = []
      for one in files {
        Self.walk(one.document) { schema in
          if case .text(let reference)? = schema["$ref"] { met.insert(reference) }
        }
      }
      #expect(!shared.isEmpty && met == Set(shared.map { "\(file)#/$defs/\($0.name)" }))
      #expect(Set(shared.map(\.name)).count == shared.count)
    }
  }

  @Test("A closed schema allows no other member at any depth, an open one does")
  func closed() {
    for file in ContractFile.all where file.path.hasPrefix("schemas/") {
      Self.walk(file.document) { schema in
        guard schema["properties"] != nil, schema["description"] != nil else { return }
        let isClosed = schema["additionalProperties"] == false
        #expect(isClosed == file.path.hasSuffix(".writer.json"), "\(file.path)")
      }
    }
  }

  @Test("A line of a document that would be too long is broken")
  func layout() {
    let short: Document = ["a": [1, "b\n"], "c": [:]]
    #expect(short.line == #"{"a": [1, "b\n"], "c": {}}"#)
    let long: Document = [
      "text": .text(String(repeating: "x", count: 110)), "list": [true, .null],
    ]
    #expect(
      String(decoding: long.file, as: UTF8.self)
        == """
        {
          "text": "\(String(repeating: "x", count: 110))",
          "list": [true, null]
        }

        """)
  }

  private static let taken: Set = [
    "$schema", "$defs", "$ref", "title", "description", "examples", "type", "properties",
    "required", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMaximum", "items", "minItems", "maxItems", "anyOf", "allOf", "if", "then", "else",
    "additionalProperties", "x-livery-maxBytes", "x-livery-maxCharacters",
    "x-livery-rule",
  ]

  /// Visits every schema of a document.
  private static func walk(_ schema: Document, _ visit: (Document) -> Void) {
    visit(schema)
    for member in schema.members {
      switch (member.name, member.value) {
      case ("properties", let table), ("$defs", let table):
        for property in table.members { walk(property.value, visit) }
      case ("items", let one), ("then", let one), ("else", let one), ("if", let one):
        walk(one, visit)
      case ("additionalProperties", .object): walk(member.value, visit)
      case ("anyOf", .list(let all)), ("allOf", .list(let all)):
        for one in all { walk(one, visit) }
      default: break
      }
    }
  }
}

@Suite("Commands of the contract")
struct ContractCommandTests {
  private func run(_ arguments: String...) -> (code: Int32, output: String, error: String) {
    let written = Written()
    let code = LiveryTool.run(["contract"] + arguments, written.context).rawValue
    return (code, written.output, written.error)
  }

  private func file(_ lines: String...) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    return file.path
  }

  @Test("The files are written into a folder that is made, and again over those that are there")
  func write() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for _ in 0..<2 {
      #expect(run("write", folder.path).code == 0)
      let written = try Data(contentsOf: folder.appending(path: "schemas/ride.due.reader.json"))
      let file = ContractFile.all.first { $0.path == "schemas/ride.due.reader.json" }
      #expect(Array(written) == file?.document.file)
    }
    let lost = run("write", "/dev/null/contract")
    #expect(lost.code == 1 && lost.error.hasPrefix("livery: /dev/null/contract: "))
  }

  @Test("Messages are checked as the workers would, each mistake with its line")
  func check() throws {
    let good = #"{"type":"ride.due","message_id":"m","body":{"rideIdentifier":"x"}}"#
    let path = try file(
      good,
      #"{"type":"ride.due","message_id":"m","body":{"rideIdentifier":"x","rideidentifer":1}}"#,
      "", #"{"type":"ride.due","body":{"rideIdentifier":"x"}}"#,
      #"{"type":"ride.due","message_id":"m","headers":{"strict":false},"body":{"x":1}}"#)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let checked = run("check", path)
    #expect(checked.code == 65)
    #expect(
      checked.output == """
        line 2: unknownMember at rideidentifer: expected a member of ride.due, got \
        'rideidentifer'; the nearest is 'rideIdentifier'
        line 4: missingMessageIdentifier at message_id: ride.due needs a message_id, got none
        line 5: missingField at rideIdentifier: expected a value, got none

        """)
    #expect(checked.error == "livery: \(path): 3 of 4 refused\n")
    #expect(run("check", path, "--lenient").error == "livery: \(path): 2 of 4 refused\n")
    let right = try file(good, good)
    defer { try? FileManager.default.removeItem(atPath: right) }
    #expect(run("check", right).output == "2 taken\n")
  }
}
