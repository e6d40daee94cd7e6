import JSON
import Messages
import Rides
import Testing

@Suite("Texts that people write")
struct WrittenTextTests {
  /// An address of 125 characters in Thai, one of 112 in Kannada, and an emoji of 25 bytes.
  private static let longAddresses = [
    text("ถนนพระรามที่ ๔ แขวงปทุมวัน ", of: 125),
    text("ಮಹಾತ್ಮ ಗಾಂಧಿ ರಸ್ತೆ, ಬೆಂಗಳೂರು ", of: 112), "👨‍👩‍👧‍👦",
  ]

  private static func text(_ part: String, of count: Int) -> String {
    String(String(repeating: part, count: count).prefix(count))
  }

  @Test("A place is as long in Thai and Kannada as in English", arguments: longAddresses)
  func addresses(address: String) throws {
    let place = Place(
      coordinate: Samples.chicago.coordinate, name: address, addressLines: [address],
      locality: address)
    var booking = Samples.booking
    booking.pickupLocation = place
    let body = IntentCoding.encode(.requestRide(booking))
    guard case .requestRide(let read) = try IntentCoding.decode(.requestRide, from: body) else {
      Issue.record("expected a booking")
      return
    }
    #expect(read.pickupLocation == place)
  }

  @Test(
    "What counts is characters, and far beyond them bytes",
    arguments: [
      ("กำ", 256, nil), ("กำ", 257, "256 characters, got 257"), ("ಕಿ", 256, nil),
      ("\r\n", 256, nil), ("x", 257, "256 characters, got 257"),
      ("👨‍👩‍👧‍👦", 256, "4096 bytes, got 6400"),
      ("e" + String(repeating: "\u{301}", count: 2_000), 1, nil),
      ("e" + String(repeating: "\u{301}", count: 2_048), 1, "4096 bytes, got 4097"),
    ] as [(String, Int, String?)])
  func limits(character: String, count: Int, refusal: String?) throws {
    let text = String(repeating: character, count: count)
    var cancellation = EndingGoldenTests.cancellation
    cancellation.reason = text
    let body = IntentCoding.encode(.cancelRide(cancellation))
    do throws(JSONFault) {
      _ = try IntentCoding.decode(.cancelRide, from: body)
      #expect(refusal == nil)
    } catch {
      #expect(refusal.map { "expected at most \($0)" } == error.message)
      #expect(error.kind == .outOfRange && error.path == "reason")
    }
  }

  @Test(
    "A telephone number has 3 to 15 digits, as people write them",
    arguments: [
      ("+13125550100", true), ("(312) 555-0100", true), ("+49 (0) 30/12 34-56", true),
      ("030.123.456", true), ("112", true), ("+(66) 2 123 4567", true), ("12", false),
      ("", false), ("+", false), ("1234567890123456", false), ("Sam R.", false),
      ("+1312555010o", false), ("++13125550100", false), ("1    3125550100", false),
      ("13125550100 ", false), (" 13125550100", false), ("13125550100\n", false),
      ("tel:+13125550100", false), ("+1312555٣100", false),
    ])
  func phoneNumbers(number: String, isOne: Bool) throws {
    var update = Samples.vehicleUpdate
    update.driver?.phoneNumber = number
    let body = IntentCoding.encode(.vehicleUpdate(update))
    do throws(JSONFault) {
      _ = try IntentCoding.decode(.vehicleUpdate, from: body)
      #expect(isOne)
    } catch {
      #expect(!isOne && error.path == "driver.phoneNumber")
    }
  }

  @Test("A stored driver is read, whatever its number and its name")
  func stored() throws {
    var ride = Samples.ride
    ride.status.driver = Driver(name: "\u{202E}maS", rating: nil, phoneNumber: "at the desk")
    #expect(try RideDocument.decode(RideDocument.encode(ride)) == ride)
  }
}
