import FoundationEssentials

/// What lies at a catalogue's path.
package enum CatalogueSource {
  /// A file of a folder.
  package struct File {
    let name: String
    let bytes: [UInt8]
  }

  case absent
  case file([UInt8])
  /// The `*.json` files, by name.
  case folder([File])

  /// Reads the file, or those of the folder.
  package init(path: String) {
    let manager = FileManager.default
    var isFolder = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
      self = .absent
      return
    }
    if isFolder {
      let names = (try? manager.contentsOfDirectory(atPath: path)) ?? []
      self = .folder(
        names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { name in
          File(name: name, bytes: Self.bytes(at: "\(path)/\(name)") ?? [])
        })
    } else {
      self = Self.bytes(at: path).map(Self.file) ?? .absent
    }
  }

  /// The bytes of all files, one after the other.
  package var bytes: [UInt8] {
    switch self {
    case .absent: []
    case .file(let bytes): bytes
    case .folder(let files): files.flatMap(\.bytes)
    }
  }

  private static func bytes(at path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }
}
