import Fleet
import Rides

extension Command {
  static let simulate = Command(
    name: "simulate",
    summary: "drives vehicles that take rides by themselves, or records a whole city",
    notes: [
      "The vehicles are spread over the first service area and its products. They only send",
      "messages: where they are, and that they accept, approach, arrive, start and end. They go",
      "off duty on SIGINT or SIGTERM. The same seed gives the same vehicles at the same places.",
      "",
      "With --out, no broker and no store is used: riders, vehicles and operators of a simulated",
      "city send their messages to a fleet in this process, in a time of its own. The file gets",
      "each message and what it caused; `livery replay` replays it. The same seed, options and",
      "build give the same bytes.",
    ],
    options: [
      OptionRow("--vehicles", "N", .integer(1...10_000), "how many; 12, or 40 with --out"),
      OptionRow("--seed", "N", .integer(0...Int.max), "1 if not given"),
      OptionRow(
        "--pace", "FACTOR", .number(0.01...1_000), "how much faster than in life they drive; 1"),
      OptionRow("--seconds", "N", .number(0.1...604_800), "end after this time"),
      OptionRow("--out", "FILE", .text, "record a city; .jsonl or .jsonl.gz, must not exist"),
      OptionRow(
        "--messages", "N", .integer(1...10_000_000), "about how many requests; with --out, 10000"),
      OptionRow("--riders", "N", .integer(2...100_000), "with --out; three for each vehicle"),
      OptionRow("--start", "TIME", .time, "with --out; 2026-06-01T13:00:00Z, a Monday"),
      OptionRow(
        "--payments", "SYSTEM", .choice(PaymentSystem.allCases.map(\.rawValue)),
        "with --out; as LIVERY_PAYMENTS"),
    ],
    example: "livery simulate --vehicles 40 --pace 20",
    settings: [.amqpURL, .catalogue, .quoteKeys, .payments],
    endings: [
      Ending(.success, "stopped as asked, all vehicles are off duty"),
      Ending(.failure, "the queue of the dispatch worker is missing"),
      Ending(.data, "the catalogue is wrong, or too small for a city"),
      Ending(.unavailable, "the broker cannot be reached, or went away"),
      Ending(.outputLost, "the recording cannot be written, or there is one"),
      Ending(.denied, "the user of the broker lacks a right"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    if let path = arguments.text("--out") {
      return try CityRun.record(to: path, arguments, context)
    }
    try CityRun.refuseOptions(arguments)
    let (configuration, catalogue) = try context.catalogue()
    let area = try catalogue.firstArea()
    let vehicles = VehiclePool.vehicles(
      arguments.integer("--vehicles") ?? 12, in: area, pace: arguments.number("--pace") ?? 1,
      seed: UInt64(arguments.integer("--seed") ?? 1))
    let simulation = try Simulation(vehicles, configuration, context)
    context.output.line("\(vehicles.count) vehicles on duty in \(area.key)")
    try simulation.run(for: arguments.seconds("--seconds"))
    return .success
  }
}

extension Catalogue {
  /// The area that the commands for trying things out work in.
  func firstArea() throws(ToolError) -> ServiceArea {
    guard let area = serviceAreas.first else {
      throw ToolError(.data, "expected a catalogue with a service area, got one without")
    }
    return area
  }
}
