/// What canceling or missing a ride costs for some causes, in the place of the usual fee.
package struct CauseFee: Hashable, Sendable {
  /// The causes for which it holds; for any but `riderAbsent`, if empty.
  package var causes: [CancellationCause]
  /// Who has to be at fault; anybody, if empty.
  package var parties: [FaultParty]
  /// It holds for so long after the commitment of the vehicle, for `riderAbsent` after the arrival;
  /// nil is at any time.
  package var withinSeconds: Int?
  package var fee: Money

  package init(
    causes: [CancellationCause] = [], parties: [FaultParty] = [], withinSeconds: Int? = nil,
    fee: Money
  ) {
    self.causes = causes
    self.parties = parties
    self.withinSeconds = withinSeconds
    self.fee = fee
  }

  /// Whether it is of a cause, with any party at fault.
  func isOf(_ cause: CancellationCause) -> Bool {
    causes.isEmpty ? cause != .riderAbsent : causes.contains(cause)
  }

  /// Whether it holds for a cause with any party at fault and at any time.
  private var isAlways: Bool { parties.isEmpty && withinSeconds == nil }

  func holds(for party: FaultParty, after seconds: Double) -> Bool {
    (parties.isEmpty || parties.contains(party))
      && withinSeconds.map { seconds < Double($0) } ?? true
  }

  /// The highest fee of a cause, with any party at fault and at any time.
  static func highest(
    _ fees: [CauseFee], for cause: CancellationCause, usual: Money
  ) -> Money {
    let fees = fees.filter { $0.isOf(cause) }
    let possible = fees.prefix { !$0.isAlways }
    let last = possible.count < fees.count ? fees[possible.count].fee : usual
    return possible.map(\.fee).reduce(last) { $0.minorUnits < $1.minorUnits ? $1 : $0 }
      .atMost(usual)
  }
}
