import Rides

/// A step of a story.
enum Step {
  /// Sends a message; nil skips the step.
  case send((District) -> CityMessage?)
  /// Changes something that is in no message.
  case act((District) -> Void)
  /// Lets so many seconds pass, and those to the next turn.
  case wait(Double)
  /// Waits for something to happen.
  case until((District) -> Bool)
}

/// A short course of events in a district, from a free vehicle to a free vehicle.
struct Story {
  let name: String
  /// How many times it is played while others are played once.
  var weight = 1
  /// Whether it can be played in a district; its catalogue may lack something.
  var isPossible: (District) -> Bool = { _ in true }
  let steps: [Step]
}

/// Plays a story step by step.
struct StoryRunner {
  /// The seconds after which a story is given up.
  private static let patience = 4_000.0

  private(set) var name: String?
  private var steps: ArraySlice<Step> = []
  private var since: Instant?
  /// The stories that were given up.
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
