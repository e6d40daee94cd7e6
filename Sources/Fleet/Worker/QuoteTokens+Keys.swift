package import Crypto
package import RideHandlers

extension QuoteTokens {
  /// Tokens of the form `KEY.CLAIMS.CODE`: the identifier of the key, the claims and their
  /// HMAC-SHA-256, both in base64url.
  ///
  /// The first key signs; all of them verify, so that keys can be rotated.
  package static func signed(by keys: [MessageAuthenticationKey]) -> QuoteTokens {
    guard let first = keys.first else { return .none }
    return QuoteTokens(
      seal: { claims in
        var token = Array(first.identifier.utf8)
        token.reserveCapacity(token.count + 2 * claims.count + 64)
        token.append(UInt8(ascii: "."))
        Base64URL.append(claims, to: &token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(first.authenticationCode(for: claims), to: &token)
        return String(decoding: token, as: UTF8.self)
      },
      open: { token in
        let point = UInt8(ascii: ".")
        guard let first = token.firstIndex(of: point), let last = token.lastIndex(of: point),
          first < last,
          let key = keys.first(where: { $0.identifier.utf8.elementsEqual(token[..<first]) }),
          let claims = Base64URL.decode(token[(first + 1)..<last]),
          let code = Base64URL.decode(token[(last + 1)...]), key.isValid(code, for: claims)
        else { return nil }
        return claims
      })
  }
}
