import JSON
import Messages
import Rides

/// A short summary of an answer.
package struct ResponseSummary: Hashable, Sendable {
  /// SiriKit's name for the outcome; nil when the body has none.
  package var code: String?
  package var detail: String

  /// Whether the request was not carried out.
  package var isFailure: Bool { code?.hasPrefix("failure") ?? true }

  /// Reads the body of an answer.
  package init(body: [UInt8]) {
    do throws(JSONFault) {
      let fields = try JSONFields(parsing: body, limits: .stored)
      code = try fields.value("code")?.string
      detail = try Self.detail(fields)
    } catch {
      detail = "an answer that cannot be read: \(error)"
    }
  }

  private static func detail(_ fields: JSONFields) throws(JSONFault) -> String {
    if let error = try fields.value("error") { return describe(error: error) }
    if let status = try fields.value("rideStatus") {
      let ride = status["rideIdentifier"]?.string ?? "?"
      return "ride \(ride) \(status["phase"]?.string ?? "?")"
    }
    if let options = try fields.value("rideOptions")?.array {
      return options.isEmpty ? "no options" : options.map(describe(option:)).joined(separator: ", ")
    }
    return ""
  }

  private static func describe(error: JSONValue) -> String {
    let path = error["path"]?.string.map { " (\($0))" } ?? ""
    let advice =
      switch error["retry"]?.string {
      case _ where error["reason"]?.string == "deadlineExceeded":
        "; can be sent again with a later deadline"
      case "sameIdentifier": "; can be sent again as it is"
      case "newIdentifier": "; may succeed later with a new message_id"
      default: ""
      }
    return "\(error["reason"]?.string ?? "?"): \(error["message"]?.string ?? "")\(path)\(advice)"
  }

  private static func describe(option: JSONValue) -> String {
    let name = option["name"]?.string ?? "?"
    guard let range = option["priceRange"], let currency = range["currencyCode"]?.string else {
      return "\(name) by the meter"
    }
    let bounds = ["minimumPrice", "maximumPrice"].compactMap { range[$0]?.string }
    let price = bounds.first == bounds.last ? bounds.prefix(1) : bounds[...]
    return "\(name) \(price.joined(separator: "-")) \(currency)"
  }
}
