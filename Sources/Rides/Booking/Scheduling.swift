/// Decides which pickup times can be booked ahead (rule B1).
///
/// Local times are those of the area's zone, whatever zone the rider is in.
package struct Scheduling: Sendable {
  private let policy: SchedulingPolicy?
  private let zone: TimeZoneRules
  private let hours: [OperatingHours]
  private let now: Instant

  /// `hours` are the opening hours of the area and of the product, as far as they exist: all of
  /// them must be open.
  package init(area: ServiceArea, hours: [OperatingHours], at now: Instant) {
    policy = area.policies.scheduling
    zone = area.timeZone
    self.hours = hours
    self.now = now
  }

  /// The window that a request means.
  ///
  /// Throws the refusals of `candidates(for:)`, and `ambiguousLocalTime` for two windows.
  package func window(for request: RequestedPickup) throws(Refusal) -> PickupWindow {
    let candidates = try candidates(for: request)
    guard candidates.count == 1 else {
      let starts = candidates.map(\.start.rfc3339).joined(separator: " or ")
      throw Refusal(
        .ambiguousLocalTime,
        "expected a time that comes once in \(zone.name), came \(request.start): \(starts)",
        path: Self.startPath)
    }
    return candidates[0]
  }

  /// The bookable windows that a request can mean, ascending: one, or two while clocks are set
  /// back, between which the rider must choose.
  ///
  /// Refused are `recurrenceUnsupported`, `nonexistentLocalTime` for a time that clocks leave out,
  /// `inPast` also for a window that ends before it starts, `tooSoon` and `tooFarAhead` by the
  /// area's policy, and `outsideOperatingHours` for a start when nothing drives. Without a policy
  /// every time is `tooFarAhead`.
  package func candidates(for request: RequestedPickup) throws(Refusal) -> [PickupWindow] {
    let policy = try offered()
    guard !request.recurs else {
      throw Refusal(
        .recurrenceUnsupported, "expected a single pickup, came one that repeats",
        path: "scheduledPickupTime.recurrenceRule")
    }
    var windows: [PickupWindow] = []
    var refusal: Refusal?
    for start in try instants(of: request.start, Self.startPath) {
      do throws(Refusal) {
        try check(start, policy)
        windows.append(
          PickupWindow(
            start: start, end: try end(of: request, start, policy), timeZone: zone.name))
      } catch {
        refusal = refusal ?? error
      }
    }
    if windows.isEmpty, let refusal { throw refusal }
    return windows
  }

  /// The policy of the area; without one every time is `tooFarAhead`.
  @discardableResult
  package func offered() throws(Refusal) -> SchedulingPolicy {
    guard let policy else {
      throw Refusal(
        .tooFarAhead, "rides can be booked for now only", path: "scheduledPickupTime")
    }
    return policy
  }

  private static let startPath = "scheduledPickupTime.start"
  private static let endPath = "scheduledPickupTime.end"

  /// At least one.
  private func instants(of time: PickupTime, _ path: String) throws(Refusal) -> [Instant] {
    let instants = time.instants(in: zone)
    guard !instants.isEmpty else {
      throw Refusal(
        .nonexistentLocalTime, "clocks in \(zone.name) never show \(time)", path: path)
    }
    return instants
  }

  private func check(_ start: Instant, _ policy: SchedulingPolicy) throws(Refusal) {
    guard start >= now else {
      throw Refusal(
        .inPast, "expected a time from \(now.rfc3339) on, came \(start.rfc3339)",
        path: Self.startPath)
    }
    let earliest = now.advanced(bySeconds: policy.minimumLeadSeconds)
    guard start >= earliest else {
      throw Refusal(
        .tooSoon, "expected a time from \(earliest.rfc3339) on, came \(start.rfc3339)",
        path: Self.startPath)
    }
    let latest = now.advanced(bySeconds: policy.maximumLeadSeconds)
    guard start <= latest else {
      throw Refusal(
        .tooFarAhead, "expected a time until \(latest.rfc3339), came \(start.rfc3339)",
        path: Self.startPath)
    }
    guard hours.allSatisfy({ $0.contains(start, in: zone) }) else {
      throw Refusal(
        .outsideOperatingHours, "nothing drives at \(zone.local(start)) in \(zone.name)",
        path: Self.startPath)
    }
  }

  /// The end of the window that begins at `start`; of two possible moments, the next.
  private func end(
    of request: RequestedPickup, _ start: Instant, _ policy: SchedulingPolicy
  ) throws(Refusal) -> Instant {
    guard let time = request.end else { return start.advanced(bySeconds: policy.windowSeconds) }
    guard let end = try instants(of: time, Self.endPath).first(where: { $0 > start }) else {
      throw Refusal(
        .inPast, "expected an end after the start at \(zone.local(start)), came \(time)",
        path: Self.endPath)
    }
    // The last bookable window has the usual length and the latest start.
    let latest = now.advanced(bySeconds: policy.maximumLeadSeconds + policy.windowSeconds)
    guard end <= latest else {
      throw Refusal(
        .tooFarAhead, "expected an end until \(latest.rfc3339), came \(end.rfc3339)",
        path: Self.endPath)
    }
    return end
  }
}

extension ServiceArea {
  /// The rules for pickups of a product; nil is any product.
  package func scheduling(of product: Product?, at now: Instant) -> Scheduling {
    Scheduling(area: self, hours: [hours, product?.hours].compactMap(\.self), at: now)
  }
}
