import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct ListTests {
  let world: World

  init() throws { world = try World() }

  @Test("A list has the products on duty, each with its quote, the ways to pay and its expiry")
  func list() throws {
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", "suv", capacity: 6))
    let outcome = try world.list(.list())[0]
    let options = try #require(outcome.response?["rideOptions"]?.array)
    #expect(outcome.code == "success")
    #expect(options.map { $0["name"]?.string } == ["Sedan", "SUV"])
    for option in options { #expect(option["quoteIdentifier"]?.string?.hasPrefix("q3.") == true) }
    #expect(Set(options.map { $0["quoteIdentifier"]?.string }).count == 2)
    #expect(outcome.response?["paymentMethods"]?.array?.count == 2)
    #expect(
      outcome.response?["expirationDate"]?.string == noon.advanced(bySeconds: 300).rfc3339)
    #expect(outcome.publications.count == 1)
  }

  @Test("Without a key for quotes none is signed")
  func unsigned() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    var dependencies = world.dependencies
    dependencies.quotes = .none
    let outcome = try world.take([.list()], by: ListOptionsHandler(dependencies: dependencies))[0]
    #expect(outcome.code == "success")
    #expect(outcome.response?["rideOptions"]?[0]?["quoteIdentifier"] == nil)
  }

  @Test("Without a drop-off what has no price before the ride is listed")
  func withoutDropOff() throws {
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", "taxi"))
    let body = #"{"riderIdentifier":"rider-42","pickupLocation":\#(Letter.loop)}"#
    let outcome = try world.list(Letter(body, type: "list-ride-options.handle"))[0]
    #expect(outcome.code == "success" && outcome.deadLetters.isEmpty)
    let options = outcome.response?["rideOptions"]?.array ?? []
    #expect(options.map { $0["optionIdentifier"]?.string } == ["taxi"])
    #expect(options.allSatisfy { $0["priceRange"] == nil && $0["usesMeteredFare"]?.bool == true })
  }

  @Test("A place outside has a code of its own")
  func outside() throws {
    let outcome = try world.list(.list(to: Letter.gary))[0]
    #expect(outcome.code == "failureRequiringAppLaunchNoServiceInArea")
    #expect(outcome.reason == "outsideServiceArea")
    #expect(outcome.path == "dropOffLocation")
  }

  @Test("Without vehicles on duty the service says when to ask again")
  func unavailable() throws {
    let outcome = try world.list(.list())[0]
    #expect(outcome.code == "failureRequiringAppLaunchServiceTemporarilyUnavailable")
    #expect(outcome.reason == "serviceTemporarilyUnavailable")
    #expect(outcome.response?["error"]?["retry"]?.string == "newIdentifier")
    #expect(outcome.response?["error"]?["retryAfterSeconds"]?.integer == 30)
  }

  @Test("A list touches no store")
  func noStore() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let before = world.contents
    _ = try world.list(.list(), .list().id(nil))
    #expect(world.contents == before)
  }

  @Test("A list without a reply address is a dead letter; one past its deadline is declined")
  func refused() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let late = Letter.list().with { $0.headers = [Header("deadline", .string(noon.rfc3339))] }
    let outcomes = try world.list(.list().silent, late, .list())
    #expect(outcomes[0].deadLetterHeader("x-livery-reason") == "missing-reply-to")
    #expect(outcomes[1].reason == "deadlineExceeded")
    #expect(outcomes[2].code == "success")
  }

  @Test("The same list asked again is answered byte for byte alike")
  func stable() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcomes = try world.list(.list(), .list())
    #expect(outcomes[0].publications == outcomes[1].publications)
  }
}
