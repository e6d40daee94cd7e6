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

  private static func preview(_ call: APICall) throws(APIError) -> APIAnswer {
    let order = try PlacedOrder(form(call), call)
    let option = RideOrders(
      ride: order.ride, quoter: Quoter(catalogue: call.console.catalogue), now: call.now
    ).option(order.form.kind)
    guard option.isPossible else {
      throw APIError(.conflict, option.why ?? "the ride does not accept this order now")
    }
    if let amount = order.form.amount,
      let fault = option.fault(of: amount, in: order.ride.account.currency)
    {
      throw APIError(.conflict, fault)
    }
    let effect = OrderEffect(form: order.form, ride: order.ride)
    return APIAnswer(.json(order.preview(effect.phrase)))
  }

  private static func form(_ call: APICall) throws(APIError) -> OrderForm {
    let fields = try call.body()
    return try call.reading { () throws(JSONFault) in try OrderForm(fields) }
  }

  private static func send(_ call: APICall) throws(APIError) -> APIAnswer {
    let form = try form(call)
    let detail = form.detail(of: call.user.account)
    do throws(APIError) {
      return try call.console.orders.ifFree { () throws(APIError) in
        let order = try PlacedOrder(form, call)
        try call.begin(detail)
        return try send(order, detail, call)
      }
    } catch {
      var error = error
      error.detail = "\(detail) \(error.code.rawValue)"
      throw error
    }
  }

  private static func send(
    _ order: PlacedOrder, _ detail: String, _ call: APICall
  ) throws(APIError) -> APIAnswer {
    let outcome: OperatorOrder.Outcome
    do throws(ToolError) {
      outcome = try call.console.orders.send(order.message, call.console.configuration)
    } catch {
      throw APIError(broker: error)
    }
    switch outcome {
    case .answered(let summary):
      var answer = APIAnswer(
        .json(order.answer(summary)), detail: "\(detail) \(summary.code ?? "without a code")")
      if summary.isFailure { answer.outcome = summary.code == nil ? .unknown : .failed }
      return answer
    case .returned(let reason):
      throw APIError(
        .unavailable, "no queue takes the order (\(reason)); nothing was sent",
        retryAfterSeconds: 30)
    case .unanswered:
      var error = APIError(
        .unavailable,
        "the fleet has not answered yet; the order may still be carried out, and sending the same "
          + "form again is safe")
      error.outcome = .unknown
      throw error
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

  init(_ form: OrderForm, _ call: APICall) throws(APIError) {
    self.form = form
    let record = try call.asking { store throws(StoreError) in
      try store.transaction(.read) { () throws(StoreError) in try store.rides([form.ride]) }
    }[form.ride]
    guard let record else { throw APIError(.notFound, "there is no ride \(form.ride)") }
    let ride = try call.finding { _ throws(ToolError) in try StoredRide.decode(record) }
    self.ride = ride
    let identifier = form.messageIdentifier(of: call.user.account)
    self.identifier = identifier
    isRepeat = ride.has(form.kind, identifier)
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

extension Ride {
  /// Whether an order of this kind and id was carried out, or the service has canceled it.
  fileprivate func has(_ kind: OrderKind, _ identifier: String) -> Bool {
    switch kind {
    case .cancel: isCanceled(by: .service)
    case .refund: account.order(.refund, identifier) != nil
    case .settle: settlement(identifier, is: nil)
    case .waive: settlement(identifier, is: .waiver)
    case .adjust: settlement(identifier, is: .adjustment)
    case .end: settlement(identifier, is: .end)
    case .reassign: settlement(identifier, is: .reassignment)
    }
  }

  private func settlement(_ identifier: String, is deed: RideAccount.Order.Deed?) -> Bool {
    account[.settlement].contains { $0.identifier == identifier && $0.deed == deed }
  }
}

extension APIError {
  /// The failure of an operation of the broker, without what it says of its addresses.
  fileprivate init(broker error: ToolError) {
    switch error.code {
    case .denied:
      self.init(
        .unavailable, "the broker does not let the console in; nothing was sent",
        retryAfterSeconds: 30)
    default:
      self.init(
        .unavailable, "the broker does not answer; nothing was sent", retryAfterSeconds: 2)
    }
  }
}
