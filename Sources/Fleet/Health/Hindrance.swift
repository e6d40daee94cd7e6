import JSON
import Rides

/// A reason why a worker is not ready: the closed list of what `/readyz` reports as missing.
package enum Hindrance: String, CaseIterable, Sendable {
  case consumer
  case publications
  case brokerResources = "broker-resources"
  case permission
  case store
  case hostNames = "host-names"
  case clock
  case payments
  case draining

  /// What it means and what to do, as the page on health has it.
  package var meaning: String {
    switch self {
    case .consumer:
      "A lane has no registered consumer: it has lost the broker, its queue is gone, its "
        + "database does not answer, or another lane handles redelivered messages one at a time."
    case .publications:
      "Publications of a lane were refused or returned, and it retries: look for a full queue "
        + "bound to the exchange."
    case .brokerResources:
      "The broker has blocked the connection (`connection.blocked`): free its memory or its disk."
    case .permission:
      "The broker denies the worker's user a right. Run what `livery topology permissions` prints."
    case .store:
      "The database does not answer, denies a right, or has another schema."
    case .hostNames:
      "No name server answers for the host of the broker or of the database: look at those in "
        + "`/etc/resolv.conf`."
    case .clock:
      "The clock differs from the database's by more than `LIVERY_CLOCK_LIMIT_SECONDS`: correct it."
    case .payments:
      "Workers with another `LIVERY_PAYMENTS` were on this database first: correct the setting of "
        + "this worker, or end the others."
    case .draining: "The worker was asked to stop and finishes what it has."
    }
  }

  /// The list as Markdown, a row each, without a line feed at the end.
  package static var tableInMarkdown: String {
    (["| `what` | meaning, and what to do |", "|---|---|"]
      + allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }).joined(separator: "\n")
  }
}

/// Since when each hindrance is there.
struct HindranceDates: Sendable {
  private var dates: [Hindrance: Moment] = [:]

  /// Since when; nil where it is not there.
  subscript(hindrance: Hindrance) -> Moment? { dates[hindrance] }

  /// Sets whether a hindrance is there; one that was there already keeps its date.
  mutating func set(_ hindrance: Hindrance, _ isThere: Bool, at moment: Moment) {
    dates[hindrance] = isThere ? dates[hindrance] ?? moment : nil
  }
}

/// The reasons why a worker is not ready at one moment, combined from its parts.
struct HindranceCauses {
  let lanes: [LaneHealth.Facts]
  let shared: SharedHealth
  /// How far the clock is from the database's; nil where that is not known.
  let secondsAhead: Double?
  /// Since when a name server is waited for; nil while none is.
  let lookupOverdueSince: ContinuousClock.Instant?
  /// When the stop was asked for.
  let stoppedAt: Moment?

  /// Since when one part is affected, and its details.
  private struct Cause {
    let since: Moment
    let detail: String?
  }

  /// One entry for each kind of hindrance, with the earliest date of its parts.
  func lacks(at now: ContinuousClock.Instant) -> [Lack] {
    Hindrance.allCases.compactMap { hindrance in
      let lanes = laneCauses(of: hindrance)
      let causes = lanes.map(\.cause) + [sharedCause(of: hindrance, at: now)].compactMap(\.self)
      guard let first = causes.map(\.since).min(by: { $0.steady < $1.steady }) else { return nil }
      let details = [sharedCause(of: hindrance, at: now)?.detail, detail(of: lanes, hindrance)]
      let text = details.compactMap(\.self).joined(separator: "; ")
      return Lack(
        what: hindrance.rawValue, since: first.text,
        seconds: max(0, Int((now - first.steady).components.seconds)),
        detail: text.isEmpty ? nil : PrintableText.of(text))
    }
  }

  private func laneCauses(of hindrance: Hindrance) -> [(lane: Int, cause: Cause)] {
    lanes.enumerated().compactMap { index, facts in
      guard let since = facts.dates[hindrance] else { return nil }
      let detail =
        hindrance == .permission ? facts.missingPermission : facts.details[hindrance]
      return (index + 1, Cause(since: since, detail: detail))
    }
  }

  private func sharedCause(
    of hindrance: Hindrance, at now: ContinuousClock.Instant
  ) -> Cause? {
    switch hindrance {
    case .draining: return stoppedAt.map { Cause(since: $0, detail: nil) }
    case .hostNames:
      return lookupOverdueSince.map { since in
        let time = WallClock.now().microseconds - (now - since).microseconds
        return Cause(
          since: Moment(time: Instant(microseconds: time), steady: since), detail: nil)
      }
    case .clock:
      guard let since = shared.dates[.clock] else { return nil }
      let seconds = secondsAhead.map { Int($0.rounded()) }
      return Cause(since: since, detail: seconds.map { "\($0) s ahead of the database" })
    default:
      guard let since = shared.dates[hindrance] else { return nil }
      return Cause(since: since, detail: hindrance == .store ? shared.storeError : nil)
    }
  }

  /// The lanes by their details, such as `lane 1, lane 2: 403 ACCESS_REFUSED`.
  private func detail(of causes: [(lane: Int, cause: Cause)], _ hindrance: Hindrance) -> String? {
    // All lanes are the same user.
    if hindrance == .permission {
      return Set(causes.compactMap(\.cause.detail)).sorted().joined(separator: ", ")
    }
    var groups: [(detail: String?, lanes: [Int])] = []
    for (lane, cause) in causes {
      if let place = groups.firstIndex(where: { $0.detail == cause.detail }) {
        groups[place].lanes.append(lane)
      } else {
        groups.append((cause.detail, [lane]))
      }
    }
    let texts = groups.map { group in
      let lanes = group.lanes.map { "lane \($0)" }.joined(separator: ", ")
      return group.detail.map { "\(lanes): \($0)" } ?? lanes
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
