import Foundation
import Testing

/// Records each finding as an issue of its own, so that all can be mended in one go.
private func report(_ findings: [Finding]) {
  for finding in findings { Issue.record(Comment(rawValue: finding.description)) }
}

@Suite struct TidyTests {
  private static let files = Result { try SourceTree.here.files() }

  @Test("Every file of the tree keeps the rule", arguments: Rule.all)
  func tree(_ rule: Rule) throws {
    let files = try Self.files.get()
    #expect(files.contains { $0.path == "Tests/TidyTests/TidyTests.swift" })
    #expect(files.contains { $0.path.hasPrefix("Sources/") })
    report(files.flatMap(rule.check))
  }

  @Test("Every package or public declaration of the tree is documented")
  func documentation() throws {
    let files = try Self.files.get()
    let demands = Demands(files)
    report(files.flatMap { DocumentationRule.check($0, demands: demands) })
  }

  @Test("Every target imports all that it may import")
  func needs() throws {
    let imports = try Self.files.get().reduce(into: [String: Set<String>]()) { imports, file in
      guard let target = file.target else { return }
      imports[target, default: []].formUnion(file.code.compactMap(ImportRule.module))
    }
    for (target, needs) in try Arrows.needs.get() {
      let allowed = needs.union(Arrows.system[target] ?? [])
      #expect(allowed.subtracting(imports[target] ?? []) == [], "\(target)")
    }
  }

  @Test("The top level has nothing unexpected")
  func topLevel() throws {
    report(LayoutRule.check(try SourceTree.here.topLevelNames()))
  }
}
