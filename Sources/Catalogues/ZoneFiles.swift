import Glibc
package import Rides

/// The folder of the system's time zones, which Debian's `tzdata` fills.
package struct ZoneFiles: Hashable, Sendable {
  package var folder: String

  package init(folder: String) { self.folder = folder }

  /// The folder that the environment variable `TZDIR` names, else `/usr/share/zoneinfo`.
  package static var ofTheSystem: ZoneFiles {
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? ""
    return ZoneFiles(folder: folder.isEmpty ? "/usr/share/zoneinfo" : folder)
  }

  /// The rules of a zone by its IANA name, such as `America/Chicago`.
  ///
  /// A name leads to no file outside the folder.
  package func rules(named name: String) throws(TimeZoneError) -> TimeZoneRules {
    guard Self.isName(name) else {
      throw TimeZoneError(
        "expected the IANA name of a time zone, such as \"America/Chicago\", came \"\(name)\"")
    }
    guard let bytes = SystemFiles.bytes(at: "\(folder)/\(name)") else {
      throw TimeZoneError("expected a time zone of \(folder), came \"\(name)\"")
    }
    do throws(TimeZoneError) {
      return try TimeZoneRules(name: name, tzif: bytes)
    } catch {
      throw TimeZoneError("\(folder)/\(name): \(error)")
    }
  }

  /// Whether every part of a name is one of the characters that IANA uses, and none is `.` or `..`.
  private static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 128
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != UInt8(ascii: ".") && part.allSatisfy(isNameCharacter)
      }
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
