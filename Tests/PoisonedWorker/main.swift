// Answers every message with the number of its attempts in vain before; whose body is "poison" ends
// the process instead, and the test restarts it. While there is a file of the database's name with
// ".away" after it, the store cannot be reached.

import Fleet
import Glibc
import Messages
import RideHandlers
import RideStore
import Rides

private let databasePath =
  SystemEnvironment.variables()["LIVERY_STORE"]?.dropFirst("sqlite:".count) ?? ""

private final class PoisonedHandler: MessageHandler {
  let family = QueueFamily.listOptions

  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    if access("\(databasePath).away", F_OK) == 0 {
      throw StoreError(.unavailable, operation: "begin", detail: "the test has put it away")
    }
    return batch.map { delivery in
      if delivery.body == Array("poison".utf8) { abort() }
      // About what a store takes, so that lanes have hundreds in hand when the poison comes.
      usleep(300)
      let answer = Publication(
        exchange: Exchange.default, routingKey: delivery.properties.replyTo ?? "", mandatory: true,
        properties: MessageProperties(correlationID: delivery.properties.correlationID),
        body: Array("\(delivery.attempts)".utf8))
      return Outcome(
        publications: [answer], note: .init(of: MessageContext(type: "list-ride-options.handle")))
    }
  }
}

Worker.main(
  WorkerDefinition(
    name: "PoisonedWorker", family: .listOptions, summary: "answers, or dies of a poison"
  ) { _, _ in
    PoisonedHandler()
  })
