/// How far ahead pickups can be booked.
package struct SchedulingPolicy: Hashable, Sendable {
  /// The least time between the request and the start of the window.
  package var minimumLeadSeconds: Int
  /// The most time between the request and the start of the window.
  package var maximumLeadSeconds: Int
  /// The length of a window whose end is not told.
  package var windowSeconds: Int
  /// How long before the window its vehicle is sought and its payment is authorised.
  package var dispatchLeadSeconds: Int
  /// How many rides a rider can have booked whose search has not begun (rule A2).
  package var ridesAheadPerRider: Int

  package init(
    minimumLeadSeconds: Int = 900, maximumLeadSeconds: Int = 2_592_000, windowSeconds: Int = 600,
    dispatchLeadSeconds: Int = 1_200, ridesAheadPerRider: Int = 5
  ) {
    self.minimumLeadSeconds = minimumLeadSeconds
    self.maximumLeadSeconds = maximumLeadSeconds
    self.windowSeconds = windowSeconds
    self.dispatchLeadSeconds = dispatchLeadSeconds
    self.ridesAheadPerRider = ridesAheadPerRider
  }
}
