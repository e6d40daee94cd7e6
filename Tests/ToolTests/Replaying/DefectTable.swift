import JSON
import Messages
import Replay
import RideHandlers
import Rides

extension Defect {
  static let all = losses + values + answers + rules

  private static let losses: [Defect] = [
    .loss(
      "an event is dropped", found: ["missing event"],
      broken: ["the changes of a ride have no gap"]
    ) { $0.type == event && $0.text.contains(#""phase":"ongoing""#) },
    .loss("a payment command is dropped", found: ["missing payment"]) {
      $0.type == "payment.capture"
    },
    .loss("a dead letter is not written", found: ["missing deadLetter"]) {
      $0.exchange == Exchange.deadLetters
    },
    .loss("a response is not sent", found: ["missing response"]) {
      $0.type == "ride.refund.response"
    },
    .output(
      "an event is published twice, with another sequence", found: ["extra event"],
      broken: ["the changes of a ride have no gap"]
    ) { _, publications, _ in
      for publication in publications where publication.text.contains(#""phase":"pickup""#) {
        var again = publication
        again.properties.messageID = publication.properties.messageID.map { "\($0)0" }
        publications.append(again)
      }
    },
  ]

  private static let values: [Defect] = [
    .each(
      "list-ride-options.handle.response", "a price is a cent higher",
      found: ["price response rideOptions[].priceRange.maximumPrice"]
    ) { list in
      guard let body = try? JSONValue(parsing: list.body, limits: .stored) else { return }
      list.body =
        body.changing(["rideOptions", "0", "priceRange", "maximumPrice"]) {
          .string($0.string?.aCentMore ?? "")
        }.text
    },
    .each(
      "payment.authorise", "a cent more is authorized", found: ["money payment amount"]
    ) { command in
      command.rewrite { $0.name == "amount" ? $0.string.map { .string($0.aCentMore) } : nil }
    },
    .each(
      event, "an estimated time is a second later", found: ["time event data.estimatedPickupDate"]
    ) { event in
      event.rewrite { scalar in
        guard scalar.name == "estimatedPickupDate", scalar.parent == "data" else { return nil }
        return scalar.string.flatMap { Instant(rfc3339: $0) }
          .map { .string($0.advanced(bySeconds: 1).rfc3339) }
      }
    },
    .each(
      event, "a line of a fare has another title",
      found: ["wording event data.rideOption.fareLineItems[].title"]
    ) { $0.text = $0.text.replacing(#""title":"Distance""#, with: #""title":"Way""#) },
    .output(
      "the options of a list are in another order", found: ["other response rideOptions[]"]
    ) { _, publications, _ in
      for place in publications.indices {
        guard let body = try? JSONValue(parsing: publications[place].body, limits: .stored),
          body["rideOptions"] != nil
        else { continue }
        publications[place].body =
          body.changing(["rideOptions"]) { .array(($0.array ?? []).reversed()) }.text
      }
    },
  ]

  private static let answers: [Defect] = [
    .each(
      "cancel-ride.handle.response", "a code is changed",
      found: ["other response code"]
    ) {
      $0.rewrite {
        $0.name == "code" && $0.string == "success" ? .string("failure") : nil
      }
    },
    .each(
      "get-ride-status.handle.response", "the reason of a refusal is changed",
      found: ["other response error.reason"]
    ) { $0.rewrite { $0.name == "reason" ? .string("outOfRange") : nil } },
    .output(
      "the ride of another rider is shown",
      found: ["identifier response rideStatus.riderIdentifier"], hasConsequences: true,
      broken: ["a rider is shown only rides of their own"]
    ) { _, publications, kept in
      for place in publications.indices
      where publications[place].type == "get-ride-status.handle.response" {
        let other = kept["shown"] ?? publications[place].body
        if publications[place].text.contains("rideStatus") {
          kept["shown"] = publications[place].body
          publications[place].body = other
        }
      }
    },
    .output(
      "the second delivery of a message is answered otherwise", found: ["other response code"],
      broken: ["a repeated message has the answer of the first"]
    ) { delivery, publications, kept in
      guard let identifier = delivery.properties.messageID,
        delivery.routingKey == "request-ride.handle"
      else { return }
      if kept.updateValue(delivery.body, forKey: identifier) == delivery.body {
        for place in publications.indices {
          publications[place].text = publications[place].text
            .replacing(#""code":"inProgress""#, with: #""code":"success""#)
        }
      }
    },
  ]

  private static let rules: [Defect] = [
    Defect(
      "a phase is skipped", found: ["missing event"], hasConsequences: true
    ) { parts in
      parts.replacing = { handler in
        DefectiveHandler(handler) { delivery in
          let text = String(decoding: delivery.body, as: UTF8.self)
          let wrong = text.replacing(#""event":"arrived""#, with: #""event":"approaching""#)
          delivery = delivery.copy(body: Array(wrong.utf8))
        }
      }
    },
    Defect(
      "a fee for a cancellation is not taken", found: ["missing payment"], hasConsequences: true
    ) { parts in
      for area in parts.catalogue.serviceAreas.indices {
        for product in parts.catalogue.serviceAreas[area].products.indices {
          parts.catalogue.serviceAreas[area].products[product].cancellation?.freeSeconds = 86_400
        }
      }
    },
  ]
}
