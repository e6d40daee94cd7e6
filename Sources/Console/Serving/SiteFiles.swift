import Catalogues
import Crypto
import HTTP

/// The files that browsers load, read once at the start: no path of a request reaches a folder.
struct SiteFiles: Sendable {
  private struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    let tag: String
  }

  /// The first parts of the addresses of pages, all of which are one document.
  static let pages: Set = [
    "", "login", "rides", "vehicles", "riders", "search", "map", "dead-letters", "redrives",
    "fleet", "audit",
  ]

  /// By their paths, such as `/site/app.js`.
  private var files: [String: File] = [:]

  /// Reads the files of a folder and of its folders, three deep, whose addresses begin with a path.
  mutating func add(_ folder: String, at path: String, depth: Int = 3) {
    for name in SystemFiles.names(in: folder) where !name.hasPrefix(".") {
      let place = "\(folder)/\(name)"
      if SystemFiles.isFolder(place) {
        if depth > 1 { add(place, at: "\(path)/\(name)", depth: depth - 1) }
      } else if let type = Self.type(of: name), let bytes = SystemFiles.bytes(at: place) {
        let digest = Base64URL.encode(Array(SHA256.digest(bytes).prefix(12)))
        files["\(path)/\(name)"] = File(bytes: bytes, type: type, tag: "\"\(digest)\"")
      }
    }
  }

  /// Whether there is a page to serve.
  var hasPage: Bool { files[Self.page] != nil }

  /// The digest of all files; a page that has another is of another build.
  var digest: String {
    let tags = files.sorted { $0.key < $1.key }.flatMap { Array("\($0.key)\($0.value.tag)".utf8) }
    return Base64URL.encode(Array(SHA256.digest(tags).prefix(12)))
  }

  /// The response to a request for a file or a page; nil when there is none.
  func response(to request: HTTPRequest) -> HTTPResponse? {
    guard ["GET", "HEAD"].contains(request.method),
      let file = files[Self.isPage(request.path) ? Self.page : request.path]
    else { return nil }
    let headers = [
      HTTPField("ETag", file.tag), HTTPField("Cache-Control", "no-cache"),
      HTTPField("Content-Type", file.type),
    ]
    let known = (request.header("If-None-Match") ?? "").split(separator: ",").map {
      $0.drop { $0 == " " }
    }
    if known.contains(file.tag[...]) { return HTTPResponse(status: 304, headers: headers) }
    return HTTPResponse(status: 200, headers: headers, body: file.bytes)
  }

  private static let page = "/site/index.html"

  /// Whether a path is one of `/`, `/rides` or `/rides/ID`.
  private static func isPage(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return path.hasPrefix("/") && 1...2 ~= parts.count
      && pages.contains(String(parts.first ?? "")) && (parts.count == 1 || parts.first != "")
  }

  private static func type(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    default: nil
    }
  }
}
