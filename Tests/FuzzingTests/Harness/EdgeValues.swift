/// Values at the edges of what the contract takes, and beyond them.
enum EdgeValues {
  static let numbers = [
    "0", "1", "2", "3", "4", "6", "64", "65", "-1", "-0", "-0.0", "1.5", "3.0", "0.1e1", "1e2",
    "1e309", "-1e309", "1e-400", "9007199254740993", "2147483648", "4294967296",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "89.999999", "90", "-90", "180", "-180", "360", "359.999999",
    "41.8786", "-87.6251", "01", "+1", ".5", "1.", "1e", "NaN", "0x10",
    String(repeating: "9", count: 100), String(repeating: "9", count: 300),
    "1" + String(repeating: "0", count: 90) + "e99", "0." + String(repeating: "0", count: 90) + "1",
  ]

  /// Inside their quotes, as JSON writes them.
  static let texts = [
    "", " ", "x", "Sedan", "sedan", "SUV", "Taxi", "Accessible Van", "Sedán", "e\\u0301", "\\u0000",
    "\\ud800", "\\udc00\\ud800", "\\ud83d\\ude00", "😀", "\u{202E}abc", "\\n", "\\t", "\\\\", "\\\"",
    "\\u007f", "\u{FEFF}", "null", "en_US", "es-US", "de", "https://example.org/a.png",
    String(repeating: "a", count: 127), String(repeating: "é", count: 64),
    String(repeating: "é", count: 65), String(repeating: "x", count: 256),
    String(repeating: "y", count: 1025), String(repeating: "😀", count: 600),
  ]

  static let amounts = [
    "0", "0.01", "1", "4.00", "41.75", "5.00", "25.50", "-0.01", "-4", "10000000000.00",
    "10000000000.01",
    "1000000000.00", "999999999.99", "99999999999999999999", "1e5", "+1", "1.", ".5", "1.005", "٣",
    "0000000000000000001", "9223372036854775807",
  ]

  static let currencies = ["USD", "USD", "USD", "EUR", "JPY", "KWD", "XXX", "usd", "", "US", "ÜSD"]

  static let times = [
    "2027-01-15T08:00:00Z", "2027-01-15T08:05:00Z", "2027-01-15T07:59:59.999999Z",
    "2027-01-15T09:00:00-06:00", "2027-01-15T12:30:00", "2027-01-16T09:00:00",
    "2027-03-14T02:30:00", "2027-11-07T01:30:00", "2027-01-22T08:00:00Z", "2028-02-29T12:00:00",
    "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59", "1969-12-31T23:59:60Z",
    "2027-02-29T00:00:00Z", "2027-01-15T24:00:00Z", "2027-01-15", "1800000000",
  ]

  /// Words of the closed lists.
  static let words = [
    "user", "service", "accepted", "declined", "approaching", "arrived", "started", "ended",
    "droppedOut", "missedPickup", "approved", "needsAction", "unknown", "failed", "credit", "debit",
    "applePay", "store", "pickupLocation", "dropOffLocation", "rideOptionName", "partySize",
    "scheduledPickupTime", "paymentMethod",
  ]
}
