import Foundation
import FoundationXML

/// The elements and attributes of an XML document, read by a parser that is not our own.
struct JUnitDocument {
  struct NotWellFormed: Error {
    let reason: String
  }

  /// How many elements there are of each name.
  private(set) var names: [String: Int] = [:]
  /// By name, the values of attributes in their order.
  private(set) var attributes: [String: [String]] = [:]
  private(set) var text = ""

  init(_ document: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw NotWellFormed(reason: "\(String(describing: parser.parserError)) \(parser.lineNumber)")
    }
    names = reader.names
    attributes = reader.attributes
    text = reader.text
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var names: [String: Int] = [:]
    var attributes: [String: [String]] = [:]
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      names[name, default: 0] += 1
      for (name, value) in attributes { self.attributes[name, default: []].append(value) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { self.text += text }
  }
}
