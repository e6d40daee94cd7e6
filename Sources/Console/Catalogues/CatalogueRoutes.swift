import Catalogues
import Fleet
import HTTP
import RideStore
import Rides
import Tool

/// The request that checks a catalogue before it is in force.
enum CatalogueRoutes {
  /// Its body is the whole catalogue, and may be longer than others.
  static let path = "/api/fleet/catalogue-check"

  static let all = [
    Route("POST", path, role: .operator, action: "catalogue-check", answer: check)
  ]

  /// The rides that are priced again: those of the last hour, so many at most.
  private static let (seconds, mostRides) = (3_600, 500)

  private static func check(_ call: APICall) throws(APIError) -> APIAnswer {
    let catalogue: Catalogue
    do throws(CatalogueProblems) {
      catalogue = try CatalogueFile.decode(call.request.body, name: "catalogue")
    } catch {
      let count = error.mistakes.count
      return APIAnswer(
        .json(CatalogueCheck.json(of: error.mistakes)),
        detail: "\(count) mistake\(count == 1 ? "" : "s")")
    }
    let inForce = call.console.catalogue
    let check = CatalogueCheck(
      catalogue: catalogue, inForce: inForce,
      digest: CatalogueSource.file(call.request.body).digest, now: call.now,
      comparison: try comparison(call, from: inForce, to: catalogue))
    return APIAnswer(.json(check.json), detail: check.digest)
  }

  private static func comparison(
    _ call: APICall, from inForce: Catalogue, to catalogue: Catalogue
  ) throws(APIError) -> RideComparison {
    let from = call.now.advanced(bySeconds: -seconds)
    let filter = RideFilter(createdFrom: from, limit: mostRides)
    // One more than compared tells whether there are more.
    let found = try call.finding { store throws(ToolError) in
      try RideSearch(filter).page(of: store, limit: mostRides + 1, until: StopSignal()).rides
    }
    return RideComparison(
      of: found.prefix(mostRides).map(\.ride), hasMore: found.count > mostRides, from: inForce,
      to: catalogue)
  }
}
