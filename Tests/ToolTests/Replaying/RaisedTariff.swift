import Foundation
import JSON
import Messages
import Replay
import RideStore

@testable import Tool

/// A city that is replayed on its catalogue and on one with a higher tariff.
struct RaisedTariff {
  static let area = "chicago"
  static let product = "compact"

  /// The outcomes of the catalogue, then those of the other one.
  var outputs: [[ReplayOutput]] = [[], []]
  /// The products of rides, and of requests by their numbers.
  private var products: [String: String] = [:]
  /// The rides that requests are about, by their numbers.
  private var rides: [String: String] = [:]

  /// Two catalogues in files, of which the second has each amount of one tariff raised by 5 %.
  struct Catalogues {
    let usual: String
    let raised: String

    init(_ files: TemporaryFiles) throws {
      (usual, raised) = (files.path(".json"), files.path(".json"))
      try RaisedTariff.catalogue(isRaised: false).write(to: URL(filePath: usual))
      try RaisedTariff.catalogue(isRaised: true).write(to: URL(filePath: raised))
    }
  }

  /// The catalogue of recordings, with lists of all options.
  ///
  /// Which options a shorter list shows depends on their prices (rule L2).
  private static func catalogue(isRaised: Bool) throws -> Data {
    let bytes = try Data(contentsOf: URL(filePath: CityRecording.catalogue))
    var value = try JSONValue(
      parsing: Array(bytes), limits: JSONLimits(bytes: 1 << 20, depth: 64))
    let areas = value["serviceAreas"]?.array ?? []
    for (place, one) in areas.enumerated() {
      let path = ["serviceAreas", "\(place)"]
      let products = one["products"]?.array ?? []
      let limit = JSONValue.integer(Int64(products.count))
      value = value.changing(path + ["policies", "maximumOptions"]) { _ in limit }
      for (rank, other) in products.enumerated()
      where isRaised && one["key"]?.string == area && other["key"]?.string == product {
        value = value.changing(path + ["products", "\(rank)", "tariff"]) {
          .object($0.members?.mapValues(raised) ?? [:])
        }
      }
    }
    return Data(value.text)
  }

  private static func raised(_ amount: JSONValue) -> JSONValue {
    guard let text = amount.string, let number = Decimal(string: text) else { return amount }
    return .string("\(number * 105 / 100)".decimals)
  }

  /// Replays a city on both catalogues, as `--against` does.
  init(_ city: CityRecording, on catalogues: Catalogues) throws {
    let fleets = try city.fleets(
      "--catalogue", catalogues.usual, "--against", catalogues.raised)
    guard let start = city.requests.first?.at, let parts = fleets.second else { return }
    let replays = [
      try LocalReplay(fleets.first, at: start), try LocalReplay(parts, at: start),
    ]
    for request in city.requests {
      let first = try replays[0].replay(request)
      let second = try replays[1].replay(fleets.requoted(request))
      outputs[0] += first.before + first.outputs
      outputs[1] += second.before + second.outputs
      fleets.learn(second.outputs)
    }
    for (place, replay) in replays.enumerated() { outputs[place] += try replay.books() }
    for request in city.requests { learn(request) }
    for output in outputs.joined() { learn(output) }
  }

  private mutating func learn(_ request: RecordedMessage) {
    let body = try? JSONValue(parsing: request.body, limits: .stored)
    let names = [body?["optionIdentifier"]?.string, body?["rideOptionName"]?.string]
    products["\(request.number)"] = names.compactMap { $0?.lowercased() }.first
    rides["\(request.number)"] = body?["rideIdentifier"]?.string
  }

  private mutating func learn(_ output: ReplayOutput) {
    guard output.kind == .event, let ride = output.json?["data"],
      let name = ride["rideIdentifier"]?.string,
      let product = ride["rideOption"]?["optionIdentifier"]?.string
    else { return }
    products[name] = product
  }

  /// The comparison of what is about the product, or of everything else.
  func report(ofProduct isOfProduct: Bool) -> ComparisonReport {
    var comparison = Comparison(samples: 10_000)
    for output in outputs[0] where part(output, isOfProduct) != nil {
      comparison.expect(part(output, isOfProduct) ?? output)
    }
    for output in outputs[1] where part(output, isOfProduct) != nil {
      comparison.meet(part(output, isOfProduct) ?? output)
    }
    return comparison.finish()
  }

  /// What of an output is about the product, or is not; nil for nothing.
  private func part(_ output: ReplayOutput, _ isOfProduct: Bool) -> ReplayOutput? {
    if let options = output.json?["rideOptions"]?.array {
      let some = options.filter { ($0["optionIdentifier"]?.string == Self.product) == isOfProduct }
      if isOfProduct, some.isEmpty { return nil }
      var part = output
      part.json = output.json?.changing(["rideOptions"]) { _ in .array(some) }
      return part
    }
    if let rides = output.json?["rides"]?.array {
      let some = rides.filter {
        ($0["rideOption"]?["optionIdentifier"]?.string == Self.product) == isOfProduct
      }
      if isOfProduct, some.isEmpty { return nil }
      var part = output
      part.json = output.json?.changing(["rides"]) { _ in .array(some) }
      return part
    }
    return (product(of: output) == Self.product) == isOfProduct ? output : nil
  }

  private func product(of output: ReplayOutput) -> String? {
    switch output.kind {
    case .event, .payment, .books:
      let end = output.key.firstIndex { $0 == "/" || $0 == ":" } ?? output.key.endIndex
      return products[String(output.key[..<end])]
    case .response:
      return output.json?["rideStatus"]?["rideOption"]?["optionIdentifier"]?.string
        ?? output.json?["rideOption"]?["optionIdentifier"]?.string ?? products[output.key]
        ?? rides[output.key].flatMap { products[$0] }
    case .deadLetter: return nil
    }
  }
}

extension String {
  /// A number with two decimals at least, as amounts are written.
  fileprivate var decimals: String {
    guard let dot = firstIndex(of: ".") else { return "\(self).00" }
    return distance(from: dot, to: endIndex) < 3 ? "\(self)0" : self
  }
}
