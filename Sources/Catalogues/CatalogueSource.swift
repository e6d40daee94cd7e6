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
    if SystemFiles.isFolder(path) {
      let names = SystemFiles.names(in: path)
      self = .folder(
        names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { name in
          File(name: name, bytes: SystemFiles.bytes(at: "\(path)/\(name)") ?? [])
        })
    } else {
      self = SystemFiles.bytes(at: path).map(Self.file) ?? .absent
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
}
