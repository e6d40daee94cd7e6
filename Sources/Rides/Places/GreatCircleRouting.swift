/// Routing without a road network: great circles, lengthened by the area's circuity, driven at the
/// speed of the hour.
package struct GreatCircleRouting: Routing {
  package init() {}

  package func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route {
    let metres = GreatCircle.metres(origin, destination) * area.travel.circuity
    let hour = area.timeZone.hour(at: time)
    return Route(
      metres: metres, seconds: area.travel.seconds(forStreetMetres: metres, hour: hour))
  }
}
