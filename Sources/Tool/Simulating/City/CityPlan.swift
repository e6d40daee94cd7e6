import Fleet
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
  /// Signs the quotes of lists; with `.none` no option has one, and no story uses one.
  var quotes = QuoteTokens.none
  var hasQuotes = false

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
  /// Stories that were given up, since what they waited for did not happen; 0 is expected.
  var abandoned: [String] = []
  var end = CityPlan.mondayMorning
}
