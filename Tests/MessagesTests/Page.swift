import Foundation

/// A page of the contract, as people read it.
struct Page {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = root.appending(path: "Sources/Messages/Messages.docc")

  let text: String

  init(_ name: String) throws {
    text = try String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8)
  }

  /// The names of all pages.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
      .map { String($0.dropLast(3)) }.sorted()
  }

  /// The rows of tables that begin with a cell of this text.
  func rows(_ cell: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("| \(cell) |") }
  }

  /// Where its links lead, without the part after `#`.
  var links: [String] {
    text.matches(of: /\]\(([^)#]+)/).map { String($0.output.1) }
  }

  /// Whether a link leads to something, as seen from a page.
  static func exists(_ link: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: link).path)
  }
}
