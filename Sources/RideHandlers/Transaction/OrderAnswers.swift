import Messages
import Rides

/// An ended order, whose result is sent to its requester.
struct EndedOrder {
  let kind: RideAccount.OrderKind
  let order: RideAccount.Order
  let requester: RideAccount.Order.Requester
}

extension Answers {
  /// The messages with the results of ended orders, to their requesters.
  func ends(_ ended: [EndedOrder]) -> [Publication] {
    if ended.isEmpty { return [] }
    var encoder = ResponseEncoder()
    return ended.map { item in
      let refusal = item.order.refusal(as: item.kind)
      let body =
        refusal.map { encoder.failure(code: .failure, error: RequestError($0)) }
        ?? encoder.acknowledgement(code: .success)
      return .end(
        of: item.order, type: item.kind.messageType, to: item.requester, body: body)
    }
  }
}

extension BatchDecisions {
  /// Executes the payment commands of a message, and applies what the payment system answers
  /// immediately.
  ///
  /// The payment state of an ended ride becomes part of the message's change; without one, it is a
  /// change of its own (rule A9).
  mutating func pay(_ decision: inout Decision, for identifier: RideIdentifier) {
    guard var ride = rides[identifier] else { return }
    decision.money = payments.execute(
      decision.money, on: &ride.account, policy: payments.policy(of: ride))
    endIfDeclined(&ride, &decision)
    answerOrders(of: &ride, &decision)
    if ride.isReadyForSearch, ride.searchFrom <= now {
      ride.startSearch(at: now)
      decision.seeking = identifier
    }
    let feedback = payments.feedbackPolicy(of: ride)
    let before = ride.status.completionStatus
    let declined = decision.money.declined
    if let last = decision.statuses.indices.last,
      decision.statuses[last].sequence == ride.status.sequence
    {
      dependencies.quoter.showTrip(of: &ride)
      _ = ride.showPayment(feedback, declined: declined, at: now)
      decision.statuses[last] = ride.status
    } else if ride.publishPayment(feedback, declined: declined, at: now) {
      decision.statuses.append(ride.status)
    }
    decision.notices += declined.map { $0 == .tip ? .tipDeclined : .refundDeclined }
    if decision.money.hasRefundedTooMuch { decision.notices.append(.refundedTooMuch) }
    if let excess = ride.status.completionStatus?.excess, excess != before?.excess {
      decision.notices.append(.overpaid(excess.state))
    }
    put(ride)
  }

  /// Cancels, free of charge, a ride whose payment is declined before the search for its vehicle.
  private func endIfDeclined(_ ride: inout Ride, _ decision: inout Decision) {
    guard ride.status.phase == .received, !ride.isSought, ride.account.clearance == .declined
    else { return }
    let policies = dependencies.quoter.policies(of: ride)
    let request = CancellationRequest(
      actor: .service, reason: "the payment was refused", cause: .paymentRefused)
    // The service can cancel any ride that has not ended.
    guard let effects = try? ride.cancel(request, feeTitle: "", policies: policies, at: now) else {
      return
    }
    decision.money.append(payments.execute(effects, on: &ride.account, policy: policies.payment))
    decision.statuses.append(ride.status)
  }
}

extension CompletionStatus {
  /// The amount charged in excess, if any.
  fileprivate var excess: Transfer? { refunds.last { $0.isOverpayment } }
}

extension BatchDecisions {
  /// Answers the order of the message, and records the orders that the message has ended.
  mutating func answerOrders(of ride: inout Ride, _ decision: inout Decision) {
    let context = decision.accepted.message.context
    for kind in [RideAccount.OrderKind.refund, .tip] {
      for index in ride.account[kind].indices {
        var order = ride.account[kind][index]
        if decision.accepted.message.brings(order, kind) {
          decision.answer(&order, kind)
        } else if order.isDeferred, order.state != .inProgress, order.endedBy == nil {
          order.endedBy = context.messageIdentifier ?? ""
          if let requester = order.requester {
            decision.ended.append(EndedOrder(kind: kind, order: order, requester: requester))
          }
        } else {
          continue
        }
        ride.account[kind][index] = order
      }
    }
  }

  /// Sends the result of a repeated order to its latest sender.
  mutating func renewRequesters() {
    for accepted in repeated {
      guard let (identifier, kind, order) = deferredOrder(of: accepted.message),
        order.state == .inProgress, let requester = accepted.message.context.requester,
        requester != order.requester, var ride = rides[identifier],
        let index = ride.account[kind].lastIndex(where: { $0.identifier == order.identifier })
      else { continue }
      ride.account[kind][index].requester = requester
      put(ride)
    }
  }

  /// The results that are published again for a repeated order, and for a repeat of the message
  /// that ended it.
  func endsRepeated(by message: IncomingMessage) -> [EndedOrder] {
    if let (_, kind, order) = deferredOrder(of: message) {
      guard order.state != .inProgress, let requester = message.context.requester else { return [] }
      return [EndedOrder(kind: kind, order: order, requester: requester)]
    }
    guard let identifier = message.intent.endingRide, let ride = rides[identifier] else {
      return []
    }
    return [RideAccount.OrderKind.refund, .tip].flatMap { kind in
      ride.account[kind].compactMap { order in
        guard let requester = order.requester, order.state != .inProgress,
          order.endedBy == message.context.messageIdentifier
        else { return nil }
        return EndedOrder(kind: kind, order: order, requester: requester)
      }
    }
  }

  /// The order in a message, if a second answer will have its result.
  private func deferredOrder(
    of message: IncomingMessage
  ) -> (RideIdentifier, RideAccount.OrderKind, RideAccount.Order)? {
    guard let (identifier, kind) = message.intent.order,
      let order = rides[identifier]?.account
        .order(kind, message.context.messageIdentifier ?? ""), order.isDeferred
    else { return nil }
    return (identifier, kind, order)
  }
}

extension Decision {
  /// Answers the order of the message itself: with its result, if it is known immediately.
  fileprivate mutating func answer(
    _ order: inout RideAccount.Order, _ kind: RideAccount.OrderKind
  ) {
    guard case .acknowledgement = answer else { return }
    let requester = accepted.message.context.requester
    if order.isDeferred {
      // A repeat, whose outcome was deleted.
      answer = .underWay
      if order.state != .inProgress, let requester {
        ended.append(EndedOrder(kind: kind, order: order, requester: requester))
      }
    } else if order.state == .inProgress {
      answer = .underWay
      order.isDeferred = true
      order.requester = requester
    } else if let refusal = order.refusal(as: kind) {
      answer = .refusal(refusal)
    }
  }
}

extension IncomingMessage {
  /// Whether an order is that of this message.
  fileprivate func brings(_ order: RideAccount.Order, _ kind: RideAccount.OrderKind) -> Bool {
    intent.order?.kind == kind && order.identifier == context.messageIdentifier
  }
}

extension MessageContext {
  /// The requester who gets the result of an order later; nil without a reply address.
  fileprivate var requester: RideAccount.Order.Requester? {
    replyTo.map {
      RideAccount.Order.Requester(replyTo: $0, correlationIdentifier: correlationID)
    }
  }
}

extension RideAccount.OrderKind {
  /// The type of the messages with orders of the kind.
  fileprivate var messageType: MessageType {
    switch self {
    case .refund: .rideRefund
    case .tip: .sendRideFeedback
    case .settlement: .rideSettlement
    }
  }
}
