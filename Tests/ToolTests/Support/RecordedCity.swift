import Catalogues
import Fleet
import Foundation
import JSON
import Messages
import Replay
import Rides
import Testing

@testable import SimulatedCity

/// A city that was recorded for tests, and what is in its recording.
struct RecordedCity {
  let plan: CityPlan
  let summary: CitySummary
  let header: RecordingHeader
  let messages: [RecordedMessage]
  let bytes: Data

  /// The catalogue of the recordings that are kept in the repository.
  static let catalogue = TripComparisonTests.root
    .appending(path: "../../deploy/recordings/catalogue.json").standardized.path

  /// Records a city; `change` makes it another one than the usual.
  init(_ messages: Int, _ change: (inout CityPlan) -> Void = { _ in }) throws {
    var plan = CityPlan(catalogue: try CatalogueFile.load(path: Self.catalogue))
    plan.messages = messages
    plan.vehicles = 20
    plan.riders = 60
    change(&plan)
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    summary = try plan.record(to: path, plan.header(livery: "test"))
    bytes = try Data(contentsOf: URL(filePath: path))
    var reader = try RecordingReader(path: path)
    var read: [RecordedMessage] = []
    while let message = try reader.next() { read.append(message) }
    self.header = reader.header
    self.messages = read
    self.plan = plan
  }

  /// One city for all tests that change nothing about it, for each payment system.
  static let usual: [PaymentSystem: Result<RecordedCity, any Error>] = Dictionary(
    uniqueKeysWithValues: PaymentSystem.allCases.map { payments in
      (payments, Result { try RecordedCity(1_000) { $0.payments = payments } })
    })

  static func usual(_ payments: PaymentSystem) throws -> RecordedCity {
    try #require(usual[payments]).get()
  }

  /// A name in the folder for temporary files that no file has.
  static func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "city-\(UUID()).jsonl").path
  }

  var requests: [RecordedMessage] { messages.filter { $0.kind == .request } }

  /// The reasons of all errors that were answered.
  var reasons: Set<String> {
    Set(
      messages.filter { $0.kind == .response }.compactMap {
        (try? JSONValue(parsing: $0.body, limits: .stored))?["error"]?["reason"]?.string
      })
  }
}
