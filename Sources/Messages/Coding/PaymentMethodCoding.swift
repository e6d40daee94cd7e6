import JSON
import Rides

/// The wire form of a way to pay.
enum PaymentMethodCoding {
  /// A response leaves out the token, which is between the rider and the payment system.
  static func write(
    _ method: PaymentMethod, withToken: Bool, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("type", method.kind.rawValue)
    writer.member("name", method.name)
    writer.member("identificationHint", method.identificationHint)
    if withToken { writer.member("token", method.token) }
    writer.member("expirationDate", method.expirationDate)
    writer.endObject()
  }

  static func writeWhole(_ method: PaymentMethod, into writer: inout JSONWriter) {
    write(method, withToken: true, into: &writer)
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PaymentMethod {
    PaymentMethod(
      kind: try fields.require("type", try fields.word("type", of: PaymentMethod.Kind.self)),
      name: try fields.line("name", atMost: TextLimit.name),
      identificationHint: try fields.line("identificationHint", atMost: TextLimit.name),
      token: try fields.line("token", atMost: TextLimit.token),
      expirationDate: try fields.instant("expirationDate"))
  }
}
