/// What protocols demand of the types of the package.
struct Demands {
  /// The names that each protocol demands; at first those of the standard library whose witnesses
  /// are written by hand.
  private var names: [String: Set<String>] = [
    "Decodable": ["init(from"], "Encodable": ["encode"],
  ]
  /// The protocols that a type names in the inheritance clauses of its declaration and extensions,
  /// by its target and its name.
  private var inherited: [String: Set<String>] = [:]

  init(_ files: [SourceFile]) {
    var refined: [(String, Set<String>)] = []
    for file in files {
      for type in TypeDeclaration.all(in: file.code) {
        guard type.keyword == "protocol" else {
          inherited[Self.key(type, file), default: []].formUnion(type.inherited)
          continue
        }
        let members = file.code[type.lines].dropFirst().compactMap(Declaration.name)
        names[type.name, default: []].formUnion(members)
        refined.append((type.name, type.inherited))
      }
    }
    // As often as there are protocols is enough for any chain of them.
    for _ in refined {
      for (name, parents) in refined {
        for parent in parents { names[name, default: []].formUnion(names[parent] ?? []) }
      }
    }
  }

  /// Whether a protocol that the type names, in its own target, demands something of this name.
  func demand(_ name: String, of type: TypeDeclaration, in file: SourceFile) -> Bool {
    inherited[Self.key(type, file), default: []].contains { names[$0]?.contains(name) == true }
  }

  private static func key(_ type: TypeDeclaration, _ file: SourceFile) -> String {
    "\(file.target ?? file.path)/\(type.name)"
  }
}
