package import Rides

/// What the use cases need from outside and cannot make themselves; all of it is passed in, so that
/// a test can fix it.
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
  /// What a rider owed at most a second ago; nil for each where nobody asks.
  package var obligation: @Sendable (RiderIdentifier) -> Obligation?
  package var payments: any PaymentGateway
  package var recorder = BusinessRecorder.none
  /// What the lanes of a process tell each other of the snapshot's vehicles.
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

  /// Forgets which vehicles of the snapshot were taken: for whoever frees them without a handler.
  package func forgetTakenVehicles() { taken.forget() }

  /// Knows of nobody who owes anything.
  package static let noObligation: @Sendable (RiderIdentifier) -> Obligation? = { _ in nil }
}

extension Quoter {
  /// What the operator has decided for the area of that key; nil when no area has it.
  func policies(of area: String) -> Policies? {
    catalogue.serviceAreas.first { $0.key == area }?.policies
  }

  /// What the operator has decided for the area of a ride.
  ///
  /// An area that has gone from the catalogue leaves rides behind, which go on as usual.
  func policies(of ride: Ride) -> Policies {
    policies(of: ride.area)
      ?? Policies(listExpirySeconds: 0, unfinishedRidesPerRider: 1, bookingCodes: .classic)
  }
}
