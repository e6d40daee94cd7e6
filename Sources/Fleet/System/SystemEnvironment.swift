// `environ` is a variable of C that Swift cannot prove unshared; nothing here changes it.
@preconcurrency import Glibc

/// The environment variables of the process, and the files that they name.
package enum SystemEnvironment {
  /// The most that a file may hold, in bytes; a larger one is not the file of a setting.
  private static let largestFile = 65_536

  /// The environment of the process; it must not be changed meanwhile (setenv(3)).
  package static func variables() -> [String: String] {
    var next = environ
    var variables: [String: String] = [:]
    while let text = next.pointee {
      next += 1
      let entry = String(cString: text)
      guard let equals = entry.firstIndex(of: "=") else { continue }
      let name = String(entry[..<equals])
      // As with getenv, the first of two equal names counts.
      if variables[name] == nil { variables[name] = String(entry[entry.index(after: equals)...]) }
    }
    return variables
  }

  /// The content of a file of at most 64 KiB; nil when it cannot be read, or is larger.
  package static func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while content.count <= largestFile {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return content }
      content += part[..<count]
    }
    return nil
  }
}

/// The descriptors 0, 1 and 2, which a process and its libraries take for the standard streams.
package enum StandardDescriptors {
  /// Opens those that are closed on `/dev/null`, so that no pipe, socket or database gets their
  /// numbers.
  ///
  /// Call it before anything else is opened. Each is opened for the opposite use, so that reading
  /// and writing still fail as with a closed one: no result is lost without an error. Traps when
  /// the system has no `/dev/null`.
  package static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number, which this one is.
      let opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      precondition(
        opened == descriptor, "/dev/null cannot be opened, errno \(errno): the process cannot work")
    }
  }
}
