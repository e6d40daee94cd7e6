/// The parameters of a request that the stage `resolve` answers, one by one, in any order.
package enum RequestParameter: String, Sendable, CaseIterable {
  case pickupLocation, dropOffLocation, rideOptionName, partySize, scheduledPickupTime
  case paymentMethod
}
