import Foundation
import HTTP
import Testing

@testable import Console

/// A folder of a site, removed with the value.
final class SiteFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID())")

  init(_ files: [String: String]) throws {
    for (name, text) in files {
      let place = path.appending(path: name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: place, atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: path) }
}

@Suite struct SiteFilesTests {
  private let folder: SiteFolder
  private let site: SiteFiles

  init() throws {
    folder = try SiteFolder([
      "site/index.html": "<p>", "site/app.js": "let a", "site/views/map.js": "let b",
      "site/mark.svg": "<svg/>", "site/.hidden.js": "x", "site/notes.txt": "x",
      "site/a/b/c/d.js": "x", "secret.js": "x",
    ])
    var site = SiteFiles()
    site.add(folder.path.appending(path: "site").path, at: "/site")
    self.site = site
  }

  private func get(_ path: String, _ headers: [HTTPField] = []) -> HTTPResponse? {
    site.response(to: HTTPRequest(path: path, headers: headers))
  }

  @Test(
    "Each file has its type",
    arguments: [
      ("/site/app.js", "text/javascript; charset=utf-8", "let a"),
      ("/site/views/map.js", "text/javascript; charset=utf-8", "let b"),
      ("/site/mark.svg", "image/svg+xml", "<svg/>"),
      ("/site/index.html", "text/html; charset=utf-8", "<p>"),
    ])
  func types(_ path: String, _ type: String, _ text: String) throws {
    let response = try #require(get(path))
    #expect(response.status == 200)
    #expect(response.headers.contains(HTTPField("Content-Type", type)))
    #expect(response.headers.contains(HTTPField("Cache-Control", "no-cache")))
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test(
    "Addresses of pages are answered with the one document",
    arguments: ["/", "/login", "/rides", "/rides/r1", "/vehicles/taxi%2F8", "/search", "/audit"])
  func pages(_ path: String) throws {
    #expect(try #require(get(path)).body == Array("<p>".utf8))
  }

  @Test(
    "No path reaches a file that is not served",
    arguments: [
      "/site/../secret.js", "/site/..%2fsecret.js", "/site/%2e%2e/secret.js", "/../secret.js",
      "/site//app.js", "/site/./app.js", "/site/.hidden.js", "/site/notes.txt", "/site/a/b/c/d.js",
      "/site", "/site/", "/site/views", "/etc/passwd", "/site/app.js/", "/site/app.js\0", "",
      "//", "/rides/r1/x", "/other", "/api/me", "\\site\\app.js",
    ])
  func traversal(_ path: String) {
    #expect(get(path) == nil)
  }

  @Test("A file that the browser has is not sent again")
  func unchanged() throws {
    let tag = try #require(get("/site/app.js")?.headers.first { $0.name == "ETag" }?.value)
    let again = try #require(get("/site/app.js", [HTTPField("If-None-Match", "\"x\", \(tag)")]))
    #expect(again.status == 304)
    #expect(again.body == [])
    #expect(get("/site/app.js", [HTTPField("If-None-Match", "\"x\"")])?.status == 200)
    #expect(get("/site/views/map.js", [HTTPField("If-None-Match", tag)])?.status == 200)
  }

  @Test("Files are read, and nothing else is done to them")
  func methods() {
    #expect(site.response(to: HTTPRequest(method: "HEAD", path: "/"))?.status == 200)
    for method in ["POST", "PUT", "DELETE"] {
      #expect(site.response(to: HTTPRequest(method: method, path: "/")) == nil)
    }
  }

  @Test("No page of the console makes markup, or a program, of a text")
  func markup() throws {
    let site = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Console/Site")
    let files = try FileManager.default.contentsOfDirectory(
      at: site, includingPropertiesForKeys: nil)
    #expect(files.contains { $0.lastPathComponent == "app.js" })
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
        "srcdoc", "javascript:", "createContextualFragment", "DOMParser",
      ] {
        #expect(!text.contains(word), "\(file.lastPathComponent): \(word)")
      }
    }
  }

  @Test("A changed file changes the digest of all")
  func digest() throws {
    let other = try SiteFolder(["index.html": "<p> "])
    var site = SiteFiles()
    #expect(!site.hasPage)
    site.add(other.path.path, at: "/site")
    #expect(site.hasPage)
    let digest = site.digest
    #expect(digest != self.site.digest)
    site.add(other.path.path, at: "/vendor")
    #expect(site.digest != digest)
  }
}
