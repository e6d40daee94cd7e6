import JSON
import Messages
import Rides
import Testing

@Suite("Decoding of messages")
struct MessageDecoderTests {
  @Test(
    "A booking is decoded with its context, however its content type is written",
    arguments: [nil, "", "application/json;", "Application/JSON; charset=UTF-8"])
  func decodes(contentType: String?) throws {
    let delivery = delivery(.requestRide(Samples.booking)) {
      $0.contentType = contentType
      $0.contentEncoding = "identity"
      $0.type = "request-ride.handle"
      $0.messageID = "m-1"
      $0.correlationID = "c-1"
      $0.replyTo = "replies.gateway.a"
      $0.headers = [
        Header("schema-version", .string("1")),
        Header("requested-at", .string("2026-11-21T06:04:00+01:00")),
        Header("deadline", .timestamp(1_795_237_500)),
        Header("traceparent", .string(Samples.traceparent)), Header("tracestate", .string("a=1")),
      ]
    }
    let message = try MessageDecoder.decode(delivery, family: .requestRide)
    var context = Samples.context
    context.deadline = Instant(seconds: 1_795_237_500)
    #expect(message.type == .requestRide)
    #expect(message.intent == .requestRide(Samples.booking))
    #expect(message.context == context)
  }

  @Test("A message without a type is what its routing key says", arguments: MessageType.allCases)
  func typeByKey(type: MessageType) throws {
    let body = #"{"riderIdentifier":"r","rideIdentifier":"x","vehicleIdentifier":"v"}"#
    let result = Result { () throws(RefusedMessage) in
      try MessageDecoder.decode(delivery(Array(body.utf8), as: type), family: type.family)
    }
    switch result {
    case .success(let message): #expect(message.type == type)
    case .failure(let refused): #expect(!refused.error.reason.isBreachOfRights, "\(refused)")
    }
    let context = MessageContext(type: type.rawValue)
    #expect(context.responseType == "\(type.rawValue).response")
  }

  @Test(
    "Every intent reads back as written",
    arguments: [
      (.listRideOptions(Samples.list), .listOptions),
      (.requestRide(Samples.booking), .requestRide),
      (
        .requestRide(
          RequestRideIntent(
            riderIdentifier: RiderIdentifier("r"), pickupLocation: Samples.chicago)), .requestRide
      ),
      (.getRideStatus(GetRideStatusIntent(riderIdentifier: RiderIdentifier("r"))), .statusQuery),
      (.vehicleUpdate(Samples.vehicleUpdate), .dispatch),
      (
        .vehicleUpdate(VehicleUpdate(vehicleIdentifier: VehicleIdentifier("v"), sequence: 0)),
        .dispatch
      ),
      (.rideUpdate(Samples.report), .dispatch),
      (.rideDue(RideDue(rideIdentifier: RideIdentifier("ride-9"))), .dispatch),
    ] as [(Intent, QueueFamily)])
  func roundTrips(intent: Intent, family: QueueFamily) throws {
    let delivery = delivery(intent) {
      $0.messageID = "m"
      if type(of: intent).role != .fleet { $0.replyTo = "amq.gen-r" }
    }
    #expect(try MessageDecoder.decode(delivery, family: family).intent == intent)
  }

  @Test(
    "A locale is normalised",
    arguments: [
      ("en_US", "en_US"), ("en-US", "en_US"), ("EN-us", "en_US"), ("en", "en"),
      ("zh-hant-tw", "zh_Hant_TW"), ("es-419", "es_419"), ("zh_Hans", "zh_Hans"),
      ("en_US@rg=gbzzzz", "en_US"), ("en_US_POSIX", "en_US"), ("de_CH.UTF-8", "de_CH"),
      ("en-US-u-ca-gregory", "en_US"),
    ])
  func locales(text: String, expected: String) throws {
    let body = #"{"riderIdentifier": "r", "locale": "\#(text)"}"#
    #expect(
      try IntentCoding.decode(.getRideStatus, from: Array(body.utf8))
        == .getRideStatus(
          GetRideStatusIntent(riderIdentifier: RiderIdentifier("r"), locale: expected)))
  }

  @Test("A negative course is not known, as in Core Location", arguments: ["-1", "-1.0", "-0.5"])
  func unknownCourse(course: String) throws {
    let body = #"""
      {"vehicleIdentifier":"v","sequence":1,
       "location":{"latitude":1,"longitude":2,"course":\#(course)}}
      """#
    let delivery = delivery(Array(body.utf8), as: .vehicleUpdate)
    guard
      case .vehicleUpdate(let update) =
        try MessageDecoder.decode(delivery, family: .dispatch).intent
    else {
      Issue.record("expected an update")
      return
    }
    #expect(update.location == Coordinate(latitude: 1, longitude: 2))
    #expect(update.course == nil)
  }

  @Test("Unknown fields and nulls are passed over")
  func lenience() throws {
    let body = #"{"riderIdentifier": "r", "rideIdentifier": null, "later": {"x": [1]}}"#
    #expect(
      try IntentCoding.decode(.getRideStatus, from: Array(body.utf8))
        == .getRideStatus(GetRideStatusIntent(riderIdentifier: RiderIdentifier("r"))))
  }

  @Test(
    "An invalid trace is dropped and the message handled",
    arguments: [
      .string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"),
      .string("00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"),
      .string("00-00000000000000000000000000000000-b7ad6b7169203331-01"),
      .string("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"),
      .string("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
      .string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"),
      .string(""), .integer(1),
    ] as [HeaderValue])
  func traces(value: HeaderValue) throws {
    let delivery = delivery(.listRideOptions(Samples.list)) {
      $0.replyTo = "amq.gen-r"
      $0.headers = [Header("traceparent", value), Header("tracestate", .string("a=1"))]
    }
    let context = try MessageDecoder.decode(delivery, family: .listOptions).context
    #expect(context.traceparent == nil)
    #expect(context.tracestate == nil)
  }

  @Test("A later version of the trace's form may be longer")
  func laterTraces() throws {
    let text = "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"
    let delivery = delivery(.listRideOptions(Samples.list)) {
      $0.replyTo = "amq.gen-r"
      $0.headers = [Header("traceparent", .string(text))]
    }
    #expect(try MessageDecoder.decode(delivery, family: .listOptions).context.traceparent == text)
  }

  @Test("Every business reason has its namesake on the wire", arguments: Refusal.Reason.allCases)
  func reasons(reason: Refusal.Reason) {
    #expect(ErrorReason(reason).rawValue == reason.rawValue)
  }
}

/// A delivery of an intent, with the properties that the test wants.
func delivery(
  _ intent: Intent, _ change: (inout MessageProperties) -> Void = { _ in }
) -> Delivery {
  delivery(IntentCoding.encode(intent), as: type(of: intent), change)
}

func delivery(
  _ body: [UInt8], as type: MessageType = .listRideOptions,
  _ change: (inout MessageProperties) -> Void = { _ in }
) -> Delivery {
  var properties = MessageProperties()
  change(&properties)
  return Delivery(
    deliveryTag: 1, redelivered: false, exchange: type.role.exchange, routingKey: type.rawValue,
    properties: properties, body: body)
}

/// The type with the name of the intent's case: that which carries it out.
private func type(of intent: Intent) -> MessageType {
  let name = Mirror(reflecting: intent).children.first?.label
  return MessageType.allCases.first { "\($0)" == name } ?? .requestRideResolve
}
