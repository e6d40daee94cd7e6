import FoundationEssentials

/// What lies at a catalogue's path.
enum CatalogueSource {
  /// A file of a folder.
  struct File {
    let name: String
    let bytes: [UInt8]
  }

  case absent
  case file([UInt8])
  /// The `*.json` files, by name.
  case folder([File])

  init(path: String) {
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

  private static func bytes(at path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }
}
