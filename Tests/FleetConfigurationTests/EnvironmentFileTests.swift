import Fleet
import Testing

@Suite("Environment files")
struct EnvironmentFileTests {
  @Test("Every line that is uncommented is a setting with its default, which is accepted")
  func defaults() throws {
    var environment: [String: String] = [:]
    for scope in Setting.Scope.allCases {
      for line in EnvironmentFile.text(of: scope).split(separator: "\n") where line.hasPrefix("#") {
        let parts = line.dropFirst().split(separator: "=", maxSplits: 1)
        guard parts.count == 2, SettingName(rawValue: String(parts[0])) != nil else { continue }
        #expect(!parts[1].contains { " \"'$`\\".contains($0) }, "\(line)")
        environment[String(parts[0])] = String(parts[1])
      }
    }
    #expect(environment.count == Setting.all.count { $0.defaultText != nil })
    let bare = try Configuration.load(environment: [:], processors: 1).get()
    let loaded = try Configuration.load(environment: environment, processors: 1).get()
    #expect(loaded.redactedDescription == bare.redactedDescription)
  }

  @Test("Each setting is in the file of its scope, and in no other", arguments: Setting.all)
  func scopes(setting: Setting) {
    for scope in Setting.Scope.allCases {
      let lines = EnvironmentFile.text(of: scope).split(separator: "\n")
      let isThere = lines.contains { $0.hasPrefix("#\(setting.name.rawValue)=") }
      #expect(isThere == (scope == setting.scope), "\(scope)")
    }
  }
}

@Suite("The number of lanes without LIVERY_LANES")
struct LaneCountTests {
  @Test(
    "SQLite has one lane, PostgreSQL two unless there is a single processor",
    arguments: [
      ("sqlite:livery.db", 1, 1), ("sqlite:livery.db", 8, 1), ("postgres://db/livery", 1, 1),
      ("postgres://db/livery", 2, 2), ("postgres://db/livery", 64, 2),
    ])
  func fitting(store: String, processors: Int, lanes: Int) throws {
    let environment = ["LIVERY_STORE": store]
    let derived = try Configuration.load(environment: environment, processors: processors).get()
    #expect(derived.lanes == lanes)
    let chosen = try Configuration.load(
      environment: environment.merging(["LIVERY_LANES": "7"]) { $1 }, processors: processors
    ).get()
    #expect(chosen.lanes == 7)
  }

  @Test("A process may use at least one processor")
  func processors() {
    #expect(LaneCount.processors() >= 1)
  }
}
