import JSON

/// The check of a strict request: every member must be one that Livery reads.
extension ObjectSchema {
  /// Throws `unknownMember` for the first name, at any depth, that no member has.
  ///
  /// - Parameter title: What a message calls the object.
  func checkNames(of fields: JSONFields, as title: String) throws(JSONFault) {
    let known = members.map(\.name)
    if let name = fields.firstName(besides: known) {
      let nearest = NearestName.of(name, among: known).map { "; the nearest is '\($0)'" }
      throw JSONFault(
        .unknownMember, path: fields.path(to: name.shortened),
        "expected a member of \(title), got \(quoted(name))\(nearest ?? "")")
    }
    for member in members {
      switch member.schema {
      case .object(let schema):
        if let object = try fields.object(member.name) {
          try schema.checkNames(of: object, as: schema.name)
        }
      case .array(.object(let schema), _):
        _ = try fields.array(member.name) { (elements) throws(JSONFault) in
          try schema.checkNames(of: try elements.object(), as: schema.name)
        }
      default: break
      }
    }
  }
}

extension String {
  /// Whoever sends a name has chosen its length.
  fileprivate var shortened: String {
    let scalars = unicodeScalars
    return scalars.count > 100 ? String(scalars.prefix(100)) + "…" : self
  }
}
