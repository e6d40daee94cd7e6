/// A database for tests is missing, or does not do what a test asks of it.
package struct DatabaseFixtureError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
