import Fleet

extension Command {
  static let status = Command(
    name: "status",
    summary: "asks workers over their probes how they are",
    notes: [
      "It asks /readyz, /livez and /metrics of each address, all at once, and prints one table.",
      "An address is HOST:PORT, [IPv6]:PORT or a URL of http. Without any, those of --file are",
      "asked, else those of LIVERY_STATUS_WORKERS. A line of the file is an address, # begins a",
      "comment.",
      "REQ/S counts handled messages between two looks at /metrics, OLDEST is the age of the",
      "oldest request in hand. SINCE is the earliest moment of what is missing.",
    ],
    operand: Operand(
      name: "ADDRESS", summary: "where a worker's probes are, such as 10.0.0.7:8080",
      count: 0...1_000),
    options: [
      OptionRow("--file", "FILE", .text, "the file with addresses, - for standard input"),
      OptionRow(
        "--timeout", "SECONDS", .number(0.1...60), "how long a worker may take; default 3"),
      OptionRow(
        "--sample", "SECONDS", .number(0...60),
        "the time between two looks at /metrics; default 1, 0 for one look"),
      OptionRow("--json", "each worker as one JSON line"),
    ],
    example: "livery status 10.0.0.7:8080 10.0.0.8:8080 [2001:db8::1]:8080",
    settings: [.statusWorkers],
    endings: [
      Ending(.success, "all workers are ready, and no loop of theirs is stuck"),
      Ending(.failure, "some are not, or were not reached"),
      Ending(.noneReachable, "none was reached"),
      Ending(.data, "the file cannot be read, or a line of it is no address"),
      Ending(.configuration, "a setting is wrong"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let targets = try StatusTargets.of(arguments, context)
    let inquiry = StatusInquiry(
      timeout: arguments.seconds("--timeout") ?? .seconds(3),
      sample: arguments.seconds("--sample") ?? .seconds(1))
    let statuses = inquiry.statuses(of: targets)
    if arguments.has("--json") {
      for status in statuses { context.output.line(json: StatusTable.json(status)) }
    } else {
      for line in StatusTable.lines(statuses) { context.output.line(styled: line) }
      let count = statuses.count(where: \.isWell)
      context.output.line("\(count) of \(statuses.count) workers are ready")
    }
    if statuses.allSatisfy({ $0.failure != nil }) { return .noneReachable }
    return statuses.allSatisfy(\.isWell) ? .success : .failure
  }
}
