/// Files of the tree that the harness reads; the build keeps their absolute paths.
enum SourcePaths {
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  static let chicago = "\(root)/deploy/catalogues/chicago.json"
  static let singapore = "\(root)/deploy/catalogues/cities/singapore.json"
}
