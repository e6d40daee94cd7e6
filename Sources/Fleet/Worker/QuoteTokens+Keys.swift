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
        let code = first.authenticationCode(for: claims)
        return "\(first.identifier).\(Base64URL.encode(claims)).\(Base64URL.encode(code))"
      },
      open: { token in
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let key = keys.first(where: { $0.identifier == parts[0] }),
          let claims = Base64URL.decode(String(parts[1])),
          let code = Base64URL.decode(String(parts[2])), key.isValid(code, for: claims)
        else { return nil }
        return claims
      })
  }
}
