package import Fleet
import JSON
import Messages
package import RideStore
import Rides

/// The dead letters that an operator selects: by columns of the store, and by values of the body.
package struct LetterSelection: Sendable {
  private(set) var filter: DeadLetterFilter
  private let conditions: [BodyCondition]
  /// Whether something restricts it.
  let isRestricted: Bool

  /// The letters of a page: few enough for the statement timeout.
  private static let page = 500

  /// The options of every command with a selection.
  static let options: [OptionRow] = [
    OptionRow(
      "--queue", "NAME", .text, repeats: true,
      "from this queue: its name, or its family such as request-ride or payments"),
    OptionRow("--reason", "WORD", .text, repeats: true, "with this reason, such as wrong-type"),
    OptionRow("--type", "TYPE", .text, repeats: true, "of this type"),
    OptionRow("--path", "PATH", .text, repeats: true, "with this field at fault"),
    OptionRow("--rider", "ID", .text, "of this rider"),
    OptionRow("--ride", "ID", .text, "of this ride"),
    OptionRow("--id", "ID", .text, repeats: true, "with this name"),
    OptionRow("--older", "LENGTH", .length, "that failed this long ago or earlier"),
    OptionRow("--newer", "LENGTH", .length, "that failed less than this long ago"),
    OptionRow("--body", "PATH=VALUE", .text, repeats: true, "whose body has this value there"),
  ]

  /// Those that a filter lets through, whatever its page.
  package init(_ filter: DeadLetterFilter) {
    self.filter = filter
    self.filter.limit = Self.page
    (conditions, isRestricted) = ([], true)
  }

  /// Reads the options; letters in those states are meant.
  init(
    _ arguments: Arguments, states: [DeadLetterRecord.State], at now: Instant
  ) throws(ToolError) {
    conditions = try arguments.values(
      "--body", expected: "PATH=VALUE such as a.b=7", BodyCondition.init)
    func list(_ name: String) -> [String]? {
      arguments.texts(name).isEmpty ? nil : arguments.texts(name)
    }
    filter = DeadLetterFilter(
      states: states, identifiers: list("--id")?.map { DeadLetterIdentifier($0) },
      queues: list("--queue")?.map(Self.queue), reasons: list("--reason"), types: list("--type"),
      paths: list("--path"), rider: arguments.text("--rider").map { RiderIdentifier($0) },
      ride: arguments.text("--ride").map { RideIdentifier($0) },
      failedFrom: arguments.length("--newer").map { now.advanced(bySeconds: -$0 + 1) },
      failedBefore: arguments.length("--older").map { now.advanced(bySeconds: -$0) },
      limit: Self.page)
    isRestricted = Self.options.contains { arguments.has($0.name) }
  }

  /// The queue of dead letters of a family, or of that name.
  package static func queue(_ name: String) -> String {
    if name == Exchange.paymentDeadLetterKey { return Exchange.paymentDeadLetterQueue }
    return QueueFamily(rawValue: name)?.deadLetterQueue ?? name
  }

  /// The letters as they are now, the oldest failure first, at most `limit` of them.
  package func letters(
    of store: any RideStore, limit: Int, until stopSignal: StopSignal? = nil
  ) throws(ToolError) -> [DeadLetterRecord] {
    var page = filter
    var found: [DeadLetterRecord] = []
    while stopSignal?.isStopped != true {
      let read = try ToolError.mapped(store: try store.deadLetters(matching: page))
      for letter in read where wants(letter) {
        found.append(letter)
        if found.count == limit { return found }
      }
      guard read.count == page.limit, let last = read.last else { break }
      page.after = last.cursor
    }
    return found
  }

  /// The letters counted by reason, type and path, the largest group first.
  func groups(
    of store: any RideStore, limit: Int, until stopSignal: StopSignal
  ) throws(ToolError) -> [DeadLetterGroup] {
    guard conditions.isEmpty else {
      let letters = try letters(of: store, limit: .max, until: stopSignal)
      return Array(DeadLetterGroup.groups(of: letters).prefix(limit))
    }
    var filter = filter
    filter.limit = limit
    return try ToolError.mapped(store: try store.deadLetterGroups(matching: filter))
  }

  private func wants(_ letter: DeadLetterRecord) -> Bool {
    guard !conditions.isEmpty else { return true }
    let body = try? JSONValue(parsing: letter.body, limits: .stored)
    return conditions.allSatisfy { $0.holds(in: body) }
  }
}

extension Int {
  /// So many letters, in words.
  var letters: String { self == 1 ? "1 letter" : "\(self) letters" }
}
