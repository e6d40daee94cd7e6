package import Rides

/// The dependencies of the use cases, such as the clock; all are passed in, so that a test can
/// replace them.
package struct HandlerDependencies: Sendable {
  /// The name of the worker, for the headers of dead letters.
  package var worker: String
  package var quoter: Quoter
  /// The vehicles on duty, at most a second old.
  package var supply: @Sendable () -> Supply
  /// SHA-256.
  package var digest: @Sendable ([UInt8]) -> [UInt8]
  /// Lower-case base32, for identifiers.
  package var base32: @Sendable ([UInt8]) -> String
  package var quotes: QuoteTokens
  /// The debts of a rider, at most a second old; always nil where the caller does not need them.
  package var obligation: @Sendable (RiderIdentifier) -> Obligation?
  package var payments: any PaymentGateway
  /// The moment now; nil while the clock is wrong, and if time stands still during a batch.
  package var clock: @Sendable () -> Instant? = { nil }
  /// The start code of a ride for a vehicle: by chance, unless who replays messages has to know it.
  package var startCode: @Sendable (RideIdentifier, VehicleIdentifier) -> StartCode = { _, _ in
    .drawn()
  }
  /// The seconds after which an observer is shown what the vehicle has reported since.
  package var updateSeconds = UpdatesLease.intervalSeconds
  package var recorder = BusinessRecorder.none
  /// The vehicles of the snapshot that the lanes of this process have taken.
  let taken = TakenVehicles()

  package init(
    worker: String, quoter: Quoter, supply: @escaping @Sendable () -> Supply,
    digest: @escaping @Sendable ([UInt8]) -> [UInt8],
    base32: @escaping @Sendable ([UInt8]) -> String, quotes: QuoteTokens,
    obligation: @escaping @Sendable (RiderIdentifier) -> Obligation? = HandlerDependencies
      .noObligation,
    payments: (any PaymentGateway)? = nil
  ) {
    self.worker = worker
    self.quoter = quoter
    self.supply = supply
    self.digest = digest
    self.base32 = base32
    self.quotes = quotes
    self.obligation = obligation
    self.payments = payments ?? ScriptedPayments(quoter.catalogue.paymentScript)
  }

  /// The time of a change for which a batch has waited since `begun`, as for locked rows.
  func time(since begun: Instant) -> Instant { max(begun, clock() ?? begun) }

  /// Gives a ride its start code, if it is due one.
  func issueStartCode(of ride: inout Ride) {
    guard ride.startCheck != nil else { return }
    let identifier = ride.status.rideIdentifier
    ride.issueStartCode { startCode(identifier, $0) }
  }

  /// Clears the taken vehicles of the snapshot, for callers that free vehicles without a handler.
  package func forgetTakenVehicles() { taken.forget() }

  /// Reports no debts.
  package static let noObligation: @Sendable (RiderIdentifier) -> Obligation? = { _ in nil }
}
