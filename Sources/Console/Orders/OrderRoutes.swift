import Fleet
import JSON
import Messages
import RideStore
import Rides
import Tool

/// The requests by which operators order something for a ride.
enum OrderRoutes {
  static let all = [
    Route("POST", "/api/orders/preview", role: .agent, answer: preview),
    Route("POST", "/api/orders", role: .agent, action: "order", answer: send),
  ]

  /// How long an answer of the fleet is waited for: less than a browser waits.
  private static let patience = Duration.seconds(8)

  private static func preview(_ call: APICall) throws(APIError) -> APIAnswer {
    let order = try PlacedOrder(call)
    let option = RideOrders(
      ride: order.ride, quoter: Quoter(catalogue: call.console.catalogue), now: call.now
    ).option(order.form.kind)
    guard option.isPossible else {
      throw APIError(.conflict, option.why ?? "the ride does not accept this order now")
    }
    let effect = OrderEffect(form: order.form, ride: order.ride)
    return APIAnswer(.json(order.preview(effect.phrase)))
  }

  private static func send(_ call: APICall) throws(APIError) -> APIAnswer {
    let order = try PlacedOrder(call)
    let outcome: OperatorOrder.Outcome
    do throws(ToolError) {
      outcome = try order.message.outcome(
        within: patience, by: call.console.configuration, until: StopSignal())
    } catch {
      throw APIError(broker: error)
    }
    let detail = "\(order.form.kind) \(order.identifier)"
    switch outcome {
    case .answered(let answer):
      return APIAnswer(.json(order.answer(answer)), detail: "\(detail) \(answer.code ?? "")")
    case .returned(let reason):
      throw APIError(.unavailable, "no queue takes the order: \(reason)")
    case .unanswered:
      throw APIError(
        .unavailable,
        "the fleet has not answered yet; the order may still be carried out, and sending the same "
          + "form again is safe")
    }
  }
}

/// A form that was sent, with the message that it makes.
private struct PlacedOrder {
  let form: OrderForm
  let ride: Ride
  let message: OperatorOrder
  let identifier: String
  /// Whether the ride had the order, or was canceled, before.
  let isRepeat: Bool

  init(_ call: APICall) throws(APIError) {
    let fields = try call.body()
    let form = try call.reading { () throws(JSONFault) in try OrderForm(fields) }
    self.form = form
    let record = try call.asking { store throws(StoreError) in
      try store.transaction(.read) { () throws(StoreError) in try store.rides([form.ride]) }
    }[form.ride]
    guard let record else { throw APIError(.notFound, "there is no ride \(form.ride)") }
    let ride = try call.finding { _ throws(ToolError) in try StoredRide.decode(record) }
    self.ride = ride
    let identifier = form.messageIdentifier(of: call.user.account)
    self.identifier = identifier
    isRepeat =
      form.kind == .cancel
      ? ride.isCanceled(by: .service)
      : [RideAccount.OrderKind.refund, .settlement].contains {
        ride.account.order($0, identifier) != nil
      }
    do throws(ToolError) {
      message = try OperatorOrder(
        form.intent(by: call.user.account, for: ride.status.riderIdentifier),
        identifier: identifier)
    } catch {
      throw APIError(.badRequest, error.lines.joined(separator: "; "))
    }
  }

  /// The message as it will be published, and its effect.
  func preview(_ effect: Phrase) -> [UInt8] {
    JSONWriter.object { writer in
      writer.key("message")
      writer.object {
        $0.texts([
          ("exchange", Role.operators.exchange), ("type", message.type.rawValue),
          ("message_id", identifier),
        ])
        $0.key("body")
        $0.raw(message.body)
      }
      effect.write("effect", into: &writer)
    }
  }

  /// What the fleet has answered.
  func answer(_ summary: ResponseSummary) -> [UInt8] {
    JSONWriter.object {
      $0.texts([("code", summary.code ?? "unknown"), ("text", summary.detail)])
      $0.member("isRepeat", isRepeat)
    }
  }
}

extension APIError {
  /// The failure of an operation of the broker, without what it says of its addresses.
  fileprivate init(broker error: ToolError) {
    switch error.code {
    case .denied: self.init(.unavailable, "the broker does not allow the console to send orders")
    default: self.init(.unavailable, "the broker does not answer", retryAfterSeconds: 2)
    }
  }
}
