import Foundation

/// The package that this test stands in.
struct SourceTree {
  let root: URL

  /// Found from the path of this file: `Tests/TidyTests/Source` is three folders below the root.
  static let here = SourceTree(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  func topLevelNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Every Swift file of the manifest, `Sources` and `Tests`, in the order of their paths.
  func files() throws -> [SourceFile] {
    let below = try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
    }
    return try (["Package.swift"] + below.filter { $0.hasSuffix(".swift") }.sorted()).map { path in
      SourceFile(path: path, text: try text(of: path))
    }
  }
}
