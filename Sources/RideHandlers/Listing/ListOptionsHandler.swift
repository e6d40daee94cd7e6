package import Messages
package import RideStore
package import Rides

/// Answers "what can I get from A to B"; reads no database, only the latest snapshot of the
/// vehicles.
package final class ListOptionsHandler: MessageHandler {
  package let family = QueueFamily.listOptions
  private let dependencies: HandlerDependencies
  private let answers: Answers
  private var encoder = ResponseEncoder()
  private var templates = OptionTemplates()

  package init(dependencies: HandlerDependencies) {
    self.dependencies = dependencies
    answers = Answers(family: .listOptions, dependencies: dependencies)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    var triage = Triage(batch, answers: answers, at: now)
    let supply = dependencies.supply()
    for accepted in triage.accepted {
      triage.settle(accepted, outcome(of: accepted.message, supply: supply, at: now))
    }
    return triage.settled()
  }

  private func outcome(of message: IncomingMessage, supply: Supply, at now: Instant) -> Outcome {
    if let error = message.context.deadlineExceeded(at: now) {
      return answers.declined(error, message)
    }
    switch ListQueueIntent(message.intent) {
    case .listRideOptions(let intent):
      return outcome(of: intent, message, supply: supply, at: now)
    case .resolve(let intent):
      let resolutions = Resolving(
        dependencies: dependencies, supply: supply, now: now, isQuoteUsed: false
      )
      .places(of: intent)
      return answers.answered(encoder.resolutions(resolutions), .success, message)
    case nil: preconditionFailure("the queue of lists carries lists and the places of lists")
    }
  }

  private func outcome(
    of intent: ListRideOptionsIntent, _ message: IncomingMessage, supply: Supply, at now: Instant
  ) -> Outcome {
    do throws(Refusal) {
      let (rider, locale, pickup, dropOff, requiresWheelchairAccess, waypoints) = intent.members
      let trip = Trip(
        pickup: pickup, dropOff: dropOff, stops: waypoints,
        requiresWheelchairAccess: requiresWheelchairAccess)
      let list = try options(for: trip, of: rider, locale: locale, supply: supply, at: now)
      guard message.type == .listRideOptions else {
        return answers.answered(encoder.acknowledgement(code: .ready), .ready, message)
      }
      dependencies.recorder.quoted(list.quotes)
      let owner = dependencies.quoteOwner(rider)
      let quotes = dependencies.quotes
      var start = QuoteStart()
      let body = encoder.optionList(list, &templates) { quote in
        // An option that is booked in the app has no price for a quote.
        quote.isBookedInApplication
          ? nil
          : quotes.token(for: quote, owner: owner, expires: list.expirationDate, start: &start)
      }
      return answers.answered(body, .success, message)
    } catch {
      return answers.refused(error, message)
    }
  }

  private func options(
    for trip: Trip, of rider: RiderIdentifier, locale: String?, supply: Supply, at now: Instant
  ) throws(Refusal) -> OptionList {
    if let obligation = dependencies.obligation(rider) { throw obligation.refusal }
    try trip.checkPlaces()
    return try dependencies.quoter.optionList(
      for: trip, locale: locale, supply: supply, at: now)
  }
}
