import JSON
import Messages
import Rides
import Tool

/// A step of a story.
enum Step: Sendable {
  /// Sends a message; nil skips the step.
  case send(@Sendable (District) -> CityMessage?)
  /// Changes something that is in no message.
  case act(@Sendable (District) -> Void)
  /// Lets that many seconds pass, and those to the next turn.
  case wait(Double)
  /// Waits for something to happen.
  case until(@Sendable (District) -> Bool)
  /// Steps that many stories have in this order.
  indirect case several([Step])
}

/// A short course of events in a district, from a free vehicle to a free vehicle.
struct Story: Sendable {
  let name: String
  /// How many times it is played while others are played once.
  let weight: Int
  /// Whether it can be played in a district; its catalogue may lack something.
  let isPossible: @Sendable (District) -> Bool
  let steps: [Step]

  init(
    _ name: String, weight: Int = 1,
    where isPossible: @escaping @Sendable (District) -> Bool = { _ in true }, _ steps: Step...
  ) {
    self.name = name
    self.weight = weight
    self.isPossible = isPossible
    self.steps = steps
  }

  /// A story about a product that the area has to sell: it begins with a trip of that product.
  init(
    _ name: String, weight: Int = 1, of isWanted: @escaping @Sendable (Product) -> Bool,
    where isPossible: @escaping @Sendable (District) -> Bool = { _ in true }, _ steps: Step...
  ) {
    self.name = name
    self.weight = weight
    self.isPossible = { $0.area.products.contains(where: isWanted) && isPossible($0) }
    self.steps = [.begin(isWanted)] + steps
  }
}

/// Plays a story step by step.
struct StoryRunner {
  /// The timeout of a story in seconds.
  private static let patience = 4_000.0

  private(set) var name: String?
  private var steps: ArraySlice<Step> = []
  private var since: Instant?
  /// The stories that timed out.
  private(set) var abandoned: [String] = []

  var isOver: Bool { steps.isEmpty }

  mutating func begin(_ story: Story) {
    name = story.name
    steps = story.steps[...]
    since = nil
  }

  /// The next message of the story; nil when it waits or is over.
  static func next(in district: District) -> CityMessage? {
    while let step = district.runner.steps.first {
      switch step {
      case .act(let change): change(district)
      case .send(let make):
        district.runner.advance()
        if let message = make(district) { return message }
        continue
      case .several(let steps):
        district.runner.steps = (steps + district.runner.steps.dropFirst())[...]
        continue
      case .wait(let seconds):
        guard district.runner.waited(at: district.now) >= seconds else { return nil }
      case .until(let condition):
        let waited = district.runner.waited(at: district.now)
        guard condition(district) else {
          if waited > patience { district.runner.abandon() }
          return nil
        }
      }
      district.runner.advance()
    }
    return nil
  }

  private mutating func waited(at now: Instant) -> Double {
    let since = since ?? now
    self.since = since
    return since.seconds(to: now)
  }

  private mutating func advance() {
    steps.removeFirst()
    since = nil
  }

  private mutating func abandon() {
    abandoned.append(name ?? "")
    steps = []
    since = nil
  }
}

/// The stories of a city in the order in which districts play them.
struct StoryBook {
  private let stories: [Story]
  /// The indexes of the next stories.
  private var deck: [Int]

  /// Each story once, then as often as its weight says, in random order.
  init(_ stories: [Story], _ numbers: inout SeededNumbers) {
    self.stories = stories
    deck = Array(stories.indices).shuffled(using: &numbers)
  }

  /// The next story that can be played in a district.
  mutating func next(for district: District, _ numbers: inout SeededNumbers) -> Story {
    if let place = deck.firstIndex(where: { stories[$0].isPossible(district) }) {
      return stories[deck.remove(at: place)]
    }
    let weighted = stories.indices.flatMap { Array(repeating: $0, count: stories[$0].weight) }
    // Stories that no district could play until now stay on top.
    deck += weighted.shuffled(using: &numbers)
    // The first story of the book can be played anywhere.
    let place = deck.firstIndex { stories[$0].isPossible(district) } ?? 0
    return stories[deck.remove(at: place)]
  }
}

/// The riders who are not in a story.
struct StoryCast {
  private var free: [String]

  init(riders: Int) { free = (1...riders).map { "rider-\($0)" } }

  /// Two riders for a story; nil while there are not enough.
  mutating func acquire() -> (String, String)? {
    guard free.count >= 2 else { return nil }
    return (free.removeFirst(), free.removeFirst())
  }

  mutating func release(_ riders: String...) { free += riders }
}

/// Steps of many stories.
extension Step {
  /// Waits for the vehicle and plans a trip of a product that is like that.
  static func begin(_ isWanted: @escaping @Sendable (Product) -> Bool = { _ in true }) -> Step {
    .several([
      .until { $0.isReady },
      .act { district in
        district.planTrip()
        district.planRider(district.product(where: isWanted))
      },
    ])
  }

  /// Waits for the end of all rides, and of what they cost.
  static let ended = several([.until { !$0.hasOpenRide && $0.outbox.isEmpty }, .wait(4)])

  /// Waits for a phase of the ride.
  static func phase(_ phase: RidePhase) -> Step {
    .until { $0.ride?.phase == phase && $0.outbox.isEmpty }
  }

  /// Has the next driver behave like that.
  static func temper(_ temper: CityVehicle.Temper) -> Step { .act { $0.vehicle.temper = temper } }

  /// Brings the spare vehicle on duty, farther from the pickup than the first.
  static let spareComes = several([.act { $0.parkSpare() }, .send { $0.onDuty(\.spare) }, .wait(5)])

  /// Takes the spare vehicle off duty.
  static let spareLeaves = several([
    .until { $0.spare.drive.activity == .free && $0.outbox.isEmpty },
    .send { $0.offDuty(\.spare) },
  ])

  /// Lists the options of the trip, and stores them.
  static let listed = several([.send { $0.list() }, .act { $0.storeOffers() }])

  /// Books a ride, which is the ride of the story from now on.
  static let book = send { $0.book() }

  /// Books the trip by the quote for its product.
  static let bookQuote = send { $0.book(with: $0.quote ?? [:]) }

  /// Sends the last remembered message again.
  static let again = send { $0.again() }

  /// Sends a message about the ride of the story.
  static func about(
    _ type: MessageType, with changes: JSONValue = [:], by role: Role? = nil
  ) -> Step {
    .send { $0.about(type, with: changes, by: role) }
  }

  /// Sends a message of a rider who names no ride.
  static func ask(_ type: MessageType) -> Step { .send { $0.ask(type, $0.asker) } }
}

extension Product {
  /// Whether it has a price and its vehicles need no offer.
  var isPlain: Bool { !requiresAcceptance && !isMetered }

  var isMetered: Bool { pricing == .metered }

  /// Whether its price is for a size of party.
  var isTiered: Bool { if case .tiered = pricing { true } else { false } }
}

extension StoryBook {
  /// All stories; the first can be played in any district.
  static var all: [Story] {
    FaultStories.all + RideStories.all + QuoteStories.all + CancellationStories.all
      + DispatchStories.all + ScheduledStories.all + FollowStories.all + PaymentStories.all
      + DebtStories.all + RefusalStories.all + BookingRefusalStories.all + RepeatStories.all
      + WaitingStories.all + StageStories.all
  }
}
