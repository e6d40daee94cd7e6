import Glibc

/// What the configuration asks of the system.
package enum SystemEnvironment {
  /// The most that a file may hold, in bytes; a larger one is not the file of a setting.
  private static let largestFile = 65_536

  /// The environment that the process was started with.
  package static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    // As with getenv, the first of two equal names counts.
    for entry in (read("/proc/self/environ", limit: .max) ?? []).split(separator: 0) {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: entry[..<equals], as: UTF8.self)
      let value = String(decoding: entry[entry.index(after: equals)...], as: UTF8.self)
      if variables[name] == nil { variables[name] = value }
    }
    return variables
  }

  /// The content of a file of at most 64 KiB; nil when it cannot be read, or is larger.
  package static func readFile(_ path: String) -> [UInt8]? {
    read(path, limit: largestFile)
  }

  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while content.count <= limit {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return content }
      content += part[..<count]
    }
    return nil
  }
}
