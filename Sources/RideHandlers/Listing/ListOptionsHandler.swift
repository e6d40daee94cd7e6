package import Messages
package import RideStore
package import Rides

/// Answers "what can I get from A to B"; reads no database, only the latest snapshot of the
/// vehicles.
package final class ListOptionsHandler: MessageHandler {
  package let family = QueueFamily.listOptions
  private let tools: HandlerTools
  private let answers: Answers
  private var encoder = ResponseEncoder()

  package init(tools: HandlerTools) {
    self.tools = tools
    answers = Answers(family: .listOptions, tools: tools)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    var triage = Triage(batch, answers: answers, at: now)
    let supply = tools.supply()
    for accepted in triage.accepted {
      triage.settle(accepted, outcome(of: accepted.message, supply: supply, at: now))
    }
    return triage.settled()
  }

  private func outcome(of message: IncomingMessage, supply: Supply, at now: Instant) -> Outcome {
    guard case .listRideOptions(let intent) = message.intent else {
      return answers.refused(
        Refusal(.notAvailableHere, "\(message.type.rawValue) is not answered"), message)
    }
    if let error = message.context.deadlineExceeded(at: now) {
      return answers.declined(error, message)
    }
    do throws(Refusal) {
      let list = try options(for: intent, supply: supply, at: now)
      return Outcome(
        publications: answers.answer(encoder.optionList(list), message.context),
        note: .init(of: message.context, code: .success))
    } catch {
      return answers.refused(error, message)
    }
  }

  private func options(
    for intent: ListRideOptionsIntent, supply: Supply, at now: Instant
  ) throws(Refusal) -> OptionList {
    let trip = Trip(
      pickup: intent.pickupLocation, dropOff: intent.dropOffLocation,
      requiresWheelchairAccess: intent.requiresWheelchairAccess)
    var list = try tools.quoter.optionList(
      for: trip, locale: intent.locale, supply: supply, at: now)
    // What is booked in the app has no price that a message could claim.
    for index in list.quotes.indices
    where list.quotes[index].option.userActivityForBookingInApplication == nil {
      list.quotes[index].option.quoteIdentifier = tools.quotes.token(
        for: list.quotes[index], trip: trip, expires: list.expirationDate)
    }
    return list
  }
}
