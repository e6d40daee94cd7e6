import Fleet
import Foundation
import Messages
import RideStore
import Rides
import SQLiteStore

@testable import Tool

let noon = Instant(seconds: 1_800_000_000)

func cents(_ amount: Int64) -> Money {
  // USD is a currency.
  Money(minorUnits: amount, currency: Currency("USD")!)
}

/// A migrated database in a folder of a test's own, and the tool run on it.
final class ToolStore {
  private let folder: URL
  private let store: SQLiteStore

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "livery.sqlite").path
    try SQLiteStore.migrate(path: path)
    store = try SQLiteStore(path: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ body: (any RideStore) throws(StoreError) -> Void) throws {
    try store.transaction(.write) { () throws(StoreError) in try body(store) }
  }

  /// Runs the tool in this process.
  func run(_ arguments: String...) -> (code: ExitCode, output: String, error: String) {
    run(arguments)
  }

  /// Runs the tool as of a moment.
  func run(
    _ arguments: [String], at now: Instant = noon
  ) -> (code: ExitCode, output: String, error: String) {
    let path = folder.appending(path: "livery.sqlite").path
    let written = Written()
    var context = written.context(environment: ["LIVERY_STORE": "sqlite:\(path)"])
    context.clock = { now }
    let code = LiveryTool.run(arguments, context)
    return (code, written.output, written.error)
  }
}

extension Ride {
  /// A ride that was booked so many seconds after noon.
  static func sample(
    _ name: String, rider: String, at seconds: Int, _ phase: RidePhase = .received
  ) -> Ride {
    let createdAt = noon.advanced(bySeconds: seconds)
    // Within the bounds of the Earth.
    let pickup = Place(coordinate: Coordinate(latitude: 41.88, longitude: -87.63)!)
    let status = RideStatus(
      rideIdentifier: RideIdentifier(name), riderIdentifier: RiderIdentifier(rider), sequence: 1,
      phase: phase, updatedAt: createdAt,
      completionStatus: phase.isFinal ? CompletionStatus(outcome: .canceledByUser) : nil,
      pickupLocation: pickup,
      rideOption: RideOption(
        name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: createdAt,
        priceRange: nil))
    return Ride(
      status: status, area: "chicago", product: ProductKey("suv"), locale: "en_US", slot: 0,
      partySize: 2, paymentMethod: nil, requiresAcceptance: false, createdAt: createdAt,
      declinedBy: [], routeSeconds: nil, searchFrom: createdAt, searchUntil: createdAt,
      account: RideAccount(rideIdentifier: RideIdentifier(name), currency: cents(0).currency))
  }
}

extension RideRecord {
  /// The record of a ride that was booked so many seconds after noon.
  static func sample(
    _ name: String, rider: String, at seconds: Int, _ phase: RidePhase = .received
  ) -> RideRecord {
    let ride = Ride.sample(name, rider: rider, at: seconds, phase)
    return RideRecord(
      rideIdentifier: ride.status.rideIdentifier, riderIdentifier: ride.status.riderIdentifier,
      slot: nil, sequence: 1, phase: phase, product: ride.product, area: ride.area, partySize: 2,
      vehicle: nil, isWaiting: false, pickup: ride.status.pickupLocation.coordinate,
      createdAt: ride.createdAt, updatedAt: ride.createdAt, document: RideDocument.encode(ride))
  }
}
