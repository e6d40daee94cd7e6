import Fleet

extension Command {
  static let metrics = Command(
    name: "metrics",
    summary: "prints the table of the workers' metrics as Markdown",
    notes: ["A worker serves them at /metrics on its probe port, in Prometheus' text format."],
    example: "livery metrics",
    endings: [Ending(.success, "the table is printed")]
  ) { (_, context) throws(ToolError) in
    context.output.text(MetricTable.markdown)
    return .success
  }
}
