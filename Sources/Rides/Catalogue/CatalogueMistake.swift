/// One thing that is wrong with a catalogue.
package struct CatalogueMistake: Error, Hashable, Sendable {
  /// Where, in the form of the catalogue's file: `serviceAreas[0].products[2].tariff.perMile`.
  package var path: String
  /// What was expected and what came, for a person.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

extension CatalogueMistake: CustomStringConvertible {
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension Catalogue {
  /// Everything that is wrong with the catalogue, at once; empty for one that can be used.
  package func mistakes() -> [CatalogueMistake] {
    var inspection = CatalogueInspection(catalogue: self)
    inspection.inspect()
    return inspection.mistakes
  }
}
