// Answers every message with the number of its attempts in vain before; whose body is "poison" ends
// the process instead. A test restarts it.

import Fleet
import Glibc
import Messages
import RideHandlers
import RideStore
import Rides

private final class PoisonedHandler: MessageHandler {
  let family = QueueFamily.listOptions

  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    batch.map { delivery in
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
