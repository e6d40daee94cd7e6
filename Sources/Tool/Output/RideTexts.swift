import Rides

extension PriceRange {
  /// The price or the span of prices: `41.75-49.75 USD`.
  var shown: String {
    let bounds = (minimumPrice?.decimalString, maximumPrice?.decimalString)
    switch bounds {
    case (let low?, let high?) where low == high: return "\(low) \(currency.code)"
    case (let low?, let high?): return "\(low)-\(high) \(currency.code)"
    case (let low?, nil): return "from \(low) \(currency.code)"
    case (nil, let high?): return "up to \(high) \(currency.code)"
    case (nil, nil): return currency.code
    }
  }
}

extension Place {
  /// The name, if it has one, and the position.
  var shown: String {
    let position =
      "\(coordinate.latitude.rounded(digits: 5)), \(coordinate.longitude.rounded(digits: 5))"
    return name.map { "\($0) (\(position))" } ?? position
  }
}

/// One status change as one line.
enum EventLine {
  /// `05:04:10.123  ride k3f…  2 confirmed  SUV  AB 1234 Sam R.  pickup in 4 min`.
  static func text(of status: RideStatus, at time: Instant) -> StyledText {
    let number = "\(status.sequence)".rightAligned(in: 2)
    let phase = StyledText(phase(of: status), status.phase.isFinal ? .dim : .strong)
    let detail = detail(of: status)
    let end = detail.isEmpty ? "" : "  " + detail
    return "\(time.timeOfDay)  ride \(status.rideIdentifier)  \(number) \(phase)\(end)"
  }

  /// The phase; of an ended ride, how it ended.
  static func phase(of status: RideStatus) -> String {
    guard let outcome = status.completionStatus?.outcome, outcome != .completed else {
      return status.phase.rawValue
    }
    return "\(status.phase.rawValue) (\(outcome.rawValue))"
  }

  /// The option, the vehicle, and when what comes next is due.
  static func detail(of status: RideStatus) -> String {
    [status.rideOption.name, vehicle(of: status), estimate(of: status)]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The plate, or the identifier, and the driver.
  static func vehicle(of status: RideStatus) -> String {
    let plate = status.vehicle.map { $0.registrationPlate ?? $0.identifier.rawValue }
    return [plate, status.driver?.name].compactMap { $0 }.joined(separator: " ")
  }

  private static func estimate(of status: RideStatus) -> String {
    switch status.phase {
    case .received, .confirmed, .approachingPickup:
      status.estimatedPickupDate.map { "pickup in \(wait(until: $0, from: status.updatedAt))" }
        ?? ""
    case .pickup:
      status.estimatedPickupEndDate.map { "waits \(wait(until: $0, from: status.updatedAt))" } ?? ""
    case .ongoing:
      status.estimatedDropOffDate.map { "drop-off in \(wait(until: $0, from: status.updatedAt))" }
        ?? ""
    case .completed:
      status.completionStatus?.money ?? ""
    }
  }

  private static func wait(until date: Instant, from now: Instant) -> String {
    let seconds = now.seconds(to: date)
    return seconds < 90
      ? "\(max(0, Int(seconds.rounded()))) s" : "\(Int((seconds / 60).rounded())) min"
  }
}

extension CompletionStatus {
  /// The payment, the refunds and the tip: `67.50 USD settled, refund 5.00 USD declined`.
  fileprivate var money: String {
    func text(_ amount: Money, _ state: String) -> String {
      "\(amount.decimalString) \(amount.currency.code) \(state)"
    }
    var texts = payment.map { [text($0.amount, $0.state.rawValue)] } ?? []
    texts += refunds.map {
      ($0.isOverpayment ? "refund of excess " : "refund ") + text($0.amount, $0.state.rawValue)
    }
    if let tip { texts.append("tip " + text(tip.amount, tip.state.rawValue)) }
    return texts.joined(separator: ", ")
  }
}
