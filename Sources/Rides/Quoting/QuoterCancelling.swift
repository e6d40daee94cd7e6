extension Quoter {
  /// What the fee for cancelling a ride is called in the locale in which the ride was booked.
  package func cancellationTitle(of ride: Ride) -> String {
    let area = areas.first { $0.area.key == ride.area }
    let titles = area?.product(ride.product)?.product.cancellation?.titles
    return titles?[ride.locale] ?? "Cancellation fee"
  }
}
