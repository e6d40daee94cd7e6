import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Paying through the broker") struct PaymentsByMessageTests {
  static func world() throws -> (world: World, ride: String, booked: Outcome) {
    let world = try World(payments: PaymentsByMessage())
    _ = try world.dispatch(.onDuty("veh-7"))
    let booked = try world.book(.paid())[0]
    return (
      world, try #require(booked.response?["rideStatus"]?["rideIdentifier"]?.string), booked
    )
  }

  /// A ride that is paid behind the broker.
  static func paidRide() throws -> (World, ride: String) {
    let (world, ride, _) = try world()
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "approved", of: ride))
    _ = try world.dispatch(try world.drive(ride))
    _ = try world.dispatch(.result("\(ride):fare:capture:1", "approved", of: ride))
    return (world, ride)
  }

  @Test("A command is persistent and mandatory, and its key is its id")
  func command() throws {
    let (world, ride, booked) = try Self.world()
    let command = try #require(booked.payments.first)
    #expect(booked.payments.count == 1)
    #expect(command.routingKey == "authorise" && command.properties.type == "payment.authorise")
    #expect(command.properties.deliveryMode == 2 && command.mandatory)
    #expect(command.properties.messageID == "\(ride):fare:authorise:1")
    let body = try #require(decode(command.body))
    #expect(body["key"]?.string == "\(ride):fare:authorise:1")
    #expect(body["paymentMethod"]?["token"]?.string == "pm_1")
    #expect(body["currencyCode"]?.string == "USD" && body["amount"]?.string != nil)
    let again = try world.book(.paid())[0]
    #expect(again.payments == booked.payments)
  }

  @Test("No vehicle is sought before the payment is approved, and one is at once after it")
  func approved() throws {
    let (world, ride, booked) = try Self.world()
    #expect(booked.code == "inProgress" && booked.searches == [])
    _ = try world.dispatch(.due(ride))
    #expect(try world.phases(ride) == ["received"])
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "approved", of: ride))
    #expect(try world.phases(ride) == ["received", "confirmed"])
  }

  @Test("A later refusal ends the ride free of charge, and frees its slot")
  func declined() throws {
    let (world, ride, _) = try Self.world()
    let outcome = try world.dispatch(
      .result("\(ride):fare:authorise:1", "declined", of: ride))[0]
    #expect(outcome.told == ["completed 2"])
    let status = try world.ask(.query(ride))[0].response?["rideStatus"]
    #expect(status?["completionStatus"]?["outcome"]?.string == "canceledByService")
    #expect(try world.payment(ride) == nil)
    #expect(try world.balances(ride) == [:])
    #expect(try world.book(.paid().id("m-2"))[0].code == "inProgress")
  }

  @Test("A9: The end is outstanding until the capture is approved, and answers count once")
  func A9_capture() throws {
    let (world, ride, _) = try Self.world()
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "approved", of: ride))
    let ended = try world.dispatch(try world.drive(ride))[0]
    #expect(ended.payments.map(\.properties.messageID) == ["\(ride):fare:capture:1"])
    #expect(try world.payment(ride)?.hasPrefix("outstanding ") == true)
    #expect(try world.record(ride)?.obligation == nil)
    let next = try world.book(.paid().id("m-2"))[0]
    #expect(next.code == "inProgress", "nobody waits for an answer to book again")
    let result = Letter.result("\(ride):fare:capture:1", "approved", of: ride)
    let settled = try world.dispatch(result)[0]
    #expect(settled.told == ["completed 5"] && settled.payments == [])
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
    let before = world.contents.rides
    #expect(try world.dispatch(result)[0].told == ["completed 5"])
    let other = try world.dispatch(result.id("another"))[0]
    #expect(other.told == [] && world.contents.rides == before)
    #expect(try world.balances(ride)["riderReceivable"] == nil)
  }

  @Test("What is not answered in time is asked again under its key")
  func askedAgain() throws {
    let (world, ride, booked) = try Self.world()
    let due = try PaymentTests.dueAt(world, ride)
    #expect(try world.dispatch(.due(ride), at: noon)[0].payments == [])
    let again = try world.dispatch(.due(ride, id: "due-2"), at: due)[0]
    #expect(again.payments.map(\.body) == booked.payments.map(\.body))
    #expect(try PaymentTests.dueAt(world, ride) > due)
  }

  @Test(
    "An answer to a command that was never sent is refused",
    arguments: ["", "x", "none:fare:authorise:1", "RIDE:fare:capture:1", "RIDE:tip:authorise:1"])
  func unknownKey(key: String) throws {
    let (world, ride, _) = try Self.world()
    let before = world.contents.rides
    let letter = Letter.result(key.replacing("RIDE", with: ride), "approved", of: ride)
    let outcome = try world.dispatch(letter.with { $0.replyTo = "replies.test.replies" })[0]
    #expect(outcome.reason == "unknownPayment")
    #expect(world.contents.rides == before)
  }

  @Test("The operator is told of a refund that was made twice")
  func refundedTwice() throws {
    let (world, ride) = try Self.paidRide()
    _ = try world.dispatch(.refund("1.50", of: ride))
    _ = try world.dispatch(.result("\(ride):fare:refund:1", "failed", of: ride))
    let due = try PaymentTests.dueAt(world, ride)
    world.wait(Int(world.now.seconds(to: due).rounded(.up)))
    let again = try world.dispatch(.due(ride))[0]
    #expect(again.payments.map(\.properties.messageID) == ["\(ride):fare:refund:2"])
    let told = ["1", "2"].map { Letter.result("\(ride):fare:refund:\($0)", "approved", of: ride) }
    #expect(try world.dispatch(told[0])[0].note.notices.isEmpty)
    #expect(try world.dispatch(told[1])[0].note.notices == [.refundedTooMuch])
  }

  @Test("A canceled ride releases its hold as soon as the hold is known")
  func released() throws {
    let (world, ride, _) = try Self.world()
    #expect(try world.book(.cancel(ride))[0].payments == [])
    let approved = try world.dispatch(
      .result("\(ride):fare:authorise:1", "approved", of: ride))[0]
    #expect(approved.payments.map(\.properties.messageID) == ["\(ride):fare:void:1"])
    #expect(approved.told == [])
  }

  @Test("A pickup far ahead is paid for when its search begins, not when it is booked")
  func scheduled() throws {
    let world = try World(payments: PaymentsByMessage()) {
      $0.serviceAreas[0].policies.scheduling = SchedulingPolicy()
    }
    let start = noon.advanced(bySeconds: 86_400)
    let window =
      #","scheduledPickupTime":{"start":"\#(start.rfc3339)","end":"#
      + #""\#(start.advanced(bySeconds: 600).rfc3339)"}"#
    let booked = try world.book(.paid(more: window))[0]
    #expect(booked.payments == [] && booked.code == "inProgress")
    let ride = try #require(booked.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.dispatch(.due(ride))[0].payments == [])
    let due = try world.dispatch(.due(ride, id: "due-2"), at: start)[0]
    #expect(due.payments.map(\.routingKey) == ["authorise"])
  }

  @Test("D7: A ride whose payment its rider does not approve does not lack vehicles")
  func D7_unapproved() throws {
    let (world, ride, _) = try Self.world()
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "needsAction", of: ride))
    world.wait(1_801)
    _ = try world.dispatch(.due(ride, id: "due-9"))
    let completion = try #require(try world.document(ride)?.status.completionStatus)
    #expect(completion.cause == .paymentRefused && completion.party == .rider)
  }
}
