import CZlib
import Glibc

/// A file of lines, plain or in the gzip format (RFC 1952), by zlib.
final class GzipFile {
  /// Why a file could not be opened, read or written, in words of the system or of zlib.
  struct Failure: Error, Hashable {
    let detail: String
    /// Whether a compressed file ends before its end.
    var isCutOff = false
  }

  private let handle: gzFile
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  /// Opens a file to be read; whether it is compressed is seen by its first bytes.
  convenience init(reading path: String) throws(Failure) {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    try self.init(descriptor, mode: "rb")
  }

  /// Makes a file to be written, compressed where its name ends in `.gz`.
  ///
  /// A file that exists is not replaced; what is no file, such as a pipe, is written to.
  convenience init(writing path: String) throws(Failure) {
    var status = stat()
    let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    let flags = O_WRONLY | O_CLOEXEC | (isFile ? O_CREAT | O_EXCL : 0)
    try self.init(open(path, flags, 0o600), mode: path.hasSuffix(".gz") ? "wb6" : "wbT")
  }

  private init(_ descriptor: Int32, mode: String) throws(Failure) {
    guard descriptor >= 0 else { throw Failure(detail: String(cString: strerror(errno))) }
    guard let handle = gzdopen(descriptor, mode) else {
      close(descriptor)
      throw Failure(detail: "zlib has no memory")
    }
    gzbuffer(handle, 1 << 17)
    self.handle = handle
    self.descriptor = descriptor
  }

  deinit { gzclose(handle) }

  /// Writes bytes; they are on their way to the file, and in it after `flush`.
  func write(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    let count = UInt32(clamping: bytes.count)
    guard gzwrite(handle, bytes, count) == Int32(clamping: bytes.count) else { throw failure }
  }

  /// Hands all that was written to the system, so that a process that ends now loses none of it.
  func flush() throws(Failure) {
    guard gzflush(handle, Z_SYNC_FLUSH) == Z_OK else { throw failure }
  }

  /// Brings to the disk all that was written; for the end of a file, not for each line.
  func finish() throws(Failure) {
    guard gzflush(handle, Z_FINISH) == Z_OK else { throw failure }
    // What has no disk, such as a pipe, cannot be synchronized.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw Failure(detail: String(cString: strerror(errno)))
    }
  }

  /// The next line without its line feed, nil at the end; `isWhole` is false for a last line that
  /// has none.
  func readLine() throws(Failure) -> (bytes: [UInt8], isWhole: Bool)? {
    var line: [UInt8] = []
    while true {
      if start == end, try !fill() { return line.isEmpty ? nil : (line, false) }
      let rest = start..<end
      if let feed = buffer[rest].firstIndex(of: 0x0A) {
        line += buffer[start..<feed]
        start = feed + 1
        return (line, true)
      }
      line += buffer[rest]
      start = end
    }
  }

  private func fill() throws(Failure) -> Bool {
    let count = gzread(handle, &buffer, UInt32(buffer.count))
    guard count >= 0 else { throw failure }
    (start, end) = (0, Int(count))
    var code = Z_OK
    if count == 0 {
      _ = gzerror(handle, &code)
      if code == Z_BUF_ERROR { throw Failure(detail: "it is cut off", isCutOff: true) }
    }
    return count > 0
  }

  private var failure: Failure {
    let system = errno
    var code = Z_OK
    let text = gzerror(handle, &code).map { String(cString: $0) } ?? ""
    if code == Z_ERRNO { return Failure(detail: String(cString: strerror(system))) }
    return Failure(
      detail: text.isEmpty ? "zlib failed with \(code)" : text, isCutOff: code == Z_BUF_ERROR)
  }
}
