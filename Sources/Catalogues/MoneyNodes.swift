import JSON
import Rides

// Money is text in a catalogue, as it is on the wire: a JSON number would pass through binary
// floating point (rule M7).
extension Node {
  func money(_ currency: Currency) -> Money {
    let zero = Money(minorUnits: 0, currency: currency)
    guard case .string(let text) = value else {
      return wrong(expected: "an amount as a string, such as \"5.00\"", standIn: zero)
    }
    do throws(MoneyError) {
      return try Money(decimal: text, currency: currency)
    } catch {
      note(error.description)
      return zero
    }
  }

  func rate(_ currency: Currency) -> Rate {
    let zero = Rate(microUnits: 0, currency: currency)
    guard case .string(let text) = value else {
      return wrong(expected: "a rate as a string, such as \"2.25\"", standIn: zero)
    }
    do throws(MoneyError) {
      return try Rate(decimal: text, currency: currency)
    } catch {
      note(error.description)
      return zero
    }
  }

  var currency: Currency {
    let code = string
    if let currency = Currency(code) { return currency }
    if case .string = value { note("expected a current currency of ISO 4217, came \"\(code)\"") }
    return Currency("USD")!  // a current currency, in the table of the domain
  }
}
