/// A test is named by the sentence that it proves.
enum TestNameRule {
  static func check(_ file: SourceFile) -> [Finding] {
    guard file.isTest else { return [] }
    return file.code.enumerated().compactMap { index, line in
      guard let attribute = line.firstRange(of: "@Test") else { return nil }
      if let next = line[attribute.upperBound...].first, next.isLetter { return nil }
      let column = line.distance(from: line.startIndex, to: attribute.upperBound)
      // The name may stand on the line below.
      let text = file.lines[index...].prefix(2).joined(separator: "\n").dropFirst(column)
      return hasSentence(text) ? nil : file.finding(index, "expected a sentence in @Test(\"…\")")
    }
  }

  private static func hasSentence(_ text: Substring) -> Bool {
    let argument = text.dropFirst().drop { $0.isWhitespace }
    guard text.first == "(", argument.first == "\"" else { return false }
    return argument.dropFirst().prefix { $0 != "\"" }.contains(" ")
  }
}
