import Fleet
import Glibc

/// Files from the command line.
enum InputFile {
  /// The content of a file, or of standard input for `-`; nil with `errno` when it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { if path != "-" { close(descriptor) } }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return content }
      content += part[..<count]
    }
  }
}

/// What is wrong with a line of an input file.
struct FileMistake: Error, Hashable, Sendable, CustomStringConvertible {
  let line: Int
  let message: String

  var description: String { "line \(line): \(message)" }
}

/// Files that a command makes.
enum OutputFile {
  /// Makes a folder, unless it is there.
  static func makeFolder(_ path: String) throws(ToolError) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw ToolError(.failure, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a whole file.
  static func make(_ path: String, _ bytes: [UInt8]) throws(ToolError) {
    guard write(bytes, to: path) else {
      throw ToolError(.failure, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a whole file; false with `errno` when it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    let code = write(bytes, to: descriptor)
    // Some file systems report only now that there was no room.
    guard Glibc.close(descriptor) == 0 || code != 0 else { return false }
    errno = code
    return code == 0
  }

  /// Writes all bytes; returns the error, 0 for none.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? errno : EIO }
      rest = rest.dropFirst(written)
    }
    return 0
  }
}
