import Hosts
import Testing

@Suite struct HostNamesTests {
  @Test("An address is not looked up, and is the only result")
  func address() throws {
    let names = HostNames { host in
      Issue.record("\(host) is looked up")
      return []
    }
    for host in ["127.0.0.1", "::1", "fe80::1%lo"] {
      var addresses = try names.addresses(of: host, port: "1", within: .zero)
      #expect(!addresses.areOfName && addresses.next() == host && addresses.next() == nil)
    }
  }

  @Test("The system has the addresses of a name; the error of an unknown one has the name")
  func system() throws {
    var local = try HostNames.system.addresses(of: "localhost", port: "1", within: .seconds(60))
    #expect(local.areOfName)
    let first = local.next()
    #expect(first == "127.0.0.1" || first == "::1")
    let server = Server(answers: [:])
    let error = #expect(throws: HostLookupError.self) {
      try server.names().addresses(of: "a.test", port: "1", within: .seconds(60))
    }
    #expect(error?.description == "the name servers know no address of 'a.test'")
  }

  @Test("A name server that does not answer is waited for as long as the limit says, and named")
  func silentServer() throws {
    let server = Server(answers: ["a.test": ["10.0.0.1"]], isSilent: true)
    let names = server.names()
    let start = ContinuousClock.now
    let error = #expect(throws: HostLookupError.self) {
      try names.addresses(of: "a.test", port: "1", within: .milliseconds(20))
    }
    #expect(error?.reason == .noAnswer(within: .milliseconds(20)))
    #expect(
      error?.description == "no name server has answered for 'a.test' within 0.02 seconds")
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(names.overdueSince(at: .now + .seconds(1)) != nil)
    server.speak()
    #expect(try names.all(of: "a.test") == ["10.0.0.1"])
    #expect(names.overdueSince(at: .now + .seconds(1)) == nil)
  }

  @Test("All callers wait for one look-up of a name, and one that comes late does not wait again")
  func oneLookup() throws {
    let server = Server(answers: ["a.test": ["10.0.0.1"]], isSilent: true)
    let names = server.names()
    for _ in 1...50 {
      #expect(throws: HostLookupError.self) {
        try names.addresses(of: "a.test", port: "1", within: .milliseconds(20))
      }
    }
    #expect(server.questions == ["a.test"])
    server.speak()
    // What came too late for those who asked is there for the next, who ask again.
    #expect(try names.all(of: "a.test") == ["10.0.0.1"])
    #expect(try names.all(of: "a.test") == ["10.0.0.1"])
    #expect(server.questions.count >= 2)
  }

  @Test("Each connection asks again; the last answer counts only while no name server answers")
  func changes() throws {
    let server = Server(answers: ["a.test": ["10.0.0.1"]])
    let names = server.names()
    #expect(try names.all(of: "a.test") == ["10.0.0.1"])
    server.answer(["a.test": ["10.0.0.2"]])
    #expect(try names.all(of: "a.test") == ["10.0.0.2"])
    server.fail("Temporary failure")
    #expect(try names.all(of: "a.test") == ["10.0.0.2"])
    server.silence()
    #expect(try names.all(of: "a.test", within: .milliseconds(10)) == ["10.0.0.2"])
    server.speak()
    server.answer([:])
    let end = ContinuousClock.now + .seconds(30)
    while (try? names.all(of: "a.test")) != nil, ContinuousClock.now < end {}
    #expect(throws: HostLookupError(host: "a.test", reason: .unknownName)) {
      try names.all(of: "a.test")
    }
  }

  @Test("The address that worked comes first for its port, and one that failed comes last")
  func order() throws {
    let list = ["10.0.0.1", "10.0.0.2", "10.0.0.3"]
    let names = Server(answers: ["a.test": list]).names()
    func first(_ port: String) throws -> String? {
      var addresses = try names.addresses(of: "a.test", port: port, within: .seconds(60))
      return addresses.next()
    }
    var early = try names.addresses(of: "a.test", port: "1", within: .seconds(60))
    var late = early
    #expect(early.next() == "10.0.0.1")
    early.failed()
    #expect(try first("1") == "10.0.0.2")
    #expect(try first("2") == "10.0.0.1")
    #expect(early.next() == "10.0.0.2")
    early.failed()
    #expect(early.next() == "10.0.0.3" && early.areTried)
    early.succeeded()
    #expect(try first("1") == "10.0.0.3")
    // Who began before does not undo what others have found since.
    _ = late.next()
    late.failed()
    #expect(try names.all(of: "a.test") == ["10.0.0.3", "10.0.0.1", "10.0.0.2"])
  }

  @Test("The addresses share the time; each has a second of it, while there is one")
  func shares() throws {
    let list = (1...10).map { "10.0.0.\($0)" }
    var addresses = try Server(answers: ["a.test": list]).names()
      .addresses(of: "a.test", port: "1", within: .seconds(60))
    _ = addresses.next()
    #expect(addresses.share(of: .seconds(20)) == .seconds(2))
    #expect(addresses.share(of: .seconds(5)) == .seconds(1))
    #expect(addresses.share(of: .milliseconds(300)) == .milliseconds(300))
    #expect(addresses.share(of: .seconds(-1)) == .zero)
    while !addresses.areTried { _ = addresses.next() }
    #expect(addresses.share(of: .seconds(5)) == .seconds(5))
  }
}

extension HostNames {
  fileprivate func all(
    of host: String, within limit: Duration = .seconds(60)
  ) throws -> [String] {
    var addresses = try addresses(of: host, port: "1", within: limit)
    var found: [String] = []
    while let address = addresses.next() { found.append(address) }
    return found
  }
}
