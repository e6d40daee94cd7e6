import Glibc

/// Files, and folders of `*.json` files, whose changes are noticed by their metadata.
///
/// A change counts once two looks in a row have found the same: a file may be written in pieces,
/// and files of a folder one after the other.
struct WatchedFiles {
  /// The file's attributes in the file system, which change with its content.
  private struct Stamp: Hashable {
    let path: String
    let device: UInt
    let inode: UInt
    let size: Int
    let changed: [Int]

    init?(_ path: String, isFolder: inout Bool) {
      var status = stat()
      // Follows links, as a volume of secrets has them.
      guard stat(path, &status) == 0 else { return nil }
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      self.path = path
      device = status.st_dev
      inode = status.st_ino
      size = status.st_size
      changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
  }

  private let paths: [String]
  private var known: [Stamp?]?
  private var pending: [Stamp?]?

  init(_ paths: [String]) { self.paths = paths }

  /// Whether they have changed since this was last true; the first time is a change.
  mutating func haveChanged() -> Bool {
    let now = paths.flatMap(Self.stamps)
    guard now != known else {
      pending = nil
      return false
    }
    guard now == pending else {
      pending = now
      return false
    }
    (known, pending) = (now, nil)
    return true
  }

  private static func stamps(of path: String) -> [Stamp?] {
    var isFolder = false
    let stamp = Stamp(path, isFolder: &isFolder)
    guard isFolder else { return [stamp] }
    var ignored = false
    return [stamp] + names(in: path).map { Stamp("\(path)/\($0)", isFolder: &ignored) }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted()
  }
}
