import Glibc

/// Files and folders of the system.
///
/// Not by Foundation, whose code would be most of a worker's program.
package enum SystemFiles {
  /// Whether a folder is at the path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in no order; none if the folder cannot be read to its end.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      // readdir(3) returns nil at the end and when it fails; only then it changes errno.
      errno = 0
      guard let entry = readdir(directory) else { return errno == 0 ? names : [] }
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
  }

  /// The content of a file; nil when it cannot be read.
  package static func bytes(at path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return content }
      content += part[..<count]
    }
  }
}
