/// How the sources are cut into files and folders, read from their text.
///
/// A name that is written in a file counts as a use of the type of that name, wherever it is
/// declared in the same target.
struct Structure {
  /// A source with what it declares and names.
  private struct Part {
    let file: SourceFile
    /// The first folder below the target, or nil for a file beside the folders.
    let folder: String?
    let declared: Set<Substring>
    let names: Set<Substring>

    init(_ file: SourceFile) {
      let words = file.code.map { line in
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      }
      self.file = file
      folder = file.path.split(separator: "/").dropFirst(2).dropLast().first.map { String($0) }
      declared = Set(file.code.flatMap(Structure.declared))
      names = Set(words.joined().filter { $0.first?.isUppercase == true })
    }
  }

  private let parts: [String: [Part]]

  init(_ files: [SourceFile]) {
    parts = Dictionary(grouping: files.filter { $0.target != nil }.map { Part($0) }) {
      // The filter above leaves only files of a target.
      $0.file.target!
    }
  }

  private var files: [SourceFile] { parts.values.joined().map(\.file) }

  /// The files that hold a part of a type: `A+B.swift`, or without a type of their own.
  var shards: [String] {
    files.filter { $0.path.contains("+") || !$0.code.contains(where: Self.declaresTopLevelType) }
      .map(\.path)
  }

  func files(shorterThan count: Int) -> [String] {
    files.filter { $0.lines.count < count }.map(\.path)
  }

  /// The number of lines of the file in the middle, when all are ordered by it.
  var medianLength: Int {
    let lengths = files.map(\.lines.count).sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
  }

  /// The names of all types and folders.
  var words: Set<String> {
    Set(
      parts.values.joined().flatMap { part in
        part.declared.map { String($0) } + part.file.path.split(separator: "/").map { String($0) }
      })
  }

  /// Pairs of folders of a target that need each other, directly or through others.
  ///
  /// Each is written as `Target: A, B`. Files beside the folders are the face of a target and
  /// belong to no pair.
  var circles: [String] {
    parts.flatMap { target, parts in
      let reached = Self.reached(from: Self.needs(of: parts))
      return reached.flatMap { folder, others in
        others.filter { folder < $0 && reached[$0]?.contains(folder) == true }
          .map { "\(target): \(folder), \($0)" }
      }
    }.sorted()
  }

  /// The folders that each folder needs directly.
  private static func needs(of parts: [Part]) -> [String: Set<String>] {
    let homes = Dictionary(
      parts.sorted { $0.file.path < $1.file.path }
        .flatMap { part in part.declared.map { ($0, part.folder) } },
      uniquingKeysWith: { first, _ in first })
    return parts.reduce(into: [:]) { needs, part in
      guard let folder = part.folder else { return }
      needs[folder, default: []].formUnion(
        part.names.subtracting(part.declared).compactMap { homes[$0] ?? nil })
    }
  }

  /// The folders that each folder needs directly or through others.
  private static func reached(from needs: [String: Set<String>]) -> [String: Set<String>] {
    var reached = needs
    for middle in needs.keys {
      let further = reached[middle] ?? []
      for folder in needs.keys where reached[folder]?.contains(middle) == true {
        reached[folder]?.formUnion(further)
      }
    }
    return reached
  }

  /// The types that a line declares.
  private static func declared(in line: String) -> [Substring] {
    let words = line.split(separator: " ")
    return zip(words, words.dropFirst()).filter { keyword, name in
      (keywords.contains(keyword) || keyword == "typealias") && name.first?.isUppercase == true
    }.map { $1.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
  }

  private static let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]

  private static func declaresTopLevelType(_ line: String) -> Bool {
    line.indentation == 0 && !keywords.isDisjoint(with: line.split(separator: " "))
  }
}
