import Fleet
import Replay
import RideHandlers
import Rides

/// What a simulated city is made of.
struct CityPlan {
  /// About how many requests are recorded.
  var messages = 10_000
  /// How many vehicles drive, one in each district.
  var vehicles = 40
  var riders = 120
  var seed: UInt64 = 1
  var start = CityPlan.mondayMorning
  var payments = PaymentSystem.builtIn
  var catalogue: Catalogue
  /// Signs the quotes of lists.
  var quotes = RecordingQuotes.tokens(beside: [])

  /// 2026-06-01, eight o'clock in Chicago.
  static let mondayMorning = Instant(seconds: 1_780_318_800)

  init(catalogue: Catalogue) { self.catalogue = catalogue }
}

/// What came of a simulation.
struct CitySummary: Hashable, Sendable {
  var requests = 0
  var outputs = 0
  var ridesEnded = 0
  /// How often a ride got the vehicle of another district; 0 is expected.
  var strays = 0
  /// What must hold of any fleet and did not; nothing is expected.
  var breaches: [String] = []
  /// Stories that were given up, since what they waited for did not happen; 0 is expected.
  var abandoned: [String] = []
  var end = CityPlan.mondayMorning
}
