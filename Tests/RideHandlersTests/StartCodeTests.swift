import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides that start with a code") struct StartCodeTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        let key = catalogue.serviceAreas[0].products[index].key.rawValue
        catalogue.serviceAreas[0].products[index].requiresStartCode = ["sedan", "taxi"].contains(
          key)
      }
    }
    _ = try world.dispatch(.onDuty("veh-7"))
  }

  /// A report of veh-7, unless another is named.
  private func report(
    _ event: String = "started", _ ride: String, _ code: String? = nil, id: String? = nil,
    by vehicle: String = "veh-7"
  ) throws -> Outcome {
    try world.dispatch(letter(event, ride, code, id: id, by: vehicle))[0]
  }

  private func letter(
    _ event: String, _ ride: String, _ code: String?, id: String? = nil, by vehicle: String
  ) -> Letter {
    let member = code.map { #","startCode":"\#($0)""# } ?? ""
    let name = id ?? "\(event) \(code ?? "") \(vehicle)"
    return Letter.report(event, of: ride, by: vehicle, id: name).with {
      $0.body = $0.body.dropLast() + member + "}"
    }
  }

  /// What the rider is shown.
  private func shown(_ ride: String) throws -> JSONValue? {
    try world.ask(.query(ride))[0].response?["rideStatus"]
  }

  private func code(_ ride: String) throws -> String? { try shown(ride)?["startCode"]?.string }

  /// Codes that are not the ride's.
  private func wrong(_ ride: String, _ count: Int) throws -> [String] {
    let right = try #require(try code(ride).flatMap { Int($0) })
    return (1...count).map { StartCode(right + $0).digits }
  }

  /// The start is held after five wrong codes; returns the last outcome and the right code.
  private func hold(_ ride: String) throws -> (last: Outcome, right: String) {
    let right = try #require(try code(ride))
    _ = try report("arrived", ride)
    let outcomes = try wrong(ride, 5).map { try report("started", ride, $0) }
    #expect(outcomes.map(\.reason) == Array(repeating: "wrongStartCode", count: 5))
    let left = outcomes.map {
      $0.response?["error"]?["message"]?.string?.split(separator: "; ").last
    }
    #expect(left[2...] == ["2 tries are left", "1 try is left", "0 tries are left"])
    return (outcomes[4], right)
  }

  @Test("Answers show the rider the code from the commitment on, and no event has it")
  func B12_shown() throws {
    let booked = try world.book(.booking())[0]
    let code = try #require(booked.response?["rideStatus"]?["startCode"]?.string)
    #expect(code.utf8.count == 4 && Int(code) != nil)
    let ride = try #require(world.contents.rides.keys.first?.rawValue)
    #expect(try self.code(ride) == code)
    #expect(try world.ask(.start(ride))[0].response?["rideStatus"]?["startCode"]?.string == code)
    #expect(try world.book(.booking())[0].publications == booked.publications)
    let arrived = try report("arrived", ride)
    #expect(try self.code(ride) == code, "also after a change")
    for publication in booked.events + arrived.publications {
      #expect(decode(publication.body)?["data"]?["startCode"] == nil)
      #expect(!String(decoding: publication.body, as: UTF8.self).contains("startCode"))
    }
    for change in try world.store.history(of: RideIdentifier(ride)) {
      #expect(!String(decoding: change.status, as: UTF8.self).contains("startCode"))
    }
  }

  @Test("The right code starts the ride, and is shown no longer")
  func B12_right() throws {
    let booked = try world.book(.booking())[0]
    let ride = try #require(world.contents.rides.keys.first?.rawValue)
    let code = try #require(try code(ride))
    _ = try report("arrived", ride)
    #expect(try report("started", ride, code).told == ["ongoing 3"])
    #expect(try shown(ride)?["startCode"] == nil)
    let again = try world.book(.booking())[0]
    #expect(again.note.isRepeat && again.response?["rideStatus"]?["startCode"] == nil)
    #expect(again.events == booked.events)
    #expect(try report("ended", ride).told == ["completed 4"])
    #expect(try shown(ride)?["startCode"] == nil)
  }

  @Test("A missing code starts nothing and is no try; a wrong one is counted once for each message")
  func B12_wrong() throws {
    let ride = try world.ride()
    let code = try #require(try code(ride))
    let missing = try report("started", ride)
    #expect(missing.reason == "wrongStartCode" && missing.path == "startCode")
    #expect(missing.response?["error"]?["retry"]?.string == "newIdentifier")
    #expect(try world.document(ride)?.startCheck == StartCheck())
    let wrong = try wrong(ride, 2)
    let first = try report("started", ride, wrong[0], id: "s-1")
    #expect(first.reason == "wrongStartCode" && first.events.isEmpty)
    #expect(first.response?["rideStatus"] == nil)
    let again = try report("started", ride, wrong[0], id: "s-1")
    #expect(again.publications == first.publications && again.note.isRepeat)
    #expect(try world.document(ride)?.startCheck?.wrongCodes == 1)
    // Two in one batch, and one of them twice.
    _ = try world.dispatch(
      letter("started", ride, wrong[1], id: "s-2", by: "veh-7"),
      letter("started", ride, wrong[0], id: "s-3", by: "veh-7"),
      letter("started", ride, wrong[1], id: "s-2", by: "veh-7"))
    #expect(try world.document(ride)?.startCheck?.wrongCodes == 3)
    #expect(try report("started", ride, code).told == ["ongoing 2"])
  }

  @Test("Five wrong codes hold the start: nothing more is tried, and the operator is told")
  func B12_held() throws {
    let ride = try world.ride()
    let (last, right) = try hold(ride)
    #expect(last.told == ["pickup 3"] && last.note.notices == [.startHeld])
    let event = try #require(last.events.first.flatMap { decode($0.body) })
    #expect(event["data"]?["isStartHeld"]?.bool == true)
    #expect(last.response?["rideStatus"] == nil, "a driver is shown no status")
    for (event, code) in [("started", right), ("ended", right), ("missedPickup", nil)] {
      #expect(try report(event, ride, code, id: "late \(event)").reason == "startHeld")
    }
    #expect(try world.document(ride)?.startCheck?.wrongCodes == 5)
    let status = try shown(ride)
    #expect(status?["startCode"] == nil && status?["isStartHeld"]?.bool == true)
    #expect(status?["phase"]?.string == "pickup")
  }

  @Test(
    "B12, D7: A rider whose driver does not know the code cancels free, and the driver is at fault",
    arguments: [
      (5, nil, nil, true), (5, "wrongVehicle", .driver, true), (1, "wrongVehicle", .driver, true),
      (1, "feltUnsafe", .driver, true), (1, "driverAsked", .nobody, false),
      (0, "wrongVehicle", .nobody, false), (1, nil, nil, false),
    ] as [(Int, String?, FaultParty?, Bool)])
  func B12_D7_canceled(tries: Int, cause: String?, party: FaultParty?, isFree: Bool) throws {
    let ride = try world.ride()
    for code in try wrong(ride, 5).prefix(tries) { _ = try report("started", ride, code) }
    world.wait(200)
    let why = cause.map { #","cause":"\#($0)""# } ?? ""
    let canceled = try world.book(.cancel(ride, more: why))[0]
    #expect(canceled.code == "success")
    #expect((canceled.response?["cancellationFee"] == nil) == isFree)
    #expect(try world.document(ride)?.status.completionStatus?.party == party)
  }

  @Test("The operator's word replaces the code of a ride whose start is held")
  func B12_allowed() throws {
    let ride = try world.ride()
    _ = try hold(ride)
    let allowed = try world.dispatch(.settle(ride))[0]
    #expect(allowed.code == "success" && allowed.told == ["pickup 4"])
    #expect(try shown(ride)?["isStartHeld"] == nil)
    #expect(try world.dispatch(.settle(ride))[0].publications == allowed.publications)
    #expect(try report("started", ride, id: "at last").told == ["ongoing 5"])
    #expect(try report("ended", ride).told == ["completed 6"])
    #expect(try world.document(ride)?.account.settlements.count == 1)
  }

  @Test("Another vehicle has another code, and all tries", arguments: [false, true])
  func B12_nextVehicle(isHeld: Bool) throws {
    let ride = try world.ride()
    let first = try #require(try code(ride))
    if isHeld { _ = try hold(ride) } else { _ = try report("started", ride, wrong(ride, 1)[0]) }
    _ = try report("droppedOut", ride)
    #expect(try code(ride) == nil && shown(ride)?["isStartHeld"] == nil)
    #expect(try world.book(.booking())[0].response?["rideStatus"]?["startCode"] == nil)
    _ = try world.dispatch(.onDuty("veh-8"))
    _ = try world.dispatch(.due(ride))
    let second = try #require(try code(ride))
    #expect(try world.document(ride)?.startCheck == StartCheck())
    if first != second {
      #expect(try report("started", ride, first, by: "veh-8").reason == "wrongStartCode")
    }
    #expect(try report("started", ride, second, by: "veh-7").reason == "unknownVehicle")
    #expect(try report("started", ride, second, by: "veh-8").code == "success")
  }

  @Test("A ride that a driver has to accept has its code from then on, and cannot start before")
  func B12_accepted() throws {
    _ = try world.dispatch(.onDuty("veh-9", "taxi"))
    let ride = try world.ride(.booking("Taxi"))
    #expect(try code(ride) == nil)
    #expect(try report("started", ride, "1234", by: "veh-9").reason == "illegalMove")
    #expect(try report("accepted", ride, by: "veh-9").code == "success")
    let code = try #require(try code(ride))
    #expect(try report("started", ride, code, by: "veh-9").code == "success")
  }

  @Test("No ride ends unstarted without its code")
  func B12_ended() throws {
    let ride = try world.ride()
    let code = try #require(try code(ride))
    _ = try report("arrived", ride)
    #expect(try report("ended", ride).reason == "wrongStartCode")
    #expect(try report("ended", ride, code).told == ["completed 3"])
  }

  @Test("A canceled ride shows no code")
  func B12_canceled() throws {
    let ride = try world.ride()
    _ = try world.book(.cancel(ride))
    #expect(try code(ride) == nil && world.document(ride)?.status.startCode == nil)
  }

  @Test("Two lanes that count at once count one after another")
  func B12_twoLanes() throws {
    let ride = try world.ride()
    let wrong = try wrong(ride, 2)
    let store = FlakyStore(MemoryStore(world.database), failing: 1)
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    _ = try world.take([letter("started", ride, wrong[0], by: "veh-7")], by: handler)
    _ = try world.take([letter("started", ride, wrong[1], by: "veh-7")], by: handler)
    #expect(try world.document(ride)?.startCheck?.wrongCodes == 2)
  }

  @Test("Where the product asks for none, a ride has no code and starts as ever")
  func B12_without() throws {
    _ = try world.dispatch(.onDuty("veh-9", "suv"))
    let ride = try world.ride(.booking("SUV", more: #","partySize":1"#))
    #expect(try code(ride) == nil && world.document(ride)?.startCheck == nil)
    #expect(try report("started", ride, by: "veh-9").code == "success")
  }

  @Test("A code that is no four digits is refused as a mistake of the message, and is no try")
  func B12_form() throws {
    let ride = try world.ride()
    for code in ["123", "12345", "12a4", "١٢٣٤", ""] {
      let refused = try report("started", ride, code, id: "bad \(code)")
      #expect(refused.reason == "wrongType" && refused.path == "startCode")
      let error = String(decoding: refused.responses[0].body, as: UTF8.self)
      #expect(code.isEmpty || !error.contains(code))
    }
    #expect(try world.document(ride)?.startCheck == StartCheck())
  }

  @Test("Codes come from the system, and a log that meets one shows no digit")
  func B12_drawn() {
    let codes = (0..<200).map { _ in StartCode.drawn() }
    #expect(Set(codes).count > 100 && codes.allSatisfy { $0.digits.utf8.count == 4 })
    #expect(codes.allSatisfy { !"\($0)".contains($0.digits) })
    #expect(StartCode(7).digits == "0007" && StartCode(12_345).digits == "2345")
  }
}
