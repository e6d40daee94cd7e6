package import Messages
package import RideHandlers
package import RideStore

/// What makes one kind of worker: its queue and its use case.
package struct WorkerDefinition: Sendable {
  package var name: String
  package var family: QueueFamily
  /// One line for `--help`.
  package var summary: String
  /// What the program was built from.
  package var commit: String
  /// Whether its handlers need what riders owe, so that a snapshot of it is kept.
  package var asksForObligations: Bool
  /// Asks the store for the commands that are due; nil for a worker without a ticker.
  package var tick: Tick?
  /// Makes the handler of one lane, on the lane's thread, over the lane's own store session.
  package var makeHandler: @Sendable (HandlerDependencies, any RideStore) -> any MessageHandler

  /// A worker of the fleet, named and described as its program.
  package init(
    _ family: QueueFamily, commit: String, asksForObligations: Bool = false, tick: Tick? = nil,
    makeHandler: @escaping @Sendable (HandlerDependencies, any RideStore) -> any MessageHandler
  ) {
    let program = WorkerProgram(family)
    self.init(
      name: program.name, family: family, summary: program.summary, commit: commit,
      asksForObligations: asksForObligations, tick: tick, makeHandler: makeHandler)
  }

  package init(
    name: String, family: QueueFamily, summary: String, commit: String = "unknown",
    asksForObligations: Bool = false,
    tick: Tick? = nil,
    makeHandler: @escaping @Sendable (HandlerDependencies, any RideStore) -> any MessageHandler
  ) {
    self.name = name
    self.family = family
    self.summary = summary
    self.commit = commit
    self.asksForObligations = asksForObligations
    self.tick = tick
    self.makeHandler = makeHandler
  }
}
