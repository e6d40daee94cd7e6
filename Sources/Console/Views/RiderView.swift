import JSON
import RideStore
import Rides
import Tool

/// The page of a rider: the rides, and what is not paid of them.
struct RiderView {
  let rider: RiderIdentifier
  let rides: ListPage<ListedRide>
  let owes: [Money]

  /// What a rider owes, one amount for each ride that is not paid.
  static func owed(
    by rider: RiderIdentifier, in store: any RideStore
  ) throws(ToolError) -> [Money] {
    let records = try ToolError.mapped(store: try store.owingRides(of: [rider]))
    var amounts: [Money] = []
    for record in records {
      let amount = try StoredRide.decode(record).account.outstanding
      if amount.minorUnits > 0 { amounts.append(amount) }
    }
    return amounts
  }

  /// The whole page.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([("riderIdentifier", rider.rawValue)])
      writer.key("rides")
      rides.write(into: &writer, ListedRide.write)
      writer.key("owes")
      writer.array(owes) { $1.write($0) }
    }
  }
}
