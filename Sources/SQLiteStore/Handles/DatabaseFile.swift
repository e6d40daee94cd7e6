import Glibc
import RideStore

/// The file under a path at one moment, told from another that takes its place.
struct DatabaseFile: Equatable {
  private let device: UInt
  private let number: UInt

  /// The file that is there now; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  /// Makes an empty file that only its owner may read, unless there is one.
  ///
  /// It will hold telephone numbers and payment tokens; the log and the index that SQLite keeps
  /// beside it get the same mode. Made by mknod(2), not open(2): to close a file ends every lock
  /// that this process holds on it, those of SQLite too (sqlite.org/howtocorrupt.html, 2.2).
  static func make(path: String) throws(StoreError) {
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
      throw StoreError(
        .failed, operation: "make \(path)",
        detail: "\(String(cString: strerror(errno))); its folder must exist and this process must "
          + "be allowed to write there")
    }
  }
}
