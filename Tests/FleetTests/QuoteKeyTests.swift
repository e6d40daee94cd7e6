import Crypto
import Fleet
import Foundation
import Rides
import Testing

@testable import RideHandlers

@Suite struct QuoteKeyTests {
  private static let old = MessageAuthenticationKey(identifier: "k1", secret: Array(1...32))
  private static let new = MessageAuthenticationKey(identifier: "k2", secret: Array(2...33))
  private static let claims = Array("claims".utf8)

  private func seal(_ keys: [MessageAuthenticationKey]) throws -> String {
    try #require(QuoteTokens.signed(by: keys).sealed(Self.claims))
  }

  @Test("What a key has sealed is opened by it")
  func roundTrip() throws {
    let token = try seal([Self.old])
    #expect(QuoteTokens.signed(by: [Self.old]).opened(token) == Self.claims)
    #expect(token.hasPrefix("k1."))
  }

  @Test("The first key seals and every key opens, so that keys can be rotated")
  func rotation() throws {
    let before = try seal([Self.old])
    let after = try seal([Self.new, Self.old])
    let rotated = QuoteTokens.signed(by: [Self.new, Self.old])
    #expect(after.hasPrefix("k2."))
    #expect(rotated.opened(before) == Self.claims)
    #expect(rotated.opened(after) == Self.claims)
  }

  /// The steps of a rotation, in order: what the first key of each seals, the others must open.
  private static let steps = [[old], [old, new], [new, old], [new]]

  @Test("Workers that are at one step of a rotation and at the next open each other's quotes")
  func order() throws {
    for (one, next) in zip(Self.steps, Self.steps.dropFirst()).prefix(2) {
      #expect(QuoteTokens.signed(by: next).opened(try seal(one)) == Self.claims)
      #expect(QuoteTokens.signed(by: one).opened(try seal(next)) == Self.claims)
    }
    // The old key goes when its quotes have expired; those of the new one are good everywhere.
    #expect(QuoteTokens.signed(by: Self.steps[2]).opened(try seal(Self.steps[3])) == Self.claims)
    #expect(QuoteTokens.signed(by: Self.steps[3]).opened(try seal(Self.steps[2])) == Self.claims)
    // A new key put first at once is unknown where nothing has changed yet.
    #expect(QuoteTokens.signed(by: Self.steps[0]).opened(try seal(Self.steps[2])) == nil)
  }

  @Test("A token of a shared ride is opened while its key is accepted")
  func shares() throws {
    let ride = RideIdentifier("ride-1")
    let old = QuoteTokens.signed(by: [Self.old])
    let token = try #require(ShareTokens(old).token(of: ride))
    #expect(token.hasPrefix("s1.k1."))
    let rotated = QuoteTokens.signed(by: [Self.new, Self.old])
    #expect(ShareTokens(rotated).ride(of: token) == ride)
    #expect(ShareTokens(.signed(by: [Self.new])).ride(of: token) == nil)
    #expect(ShareTokens(old).ride(of: String(token.dropLast())) == nil)
    #expect(ShareTokens(old).ride(of: "s1.\(try seal([Self.old]))") == nil)
    let renamed = ShareTokens(old).reissued(token, by: rotated) { $0 + "~2" }
    #expect(try ShareTokens(rotated).ride(of: #require(renamed)) == RideIdentifier("ride-1~2"))
  }

  @Test("Keys are the same when name and secret are")
  func equality() {
    #expect(Self.old == MessageAuthenticationKey(identifier: "k1", secret: Array(1...32)))
    #expect(Self.old != MessageAuthenticationKey(identifier: "k2", secret: Array(1...32)))
    #expect(Self.old != MessageAuthenticationKey(identifier: "k1", secret: Array(2...33)))
  }

  @Test("What a removed key has sealed is refused")
  func removed() throws {
    #expect(QuoteTokens.signed(by: [Self.new]).opened(try seal([Self.old])) == nil)
  }

  @Test("A key of the same name with another secret opens nothing")
  func sameName() throws {
    let stranger = MessageAuthenticationKey(identifier: "k1", secret: Array(2...33))
    #expect(QuoteTokens.signed(by: [stranger]).opened(try seal([Self.old])) == nil)
  }

  @Test("A token altered at any place is refused")
  func altered() throws {
    let token = try seal([Self.old])
    let tokens = QuoteTokens.signed(by: [Self.old])
    for index in token.indices {
      var changed = token
      changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
      #expect(tokens.opened(changed) == nil)
      #expect(tokens.opened(String(token[..<index])) == nil)
    }
    for text in ["", ".", "..", "k1..", token + ".", token + "A", token + "=", "." + token] {
      #expect(tokens.opened(text) == nil)
    }
  }

  @Test("Without a key nothing is sealed and nothing opened")
  func none() throws {
    let tokens = QuoteTokens.signed(by: [])
    #expect(tokens.sealed(Self.claims) == nil)
    #expect(tokens.opened(try seal([Self.old])) == nil)
  }

  @Test("A quote has one spelling, whatever the name of its key is equivalent to")
  func spellingOfKey() throws {
    let key = MessageAuthenticationKey(identifier: "K1", secret: Array(1...32))
    let quotes = QuoteTokens.signed(by: [key])
    let sealed = try seal([key])
    #expect(sealed.hasPrefix("K1.") && quotes.opened(sealed) == Self.claims)
    #expect(quotes.opened("\u{212A}1." + sealed.dropFirst(3)) == nil)
  }
}

extension QuoteTokens {
  fileprivate func sealed(_ claims: [UInt8]) -> String? {
    seal.map { seal in
      var token: [UInt8] = []
      seal(claims, &token)
      return String(decoding: token, as: UTF8.self)
    }
  }

  fileprivate func opened(_ text: String) -> [UInt8]? {
    open.flatMap { $0(Array(text.utf8)[...]) }
  }
}
