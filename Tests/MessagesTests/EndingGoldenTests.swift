import JSON
import Messages
import Rides
import Testing

/// The bodies of what comes at the end of a ride, and after it.
@Suite("Bodies of endings")
struct EndingGoldenTests {
  struct Body: Sendable, CustomTestStringConvertible {
    let name: String
    let type: MessageType
    let intent: Intent
    var testDescription: String { name }

    init(_ name: String, _ type: MessageType, _ intent: Intent) {
      self.name = name
      self.type = type
      self.intent = intent
    }
  }

  static let rider = RiderIdentifier("rider-42")
  static let ride = RideIdentifier("ride-9")

  static let cancellation = CancelRideIntent(
    riderIdentifier: rider, locale: "en_US", rideIdentifier: ride, reason: "breakdown",
    maximumCancellationFee: dollars(500))

  static let feedback = SendRideFeedbackIntent(
    riderIdentifier: rider, locale: "en_US", rideIdentifier: ride, rating: 10,
    tip: money(600, "JPY"), comment: "swift\nand friendly")

  static let refund = RideRefund(
    rideIdentifier: ride, amount: dollars(1_234), reason: "the detour")

  static let settlement = RideSettlement(
    rideIdentifier: ride, reason: "the meter was not reset", fare: dollars(4_500))

  static let waiver = RideWaiver(
    rideIdentifier: ride, author: "dispatcher-7", reason: "the street was flooded")

  static let adjustment = RideAdjustment(
    rideIdentifier: ride, author: "dispatcher-7", reason: "the detour", fare: dollars(3_150))

  static let end = RideEnd(
    rideIdentifier: ride, author: "dispatcher-7", reason: "the phone is broken",
    fare: dollars(3_150))

  static let reassignment = RideReassignment(
    rideIdentifier: ride, author: "dispatcher-7", reason: "the vehicle stands still")

  static let result = PaymentResultReport(
    rideIdentifier: ride, key: "ride-9:fare:capture:1", outcome: .needsAction, reference: "pi_1",
    message: "3-D Secure")

  static let updatesDue = UpdatesDue(rideIdentifier: ride, replyTo: "replies")

  static let full = [
    Body("cancel-ride", .cancelRide, .cancelRide(cancellation)),
    Body("send-ride-feedback", .sendRideFeedback, .sendRideFeedback(feedback)),
    Body("ride-refund", .rideRefund, .rideRefund(refund)),
    Body("ride-settle", .rideSettlement, .rideSettlement(settlement)),
    Body("ride-waive", .rideWaiver, .rideWaiver(waiver)),
    Body("ride-adjust", .rideAdjustment, .rideAdjustment(adjustment)),
    Body("ride-end", .rideEnd, .rideEnd(end)),
    Body("ride-reassign", .rideReassignment, .rideReassignment(reassignment)),
    Body("payment-result", .paymentResult, .paymentResult(result)),
    Body("ride-updates-due", .updatesDue, .updatesDue(updatesDue)),
  ]

  /// The same with nothing but what they must have.
  static let bare = [
    Body(
      "cancel-ride-bare", .cancelRide,
      .cancelRide(CancelRideIntent(riderIdentifier: rider, rideIdentifier: ride))),
    Body(
      "send-ride-feedback-rating", .sendRideFeedback,
      .sendRideFeedback(
        SendRideFeedbackIntent(riderIdentifier: rider, rideIdentifier: ride, rating: 0))),
    Body(
      "send-ride-feedback-tip", .sendRideFeedback,
      .sendRideFeedback(
        SendRideFeedbackIntent(riderIdentifier: rider, rideIdentifier: ride, tip: dollars(1)))),
    Body(
      "payment-result-bare", .paymentResult,
      .paymentResult(
        PaymentResultReport(rideIdentifier: ride, key: "k", outcome: .unknown))),
  ]

  @Test("Every intent of an ending has the recorded form", arguments: full + bare)
  func golden(body: Body) throws {
    try Golden.expect(IntentCoding.encode(body.intent), is: body.name)
  }

  @Test(
    "Every intent of an ending reads back as written, byte by byte", arguments: full + bare)
  func roundTrip(body: Body) throws {
    let bytes = IntentCoding.encode(body.intent)
    let decoded = try IntentCoding.decode(body.type, from: bytes)
    #expect(decoded == body.intent)
    #expect(IntentCoding.encode(decoded) == bytes)
  }

  @Test("Another spelling of a cancellation has the same canonical form")
  func spelling() throws {
    let text = """
      { "maximumCancellationFee": {"currencyCode": "USD", "amount": "5"}, "reason": "breakdown",
        "rideIdentifier": "ride-9", "locale": "en-us", "tip": null,
        "riderIdentifier": "rider-42" }
      """
    let decoded = try IntentCoding.decode(.cancelRide, from: Array(text.utf8))
    #expect(IntentCoding.encode(decoded) == IntentCoding.encode(.cancelRide(Self.cancellation)))
  }

  @Test("The answers to a cancellation have the recorded form")
  func responses() throws {
    var writer = JSONWriter()
    ResponseCoding.writeCancellation(
      .ready, fee: dollars(500), threshold: Samples.now,
      status: RideStatusCoding.encode(Samples.received), into: &writer)
    try Golden.expect(writer.finish(), is: "cancel-ride-confirm.response")
    ResponseCoding.writeCancellation(
      .success, fee: nil, threshold: nil, status: RideStatusCoding.encode(Samples.cancelled),
      into: &writer)
    try Golden.expect(writer.finish(), is: "cancel-ride.response")
  }
}

extension Samples {
  /// A ride that the service has given up before it had a vehicle.
  static let cancelled: RideStatus = {
    var status = received
    status.sequence = 2
    status.phase = .completed
    status.completionStatus = CompletionStatus(outcome: .canceledByService)
    return status
  }()
}
