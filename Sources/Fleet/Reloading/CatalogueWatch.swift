import Catalogues
package import Rides

/// Reads a catalogue again when its files change; one with a mistake is not used.
package struct CatalogueWatch {
  private let path: String
  private let log: Log
  private var digest: String
  private var files: WatchedFiles

  /// `digest` is that of the catalogue in force.
  package init(path: String?, digest: String, log: Log) {
    self.path = path ?? ""
    self.digest = digest
    self.log = log
    files = WatchedFiles(path.map { [$0] } ?? [])
  }

  /// Checks the files once; `use` is given another catalogue and its digest.
  ///
  /// A change is used at the second check that finds it, when the file is no longer being written.
  package mutating func look(_ use: (Catalogue, String) -> Void) {
    guard files.haveChanged() else { return }
    let source = CatalogueSource(path: path)
    let digest = source.digest
    guard digest != self.digest else { return }
    do throws(CatalogueProblems) {
      use(try CatalogueFile.load(path: path, from: source), digest)
      self.digest = digest
      log.info(.catalogueReloaded, [.digest: .string(digest)])
    } catch {
      for line in error.lines { log.error(.reloadRefused, [.error: .string(line)]) }
    }
  }
}
