import JSON
package import Rides

/// Catalogues as files of JSON in UTF-8.
///
/// `Catalogues.md` has a table of all keys. An unknown key is a mistake, as is each finding of
/// `Catalogue.mistakes()`. All mistakes are reported together, each with its path in the file.
package enum CatalogueFile {
  /// The catalogue of a file, or of all the `*.json` files of a folder together.
  ///
  /// The files of a folder are taken in the order of their names; their service areas are joined,
  /// and their locales must agree. `source` is what was read at the path, `zones` are where time
  /// zones are read from.
  package static func load(
    path: String, from source: CatalogueSource? = nil, zones: ZoneFiles = .ofTheSystem
  ) throws(CatalogueProblems) -> Catalogue {
    switch source ?? CatalogueSource(path: path) {
    case .absent: throw problem(path, "expected a file or a folder, found nothing readable")
    case .file(let bytes): return try decode(bytes, name: path, zones: zones)
    case .folder(let files): return try merge(files, path: path, zones: zones)
    }
  }

  /// The catalogue of one file's bytes; `name` is what to call it in an error.
  package static func decode(
    _ bytes: [UInt8], name: String, zones: ZoneFiles = .ofTheSystem
  ) throws(CatalogueProblems) -> Catalogue {
    let value: JSONValue
    var repeated: [JSONFault] = []
    do throws(JSONFault) {
      value = try JSONValue(parsing: bytes, limits: limits, repeated: &repeated)
    } catch {
      let place = JSONPlace(ofMistakeIn: bytes, limits: limits).map { "\($0): " } ?? ""
      throw problem(name, place + error.message, at: error.path)
    }
    let list = MistakeList()
    let catalogue = Node(value: value, path: "", list: list).catalogue(zones: zones)
    let mistakes =
      repeated.map { CatalogueMistake(path: $0.path, message: $0.message) } + list.mistakes
      + meaningMistakes(of: catalogue, in: value, beside: list.mistakes)
    guard mistakes.isEmpty else { throw CatalogueProblems(source: name, mistakes: mistakes) }
    return catalogue
  }

  /// A detailed boundary has tens of thousands of points; a polygon lies eight levels deep.
  static let limits = JSONLimits(bytes: 64 << 20, depth: 32)

  /// The mistakes in the values of a file, without those that only follow from a mistake in its
  /// form.
  private static func meaningMistakes(
    of catalogue: Catalogue, in file: JSONValue, beside formal: [CatalogueMistake]
  ) -> [CatalogueMistake] {
    var seen: Set<CatalogueMistake> = []
    return catalogue.mistakes().map(\.inFile).compactMap { mistake in
      let place = TariffPlace(of: mistake.path, in: file)
      let found = place?.mistake(mistake.message) ?? mistake
      let origin = CatalogueMistake(path: place?.origin ?? mistake.path, message: mistake.message)
      // What a period has of the tariff was said of the tariff.
      guard !seen.contains(origin), seen.insert(found).inserted else { return nil }
      let follows = formal.contains { formal in
        [found.path, origin.path].contains { formal.path.covers($0) || $0.covers(formal.path) }
      }
      return follows ? nil : found
    }
  }

  private static func merge(
    _ files: [CatalogueSource.File], path: String, zones: ZoneFiles
  ) throws(CatalogueProblems) -> Catalogue {
    var mistakes: [CatalogueMistake] = []
    var merged: Catalogue?
    for file in files {
      do throws(CatalogueProblems) {
        let next = try decode(file.bytes, name: file.name, zones: zones)
        mistakes += merged?.join(next, from: file.name) ?? []
        merged = merged ?? next
      } catch {
        mistakes += error.mistakes.map { $0.within(file.name) }
      }
    }
    guard let merged else {
      throw mistakes.isEmpty
        ? problem(path, "expected at least one *.json file in this folder")
        : CatalogueProblems(source: path, mistakes: mistakes)
    }
    if mistakes.isEmpty { mistakes = merged.mistakes() }
    guard mistakes.isEmpty else { throw CatalogueProblems(source: path, mistakes: mistakes) }
    return merged
  }

  private static func problem(
    _ source: String, _ message: String, at path: String = ""
  ) -> CatalogueProblems {
    CatalogueProblems(source: source, mistakes: [CatalogueMistake(path: path, message: message)])
  }
}

extension Catalogue {
  /// Takes the service areas of another file; gives what keeps the two apart.
  fileprivate mutating func join(_ other: Catalogue, from file: String) -> [CatalogueMistake] {
    var mistakes: [CatalogueMistake] = []
    if Set(other.locales) != Set(locales) {
      mistakes.append(
        CatalogueMistake(
          path: "locales",
          message: "expected \(locales.joined(separator: ", ")) as in the first file"
        ).within(file))
    }
    if other.defaultLocale != defaultLocale {
      mistakes.append(
        CatalogueMistake(
          path: "defaultLocale", message: "expected \(defaultLocale) as in the first file"
        ).within(file))
    }
    holidays += other.holidays.filter { !holidays.contains($0) }
    serviceAreas += other.serviceAreas
    paymentScript.lines += other.paymentScript.lines
    wording.errors.merge(other.wording.errors) { first, _ in first }
    wording.causes.merge(other.wording.causes) { first, _ in first }
    return mistakes
  }
}

extension CatalogueMistake {
  /// The mistake with its file before its path.
  fileprivate func within(_ file: String) -> CatalogueMistake {
    CatalogueMistake(path: path.isEmpty ? file : "\(file): \(path)", message: message)
  }

  /// The mistake at its place in a file, where the titles of lines are the area's and not each
  /// tariff's.
  fileprivate var inFile: CatalogueMistake {
    guard let area = path.firstRange(of: ".products["),
      let titles = path.firstRange(of: "].tariff.titles.")
    else { return self }
    return CatalogueMistake(
      path: path[..<area.lowerBound] + ".fareTitles." + path[titles.upperBound...],
      message: message)
  }
}

extension String {
  /// Whether a path is this one or lies below it.
  fileprivate func covers(_ path: String) -> Bool {
    guard path.hasPrefix(self) else { return false }
    let rest = path.dropFirst(count)
    return isEmpty || rest.isEmpty || rest.first == "." || rest.first == "["
  }
}

/// Why a catalogue cannot be used: all its mistakes at once.
///
/// Trying again helps only after the file
/// has changed.
package struct CatalogueProblems: Error, Hashable, Sendable {
  /// The file, or the folder.
  package var source: String
  /// At least one.
  ///
  /// In a folder each path begins with the name of its file: `chicago.json:
  /// serviceAreas[0].currency`.
  package var mistakes: [CatalogueMistake]

  package init(source: String, mistakes: [CatalogueMistake]) {
    self.source = source
    self.mistakes = mistakes
  }
}

extension CatalogueProblems: CustomStringConvertible {
  package var description: String {
    (["\(source) is not a usable catalogue:"] + mistakes.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
