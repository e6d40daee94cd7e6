/// Routing without a road network: great circles, lengthened by the area's circuity, driven at the
/// area's speed.
package struct GreatCircleRouting: Routing {
  package init() {}

  package func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route {
    let metres = GreatCircle.metres(origin, destination) * area.travel.circuity
    return Route(metres: metres, seconds: metres / area.travel.metresPerSecond)
  }
}
