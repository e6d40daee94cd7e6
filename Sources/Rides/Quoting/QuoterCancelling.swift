extension Quoter {
  /// What the fee for cancelling a ride is called in the locale in which the ride was booked.
  package func cancellationTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.titles?[ride.locale] ?? "Cancellation fee"
  }

  /// What the fee for missing a ride is called in the locale in which the ride was booked.
  package func missedPickupTitle(of ride: Ride) -> String {
    cancellation(of: ride)?.missedPickupTitles?[ride.locale] ?? "Missed pickup"
  }

  private func cancellation(of ride: Ride) -> CancellationPolicy? {
    areas.first { $0.area.key == ride.area }?.product(ride.product)?.product.cancellation
  }
}
