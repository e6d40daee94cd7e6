import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

/// The requests that read rides, vehicles, riders and the map.
enum ViewRoutes {
  static let all = [
    Route("GET", "/api/rides", role: .reader, answer: rides),
    Route("GET", "/api/rides/:id", role: .reader, answer: ride),
    Route("GET", "/api/vehicles", role: .reader, answer: vehicles),
    Route("GET", "/api/vehicles/:id", role: .reader, answer: vehicle),
    Route("GET", "/api/riders/:id", role: .agent, action: "rider", answer: rider),
    Route("GET", "/api/search", role: .reader, answer: search),
    Route("GET", "/api/map", role: .reader, answer: map),
  ]

  /// How many rides the page of a vehicle has.
  private static let lastRides = 10

  private static func rides(_ call: APICall) throws(APIError) -> APIAnswer {
    let query = try RideListQuery(call.request, for: call.user.role, at: call.now)
    let page = try call.finding { store throws(ToolError) in try query.page(of: store) }
    return APIAnswer(.json(page.json(ListedRide.write)))
  }

  private static func ride(_ call: APICall) throws(APIError) -> APIAnswer {
    let identifier = RideIdentifier(call.parameters["id"] ?? "")
    let found = try call.finding { store throws(ToolError) in
      try StoredRide.read(identifier, from: store)
    }
    let observers = try call.asking { store throws(StoreError) in
      try store.subscriptionCount(of: identifier)
    }
    guard let found else { throw APIError(.notFound, "there is no ride \(identifier)") }
    let orders = RideOrders(
      ride: found.ride, quoter: Quoter(catalogue: call.console.catalogue), now: call.now)
    let view = RideView(
      found, orders: orders, observers: observers,
      maySeePersonal: call.user.role.maySeePersonal)
    return APIAnswer(.json(view.json))
  }

  private static func vehicles(_ call: APICall) throws(APIError) -> APIAnswer {
    let query = try VehicleListQuery(call.request, for: call.user.role, at: call.now)
    let page = try call.finding { store throws(ToolError) in try query.page(of: store) }
    return APIAnswer(.json(page.json(VehicleItem.write)))
  }

  private static func vehicle(_ call: APICall) throws(APIError) -> APIAnswer {
    let identifier = VehicleIdentifier(call.parameters["id"] ?? "")
    let found = try call.asking { store throws(StoreError) in
      try store.transaction(.read) { () throws(StoreError) in try store.vehicles([identifier]) }
    }
    guard let record = found[identifier] else {
      throw APIError(.notFound, "there is no vehicle \(identifier)")
    }
    let query = RideListQuery(
      of: identifier, limit: lastRides, for: call.user.role, at: call.now)
    let rides = try call.finding { store throws(ToolError) in try query.page(of: store) }
    let vehicle = ListedVehicle(record)
    let item = VehicleItem(
      vehicle: call.user.role.maySeePersonal ? vehicle : vehicle.masked, now: call.now)
    return APIAnswer(.json(item.json(rides: rides)))
  }

  private static func rider(_ call: APICall) throws(APIError) -> APIAnswer {
    let rider = RiderIdentifier(call.parameters["id"] ?? "")
    let query = try RideListQuery(
      call.request, of: rider, for: call.user.role, at: call.now)
    let view = try call.finding { store throws(ToolError) in
      RiderView(
        rider: rider, rides: try query.page(of: store),
        owes: try RiderView.owed(by: rider, in: store))
    }
    guard !view.rides.items.isEmpty || call.request.text("cursor") != nil else {
      throw APIError(.notFound, "there is no ride of that rider")
    }
    return APIAnswer(.json(view.json))
  }

  private static func search(_ call: APICall) throws(APIError) -> APIAnswer {
    let search = Search(call.request.text("q") ?? "", for: call.user.role)
    let found = try call.finding { store throws(ToolError) in
      try search?.found(in: store) ?? Search.Found()
    }
    return APIAnswer(
      .json(
        JSONWriter.object {
          $0.key("items")
          $0.objects(found.hits) { $0.write(into: &$1) }
          if let newest = found.newest { $0.member("newest", newest) }
        }))
  }

  private static func map(_ call: APICall) -> APIAnswer {
    let map = AreaGeometry(
      catalogue: call.console.catalogue, tiles: call.console.configuration.console.tiles)
    return APIAnswer(.json(map.json))
  }
}
