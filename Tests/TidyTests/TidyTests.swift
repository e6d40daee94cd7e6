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

  @Test("Every package declaration of the tree is documented")
  func documentation() throws {
    let files = try Self.files.get()
    let demands = Demands(files)
    report(files.flatMap { DocumentationRule.check($0, demands: demands) })
  }

  @Test("The manifest gives each target the layers of its arrows")
  func manifest() throws {
    let text = try SourceTree.here.text(of: "Package.swift")
    let needs = Arrows.needs(ofManifest: text)
    #expect(Set(needs.keys) == Set(Arrows.allowed.keys))
    for (target, allowed) in Arrows.allowed {
      #expect(needs[target] == allowed.subtracting(Arrows.ofTheSystem), "\(target)")
    }
  }

  @Test("The table of layers for contributors is that of the arrows")
  func contributing() throws {
    let text = try SourceTree.here.text(of: ".github/CONTRIBUTING.md")
    #expect(Arrows.rows(ofTable: text) == Arrows.allowed)
  }

  @Test("Every arrow is used by an import")
  func arrows() throws {
    let imports = try Self.files.get().reduce(into: [String: Set<String>]()) { imports, file in
      guard let target = file.target else { return }
      imports[target, default: []].formUnion(file.code.compactMap(ImportRule.module))
    }
    for (target, allowed) in Arrows.allowed {
      #expect(allowed.subtracting(imports[target] ?? []) == [], "\(target)")
    }
  }

  @Test("The top level has nothing unexpected")
  func topLevel() throws {
    report(LayoutRule.check(try SourceTree.here.topLevelNames()))
  }
}
