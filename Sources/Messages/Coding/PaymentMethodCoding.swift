// Written from Objects/payment-method.toml by Tests/Lab/messages: change that, not this.

package import JSON
package import Rides

/// The wire form of a way to pay.
package enum PaymentMethodCoding {
  /// Writes one object.
  package static func write(_ value: PaymentMethod, withToken: Bool, into writer: inout JSONWriter)
  {
    writer.beginObject()
    writer.member("type", value.kind.rawValue)
    writer.member("name", value.name)
    writer.member("identificationHint", value.identificationHint)
    if withToken { writer.member("token", value.token) }
    writer.member("expirationDate", value.expirationDate)
    writer.endObject()
  }

  /// Reads what is written.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> PaymentMethod {
    PaymentMethod(
      kind: try fields.requiredWord("type", of: PaymentMethod.Kind.self),
      name: try fields.line("name", atMost: TextLimit.name),
      identificationHint: try fields.line("identificationHint", atMost: TextLimit.name),
      token: try fields.line("token", atMost: TextLimit.token),
      expirationDate: try fields.instant("expirationDate"))
  }
}
