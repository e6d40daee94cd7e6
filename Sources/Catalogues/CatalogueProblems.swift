package import Rides

/// Why a catalogue cannot be used: all its mistakes at once.
///
/// Trying again helps only after the file
/// has changed.
package struct CatalogueProblems: Error, Hashable, Sendable {
  /// The file, or the folder.
  package var source: String
  /// At least one.
  ///
  /// In a folder each path begins with the name of its file: `chicago.json:
  /// serviceAreas[0].currency`.
  package var mistakes: [CatalogueMistake]

  package init(source: String, mistakes: [CatalogueMistake]) {
    self.source = source
    self.mistakes = mistakes
  }
}

extension CatalogueProblems: CustomStringConvertible {
  package var description: String {
    (["\(source) is not a usable catalogue:"] + mistakes.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
