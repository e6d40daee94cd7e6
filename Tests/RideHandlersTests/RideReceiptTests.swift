import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("The receipt of a ride as a message") struct RideReceiptTests {
  private let world: World

  init() throws { world = try World() }

  private func ask(_ ride: String, rider: String = "rider-42") throws -> Outcome {
    try world.ask(.query(ride, rider: rider).with { $0.type = "get-ride-receipt.handle" })[0]
  }

  /// A ride that was paid by a card, and its fare in minor units.
  private func paidRide() throws -> (ride: String, fare: Int64) {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    let early = try ask(ride)
    #expect(early.reason == "rideNotCompleted" && early.path == "rideIdentifier")
    _ = try world.dispatch(try world.drive(ride))
    return (ride, try #require(try world.document(ride)).account.total.minorUnits)
  }

  private static func cents(_ amount: JSONValue?) throws -> Int64 {
    let text = try #require(amount?.string ?? amount?["amount"]?.string)
    return try #require(Int64(text.filter { $0 != "." }))
  }

  @Test("A11: It has the bill, the payments that add up to it, and the times with their zone")
  func A11_settled() throws {
    let (ride, fare) = try paidRide()
    let outcome = try ask(ride)
    let receipt = try #require(outcome.response?["receipt"])
    #expect(outcome.code == "success" && outcome.publications.count == 1)
    #expect(try Self.cents(receipt["price"]) == fare)
    let lines = try (receipt["fareLineItems"]?.array ?? []).map { try Self.cents($0["price"]) }
    #expect(lines.count > 1 && lines.reduce(0, +) == fare)
    let payment = try #require(receipt["payments"]?.array?.first)
    #expect(try Self.cents(payment["amount"]) == fare && payment["token"] == nil)
    #expect(payment["means"]?.string == "paymentMethod" && payment["type"]?.string == "credit")
    #expect(receipt["outstanding"] == nil && receipt["refunds"] == nil)
    #expect(receipt["outcome"]?.string == "completed")
    #expect(receipt["timeZone"]?.string == "America/Chicago")
    let times = ["requestedAt", "startedAt", "endedAt"].map { receipt[$0]?.string ?? "" }
    #expect(times.sorted() == times && !times.contains(""))
  }

  @Test("A11: After a refund it is a newer one, without what the operator wrote beside it")
  func A11_refund() throws {
    let (ride, fare) = try paidRide()
    let before = try #require(try ask(ride).response?["receipt"]?["number"]?.integer)
    _ = try world.dispatch(.refund("1.50", of: ride))
    let outcome = try ask(ride)
    let receipt = try #require(outcome.response?["receipt"])
    #expect(try (receipt["refunds"]?.array ?? []).map { try Self.cents($0) } == [150])
    #expect(try Self.cents(receipt["price"]) == fare)
    #expect(try #require(receipt["number"]?.integer) > before)
    let text = String(decoding: outcome.responses[0].body, as: UTF8.self)
    #expect(!text.contains("detour"))
  }

  @Test("A11: A canceled ride has one as well")
  func A11_canceled() throws {
    let canceled = try world.ride()
    _ = try world.book(.cancel(canceled))
    let free = try #require(try ask(canceled).response?["receipt"])
    #expect(free["outcome"]?.string == "canceledByUser")
    #expect(try Self.cents(free["price"]) == 0 && free["endedAt"] == nil)
  }

  @Test("A11: The receipt of an unpaid ride shows what is outstanding")
  func A11_outstanding() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid("pm_empty_later"))
    _ = try world.dispatch(try world.drive(ride))
    let receipt = try #require(try ask(ride).response?["receipt"])
    #expect(try Self.cents(receipt["outstanding"]) == Self.cents(receipt["price"]))
    #expect(receipt["payments"] == nil)
  }

  @Test("A20: It is published when the ride is billed, and once more after each movement of money")
  func A20_told() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    let ending = try world.drive(ride)
    let ended = try world.dispatch(ending)[0]
    let first = try #require(ended.receipts.first)
    let number = try #require(decode(first.body)?["data"]?["number"]?.integer)
    #expect(first.exchange == Exchange.events && first.routingKey == "ride.receipt.\(ride)")
    #expect(first.properties.messageID == "\(ride)/receipt/\(number)" && ended.receipts.count == 1)
    #expect(decode(first.body)?["data"] == (try ask(ride).response?["receipt"]))

    let order = Letter.refund("1.50", of: ride)
    let refunded = try world.dispatch(order)[0]
    let second = try #require(refunded.receipts.first)
    #expect(second.properties.messageID == "\(ride)/receipt/\(number + 1)")
    #expect(decode(second.body)?["data"] == (try ask(ride).response?["receipt"]))

    #expect(try world.book(.rating(9, of: ride))[0].receipts == [], "a rating moves no money")
    let third = try #require(try world.book(.tip("2.00", for: ride))[0].receipts.first)
    #expect(try Self.cents(decode(third.body)?["data"]?["tip"]) == 200)

    // What comes again is told as it was, although the ride has changed since.
    #expect(try world.dispatch(ending)[0].receipts == [first])
    #expect(try world.dispatch(order)[0].receipts == [second])
  }

  @Test("A20: Two movements in one batch make one receipt each, with a number of its own")
  func A20_oneBatch() throws {
    let (ride, _) = try paidRide()
    let outcomes = try world.dispatch(
      .refund("1.50", of: ride), .refund("0.50", of: ride, id: "refund-2"))
    let told = outcomes.flatMap(\.receipts).compactMap { decode($0.body)?["data"] }
    #expect(told.map { $0["refunds"]?.array?.count } == [1, 2])
    #expect(Set(outcomes.flatMap(\.receipts).map(\.properties.messageID)).count == 2)
  }

  @Test("A20: A canceled ride has one to tell if it costs something, and then it is outstanding")
  func A20_canceled() throws {
    let free = try world.ride()
    #expect(try world.book(.cancel(free))[0].receipts == [])
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking(rider: "rider-43"))
    let late = noon.advanced(bySeconds: 400)
    let canceled = try world.book(.cancel(ride, rider: "rider-43"), at: late)[0]
    let receipt = try #require(canceled.receipts.first.flatMap { decode($0.body)?["data"] })
    #expect(receipt["outcome"]?.string == "canceledByUser")
    #expect(try Self.cents(receipt["outstanding"]) > 0)
  }

  @Test("The receipt of another rider's ride is answered as that of none")
  func foreign() throws {
    let (ride, _) = try paidRide()
    let foreign = try ask(ride, rider: "rider-43")
    #expect(foreign.reason == "unknownRide" && foreign.response?["receipt"] == nil)
    #expect(try ask("none-such").reason == "unknownRide")
  }

  @Test("A20: A receipt with other lines of the same sum is published, and has another number")
  func A20_otherLines() throws {
    let world = try World { catalogue in
      let usd = catalogue.serviceAreas[0].currency
      catalogue.serviceAreas[0].rules.tolls = ["skyway", "port"].map { key in
        Toll(
          key: key, titles: ["en_US": key, "es_US": key],
          atMost: Money(minorUnits: 720, currency: usd))
      }
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    func toll(_ key: String) -> String {
      #","tolls":[{"tollIdentifier":"\#(key)","amount":{"amount":"5.00","currencyCode":"USD"}}]"#
    }
    let end = try world.drive(ride).with { $0.body = $0.body.dropLast() + toll("skyway") + "}" }
    let before = try #require(try world.dispatch(end)[0].receipts.first)
    let document = try #require(try world.document(ride))
    let units = try #require(document.account.bill).filter { $0.account != .passThrough }
      .map(\.item.price.minorUnits).reduce(0, +)
    let fare = Money(minorUnits: units, currency: document.account.currency)
    let adjusted = try world.dispatch(
      Letter(
        #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"another road","#
          + #""fare":{"amount":"\#(fare.decimalString)","currencyCode":"USD"}"# + toll("port")
          + "}",
        type: "ride.adjust"
      ).id("adjust-1"))[0]
    #expect(adjusted.code == "success" && adjusted.receipts.count == 1)
    let after = try #require(adjusted.receipts.first)
    let receipts = [before, after].map { decode($0.body)?["data"] }
    #expect(receipts[0]?["price"] == receipts[1]?["price"])
    #expect(receipts[0]?["fareLineItems"] != receipts[1]?["fareLineItems"])
    #expect(before.properties.messageID != after.properties.messageID)
  }
}
