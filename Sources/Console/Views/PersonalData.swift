import Messages
import RideStore
import Rides
import Tool

/// What a reader is shown of values that contain personal data.
///
/// The values are masked before anything is made of them, so that no view can forget it.
enum PersonalData {
  /// In the place of a text.
  static let mask = "•••"
}

extension Coordinate {
  /// Within about a kilometre.
  var masked: Coordinate {
    func coarse(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return Coordinate(latitude: coarse(latitude), longitude: coarse(longitude)) ?? self
  }
}

extension Place {
  /// Without its name and its address.
  var masked: Place {
    Place(coordinate: coordinate.masked, name: name.map { _ in PersonalData.mask })
  }
}

extension Driver {
  /// Without a name, and without what leads to the person.
  var masked: Driver { Driver(name: PersonalData.mask, rating: rating) }
}

extension RideStatus {
  /// Without personal data.
  var masked: RideStatus {
    var status = self
    status.riderIdentifier = RiderIdentifier(PersonalData.mask)
    status.driver = driver?.masked
    status.vehicle?.location = vehicle?.location?.masked
    status.startCode = nil
    status.pickupLocation = pickupLocation.masked
    status.waypoints = waypoints.map(\.masked)
    status.dropOffLocation = dropOffLocation?.masked
    status.cancelingActivity = nil
    status.additionalActivities = []
    status.completionStatus?.userActivity = nil
    return status
  }
}

extension HelpCall {
  /// Without its place and its words.
  fileprivate var masked: HelpCall {
    HelpCall(
      number: number, caller: caller, vehicle: vehicle, messageIdentifier: messageIdentifier,
      calledAt: calledAt, location: nil, note: note.map { _ in PersonalData.mask })
  }
}

extension [RideAccount.Order] {
  /// Without the words of those who gave them.
  fileprivate var masked: [RideAccount.Order] {
    map {
      var order = $0
      order.reason = order.reason.map { _ in PersonalData.mask }
      return order
    }
  }
}

extension Ride {
  /// Without personal data; what the ride costs and how it went stays.
  var masked: Ride {
    var ride = self
    ride.status = status.masked
    ride.passenger = nil
    ride.comment = nil
    ride.cancellation?.reason = cancellation?.reason.map { _ in PersonalData.mask }
    ride.helpCalls = helpCalls.map(\.masked)
    ride.account.refundOrders = account.refundOrders.masked
    ride.account.settlements = account.settlements.masked
    return ride
  }
}

extension StoredRide {
  /// Without personal data, in the history, too.
  var masked: StoredRide {
    var stored = self
    stored.ride = ride.masked
    stored.history = history.map {
      var change = $0
      let status = try? RideStatusCoding.decode(change.status)
      change.status = status.map { RideStatusCoding.encodeChange($0.masked) } ?? []
      return change
    }
    return stored
  }
}

extension ListedRide {
  /// Without personal data.
  var masked: ListedRide {
    var listed = self
    listed.ride = ride.masked
    listed.record.riderIdentifier = listed.ride.status.riderIdentifier
    listed.record.pickup = record.pickup.masked
    return listed
  }
}

extension ListedVehicle {
  /// Without the name of the driver and what leads to the person, and without the exact place of
  /// one with a ride, which is that of the rider.
  var masked: ListedVehicle {
    var listed = self
    listed.record.driver = record.driver?.masked
    if record.ride != nil { listed.record.location = record.location?.masked }
    return listed
  }
}
