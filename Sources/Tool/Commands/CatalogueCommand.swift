import Catalogues
import Fleet
import Rides

extension Command {
  static let catalogueCheck = Command(
    name: "catalogue check",
    summary: "tells every mistake in a catalogue, or what is in it",
    operand: Operand(name: "PATH", summary: "a catalogue's file, or a folder of *.json files"),
    example: "livery catalogue check deploy/catalogues",
    endings: [
      Ending(.success, "the catalogue can be used"),
      Ending(.data, "it cannot; each mistake is one line, `path: message`"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let path = arguments.operand ?? ""
    do throws(CatalogueProblems) {
      for line in try CatalogueFile.load(path: path).summary { context.output.line(line) }
      return .success
    } catch {
      for mistake in error.mistakes { context.output.line("\(mistake)") }
      let count = error.mistakes.count
      throw ToolError(.data, "\(path): \(count) mistake\(count == 1 ? "" : "s")")
    }
  }
}

extension Catalogue {
  /// What is in the catalogue: its locales, then each service area and its products.
  var summary: [String] {
    let locales = locales.map { $0 == defaultLocale ? "\($0) (default)" : $0 }
    return ["locales: \(locales.joined(separator: ", "))"]
      + serviceAreas.flatMap { area in
        ["area \(area.key): \(area.currency.code), \(area.timeZone.name)"]
          + area.products.map { product in
            let name = product.names[defaultLocale] ?? product.key.rawValue
            let acceptance = product.requiresAcceptance ? ", accepted by drivers" : ""
            return "  product \(product.key): \(name), carries \(product.capacity), "
              + "\(product.pricing.word)\(acceptance)"
          }
      }
  }
}

extension Product.Pricing {
  fileprivate var word: String {
    switch self {
    case .fixed: "fixed price"
    case .tiered(let tiers): "\(tiers.tiers.count) party-size tiers"
    case .metered: "metered"
    }
  }
}
