/// The length of a way through the streets and the time that it takes.
package struct Route: Hashable, Sendable {
  package var metres: Double
  package var seconds: Double

  package init(metres: Double, seconds: Double) {
    self.metres = metres
    self.seconds = seconds
  }
}

/// The port through which distances and times come; a road network can stand behind it.
package protocol Routing: Sendable {
  /// The way from one point to another in an area at a time.
  func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route
}
