/// What keeps a worker from taking work: the closed list of what `/readyz` says is missing.
package enum Hindrance: String, CaseIterable, Sendable {
  case consumer
  case publications
  case brokerResources = "broker-resources"
  case permission
  case store
  case clock
  case draining

  /// What it means and what to do, as the page on health has it.
  package var meaning: String {
    switch self {
    case .consumer:
      "A lane has no registered consumer: it has lost the broker, or its queue is gone, or it "
        + "waits while another lane handles redelivered messages one at a time. The detail has the "
        + "error."
    case .publications:
      "What a lane has published was refused or returned, and it tries again. The detail has the "
        + "exchange: look for a full queue behind it."
    case .brokerResources:
      "The broker has blocked the connection (`connection.blocked`): free its memory or its disk."
    case .permission:
      "The broker denies the worker's user a right. Run what `livery topology permissions` prints."
    case .store:
      "The database does not answer, denies a right, or has another schema. The detail has the "
        + "kind of the error, the log has all of it."
    case .clock:
      "The clock differs from the database's by more than `LIVERY_CLOCK_LIMIT_SECONDS`: correct it."
    case .draining: "The worker was asked to stop and finishes what it has. There is nothing to do."
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

  /// Notes whether it is there; what was there already keeps its date.
  mutating func note(_ hindrance: Hindrance, _ isThere: Bool, at moment: Moment) {
    dates[hindrance] = isThere ? dates[hindrance] ?? moment : nil
  }
}
