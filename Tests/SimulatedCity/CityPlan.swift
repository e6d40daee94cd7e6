package import Fleet
import MemoryStore
package import Replay
package import RideHandlers
import RideStore
package import Rides

/// What a simulated city is made of.
package struct CityPlan {
  /// About how many requests are recorded.
  package var messages = 10_000
  /// How many vehicles drive, one in each district.
  package var vehicles = 40
  package var riders = 120
  package var seed: UInt64 = 1
  package var start = CityPlan.mondayMorning
  package var payments = PaymentSystem.builtIn
  package var catalogue: Catalogue
  /// Signs the quotes of lists.
  package var quotes = RecordingQuotes.tokens(beside: [])

  /// 2026-06-01, eight o'clock in Chicago.
  static let mondayMorning = Instant(seconds: 1_780_318_800)

  package init(catalogue: Catalogue) { self.catalogue = catalogue }

  /// The fleet that receives the city's messages, with its own store.
  var parts: LocalFleet.Parts {
    let database = MemoryDatabase(forOne: true)
    var parts = LocalFleet.Parts(catalogue: catalogue, quotes: quotes, payments: payments) {
      MemoryStore(database)
    }
    // How often a vehicle has reported between two updates depends on small differences of time.
    parts.updateSeconds = UpdatesLease.heartbeatSeconds
    return parts
  }

  /// The header of the city's recording; `livery` is the version of the build, `digest` that of the
  /// catalogue.
  package func header(livery: String, digest: String? = nil) -> RecordingHeader {
    RecordingHeader(
      startedAt: start, livery: livery, catalogue: digest.map { "sha256:\($0)" }, isMasked: false,
      hasOutcomes: true, settings: [SettingName.payments.rawValue: payments.rawValue])
  }

  /// Simulates the city, writes its recording, and returns the content.
  package func record(to path: String, _ header: RecordingHeader) throws -> CitySummary {
    let replay = try LocalReplay(parts, at: start)
    let writer = try RecordingWriter(path: path, header: header)
    return try City(self, CityRecorder(replay, writer, at: start)).run()
  }
}

/// The result of a simulation.
package struct CitySummary: Hashable, Sendable {
  var requests = 0
  var outputs = 0
  var ridesEnded = 0
  /// How often a ride got the vehicle of another district; 0 is expected.
  var strays = 0
  /// The violated invariants; none are expected.
  var breaches: [String] = []
  /// Stories that timed out; 0 is expected.
  var abandoned: [String] = []
  var end = CityPlan.mondayMorning

  /// The content of the recording, and all that is not as it should be.
  package var lines: [String] {
    var lines = [
      "\(requests) requests, \(outputs) outputs, \(ridesEnded) rides ended, until \(end.rfc3339)"
    ]
    if strays > 0 { lines.append("\(strays) rides got the vehicle of another district") }
    if !abandoned.isEmpty {
      let names = Set(abandoned).sorted().joined(separator: ", ")
      lines.append("\(abandoned.count) stories did not go as they should: \(names)")
    }
    return lines + breaches
  }
}

/// Why no city can be simulated.
struct CityError: Error, CustomStringConvertible {
  let description: String
}
