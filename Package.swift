// swift-tools-version: 6.3

import PackageDescription

/// Whether another package depends on this one by URL: then it has the libraries for clients alone,
/// since SwiftPM refuses unsafe flags in dependencies.
let isDependency =
  Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
  || Context.packageDirectory.contains("/registry/downloads/")

/// Every target is compiled alike: no warning passes, and features of later language modes are on.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (isDependency
    ? []
    : [
      .treatAllWarnings(as: .error),
      // Layers are modules for the reader; the optimiser is to see through them.
      .unsafeFlags(["-Xfrontend", "-enable-cmo-everything"], .when(configuration: .release)),
    ])

/// A release binary carries the Swift runtime in itself, so that a worker is one file to copy.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib", "-use-ld=lld"], .when(configuration: .release))
]

/// The mathematics of C, which Swift needs for rounding and the like.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// A layer of the fleet: `needs` are the layers it may import, to which a test holds it, and `data`
/// folders of files that are not compiled.
func layer(
  _ name: String, needs: [Target.Dependency] = [], data: [String] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: needs, exclude: data, swiftSettings: strict,
    linkerSettings: mathematics, plugins: plugins)
}

/// A program, of the fleet or of the tests.
func executable(_ name: String, needs: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(
    name: name, dependencies: needs, path: path, swiftSettings: strict,
    linkerSettings: selfContained)
}

/// A program of the tests.
func program(_ name: String, needs: [Target.Dependency]) -> Target {
  executable(name, needs: needs, path: "Tests/\(name)")
}

/// The tests of a layer, or of all; `data` are folders of files that they read where they stand.
func tests(_ name: String, needs: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: needs, path: "Tests/\(name)", exclude: data,
    swiftSettings: strict)
}

let package = Package(
  name: "Livery",
  // The oldest ones whose standard library has all types that the libraries for clients use.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "LiveryClient", targets: ["LiveryClient"]),
    .library(name: "LiveryMessages", targets: ["LiveryMessages"]),
    .library(name: "LiveryFoundation", targets: ["LiveryFoundation"]),
  ],
  targets: [
    // C libraries of Debian
    .systemLibrary(name: "CRabbitMQ"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CXXHash"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CCurl"),

    // The commit of a build, stamped into it before it begins
    .plugin(name: "CommitStamp", capability: .buildTool(), path: "Tests/Lab/stamp"),
    layer("BuildInfo", plugins: ["CommitStamp"]),

    // Domain
    layer("Rides"),

    // Contract
    layer("JSON"),
    layer("Envelope"),
    layer(
      "Messages", needs: ["CXXHash", "Envelope", "Rides", "JSON"],
      data: ["Operations", "Objects", "Answers", "Digests.toml", "Examples.toml"]),
    layer("RideStore", needs: ["Rides"]),

    // Clients
    layer("LiveryMessages", needs: ["JSON"]),
    layer("LiveryFoundation", needs: ["LiveryMessages"]),
    layer("LiveryClient", needs: ["AMQP", "Envelope", "LiveryMessages"]),

    // Use cases
    layer("RideHandlers", needs: ["Rides", "Messages", "RideStore", "JSON"]),

    // Adapters
    layer("Hosts"),
    layer("HTTP", needs: ["CMicroHTTPD"]),
    layer("AMQP", needs: ["CRabbitMQ", "Envelope", "Hosts"]),
    layer("MemoryStore", needs: ["Rides", "RideStore"]),
    layer("SQLiteStore", needs: ["CSQLite", "JSON", "Rides", "RideStore"]),
    layer("PostgresStore", needs: ["CPostgres", "Hosts", "Rides", "RideStore"]),
    layer("Catalogues", needs: ["Rides", "JSON"]),
    layer("Crypto", needs: ["CCrypto"]),

    // Fleet
    layer(
      "Fleet",
      needs: [
        "CCurl", "AMQP", "HTTP", "RideHandlers", "Messages", "RideStore", "Rides", "SQLiteStore",
        "PostgresStore", "Catalogues", "Crypto", "Hosts", "JSON",
      ]),

    // Replays
    layer(
      "Replay",
      needs: [
        "CZlib", "AMQP", "Crypto", "Fleet", "JSON", "Messages", "RideHandlers", "RideStore",
        "Rides",
      ]),

    // The tool
    layer(
      "Tool",
      needs: [
        "CCurl", "Fleet", "AMQP", "Catalogues", "Hosts", "JSON", "MemoryStore", "Messages",
        "Replay", "RideHandlers", "RideStore", "Rides",
      ]),
    executable("livery", needs: ["BuildInfo", "Tool"]),

    // The console
    layer(
      "Console",
      needs: [
        "AMQP", "Catalogues", "Crypto", "Fleet", "HTTP", "Hosts", "JSON", "Messages", "RideStore",
        "Rides", "Tool",
      ], data: ["Site"]),
    executable("livery-console", needs: ["BuildInfo", "Console"]),

    // Workers
    executable("list-options-worker", needs: ["BuildInfo", "Fleet", "Messages", "RideHandlers"]),
    executable("request-ride-worker", needs: ["BuildInfo", "Fleet", "Messages", "RideHandlers"]),
    executable("status-query-worker", needs: ["BuildInfo", "Fleet", "Messages", "RideHandlers"]),
    executable("dispatch-worker", needs: ["BuildInfo", "Fleet", "Messages", "RideHandlers"]),

    // Tests
    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "MachineFixture", dependencies: ["CSpawn"], path: "Tests/MachineFixture",
      swiftSettings: strict),
    .target(name: "RandomFixture", path: "Tests/RandomFixture", swiftSettings: strict),
    .target(
      name: "BrokerFixture", dependencies: ["AMQP", "MachineFixture"],
      path: "Tests/BrokerFixture", swiftSettings: strict),
    .target(
      name: "DatabaseFixture", dependencies: ["CPostgres", "MachineFixture", "PostgresStore"],
      path: "Tests/DatabaseFixture", swiftSettings: strict),
    program("PoisonedWorker", needs: ["Fleet", "Messages", "RideHandlers", "RideStore", "Rides"]),
    // Worlds that are simulated from seeds; the program runs many of them, optimised.
    .target(
      name: "SimulatedWorld",
      dependencies: [
        "AMQP", "Catalogues", "Crypto", "Fleet", "MemoryStore", "Messages", "RideHandlers",
        "RandomFixture", "RideStore", "Rides",
      ], path: "Tests/SimulatedWorld", swiftSettings: strict),
    program("SimulateWorlds", needs: ["SimulatedWorld"]),
    // A city that is simulated from a seed; the program records it for replays.
    .target(
      name: "SimulatedCity",
      dependencies: [
        "Fleet", "JSON", "MemoryStore", "Messages", "Replay", "RideHandlers", "RideStore", "Rides",
        "Tool",
      ], path: "Tests/SimulatedCity", swiftSettings: strict),
    program("SimulateCity", needs: ["BuildInfo", "Catalogues", "Fleet", "SimulatedCity"]),
    .executableTarget(
      name: "SimulateMatching", dependencies: ["Catalogues", "Rides", "SimulatedCity"],
      path: "Tests/SimulateMatching", swiftSettings: strict),
    // What a request costs, in a process of its own and optimised.
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    program(
      "MeasureCosts",
      needs: [
        "CAllocationCount", "CPostgres", "CSQLite", "Catalogues", "Crypto", "Fleet", "JSON",
        "MemoryStore", "Messages", "RandomFixture", "RideHandlers", "RideStore", "Rides",
      ]),
    // Calls of the client for the bench and two checks, and messages of all kinds over its AMQP.
    program("ClientLoad", needs: ["LiveryClient"]),
    program("PublishMessages", needs: ["AMQP", "Envelope", "JSON"]),
    tests("CostTests", needs: ["MachineFixture"]),
    tests(
      "WorldTests",
      needs: ["Catalogues", "MachineFixture", "Rides", "SimulatedCity", "SimulatedWorld"]),
    tests("TidyTests", needs: ["MachineFixture"]),
    tests(
      "ToolTests",
      needs: [
        "Tool", "AMQP", "Fleet", "HTTP", "Messages", "Replay", "RideHandlers", "Rides", "RideStore",
        "SQLiteStore", "Catalogues", "Hosts", "JSON", "MachineFixture", "SimulatedCity",
      ], data: ["Trips"]),
    tests(
      "ReplayTests",
      needs: [
        "Catalogues", "Crypto", "MachineFixture", "Replay", "JSON", "Messages", "RandomFixture",
        "RideStore", "Rides",
      ]),
    tests("CryptoTests", needs: ["Crypto"]),
    tests("HostsTests", needs: ["Hosts"]),
    tests(
      "ConsoleTests",
      needs: [
        "Catalogues", "Console", "Crypto", "Fleet", "HTTP", "JSON", "MachineFixture",
        "MemoryStore", "Messages", "RideStore", "Rides", "SQLiteStore", "Tool",
      ]),
    tests("HTTPTests", needs: ["BrokerFixture", "HTTP", "MachineFixture"]),
    tests(
      "FleetConfigurationTests",
      needs: ["Fleet", "AMQP", "Crypto", "HTTP", "JSON", "Messages", "Rides"]),
    tests(
      "RideStoreTests",
      needs: [
        "Rides", "RideStore", "MemoryStore", "SQLiteStore", "PostgresStore", "CSQLite", "CPostgres",
        "DatabaseFixture", "Hosts", "MachineFixture", "RandomFixture",
      ]),
    tests(
      "RideHandlersTests",
      needs: [
        "RideHandlers", "Rides", "Messages", "RideStore", "MemoryStore", "SQLiteStore",
        "PostgresStore", "DatabaseFixture", "RandomFixture", "JSON", "Crypto", "Catalogues",
      ]),
    tests(
      "FleetTests",
      needs: [
        "BrokerFixture", "JSON", "Fleet", "AMQP", "HTTP", "Messages", "RideHandlers", "RideStore",
        "Rides", "SQLiteStore", "Crypto", "Catalogues", "Hosts", "MachineFixture", "RandomFixture",
      ]),
    tests("RidesTests", needs: ["Rides", "RandomFixture"]),
    tests("CataloguesTests", needs: ["Catalogues", "MachineFixture", "Rides"]),
    tests("JSONTests", needs: ["JSON", "RandomFixture"]),
    tests(
      "MessagesTests", needs: ["Messages", "Rides", "JSON", "RandomFixture", "Replay"],
      data: ["Golden", "Version1"]),
    tests(
      "LiveryClientTests",
      needs: [
        "AMQP", "BrokerFixture", "Envelope", "LiveryClient", "LiveryMessages", "MachineFixture",
      ]),
    tests("LiveryFoundationTests", needs: ["LiveryFoundation", "LiveryMessages"]),
    tests("LiveryMessagesTests", needs: ["JSON", "LiveryMessages", "Messages", "Rides"]),
    tests(
      "EndToEndTests",
      needs: [
        "AMQP", "BrokerFixture", "DatabaseFixture", "Fleet", "JSON", "MachineFixture", "Messages",
        "PostgresStore", "RideStore", "Rides",
      ]),
    tests(
      "AMQPTests",
      needs: ["AMQP", "CRabbitMQ", "Hosts", "Messages", "BrokerFixture", "MachineFixture"]),
    tests(
      "FuzzingTests",
      needs: [
        "AMQP", "CRabbitMQ", "Catalogues", "Crypto", "Fleet", "JSON", "MachineFixture",
        "MemoryStore", "Messages", "RandomFixture", "RideHandlers", "RideStore", "Rides",
        "SQLiteStore",
      ], data: ["CFuzzer", "Corpus", "Driver"]),
  ]
)

// Tests/Lab/fuzz builds the harness of the fuzzing tests as a program for libFuzzer, too.
if Context.environment["LIVERY_FUZZ"] != nil {
  let harness = package.targets.first { $0.name == "FuzzingTests" }
  package.targets.removeAll { $0.isTest }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/FuzzingTests/CFuzzer"),
    .executableTarget(
      name: "fuzzer", dependencies: ["CFuzzer"] + (harness?.dependencies ?? []),
      path: "Tests/FuzzingTests", exclude: ["CFuzzer", "Corpus", "Suites"],
      sources: ["Harness", "Driver"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
}

if isDependency {
  let libraries: Set = [
    "AMQP", "CRabbitMQ", "Envelope", "Hosts", "JSON", "LiveryClient", "LiveryFoundation",
    "LiveryMessages",
  ]
  package.targets.removeAll { !libraries.contains($0.name) }
}
