import Testing

@testable import Fleet

@Suite struct MetricTextTests {
  @Test("A counter is written with its help, its type and its labels")
  func counter() {
    var text = MetricText()
    let family = MetricFamily(
      "livery_requests_total", .counter, labels: ["type", "code"], help: "Messages by \\ and\nend")
    text.add(family, [MetricSample(7, labels: ["a\"b\\c\nd", "success"])])
    #expect(
      text.text == """
        # HELP livery_requests_total Messages by \\\\ and\\nend
        # TYPE livery_requests_total counter
        livery_requests_total{type="a\\"b\\\\c\\nd",code="success"} 7

        """)
  }

  @Test("A histogram has cumulative buckets up to infinity, a sum and a count")
  func histogram() {
    let histogram = Histogram(bounds: [0.5, 2])
    histogram.record(0.5)
    histogram.record(1, times: 3)
    histogram.record(.seconds(4))
    var text = MetricText()
    text.add(
      MetricFamily("age_seconds", .histogram, labels: ["type"], help: "Age."),
      [MetricSample(histogram.snapshot.adding(histogram.snapshot), labels: ["list"])])
    #expect(
      text.text == """
        # HELP age_seconds Age.
        # TYPE age_seconds histogram
        age_seconds_bucket{type="list",le="0.5"} 2
        age_seconds_bucket{type="list",le="2"} 8
        age_seconds_bucket{type="list",le="+Inf"} 10
        age_seconds_sum{type="list"} 15
        age_seconds_count{type="list"} 10

        """)
  }

  @Test("A family without samples is left out")
  func empty() {
    var text = MetricText()
    text.add(MetricFamily("absent", .gauge, help: "Nothing."), [])
    #expect(text.text.isEmpty)
  }

  @Test(
    "Numbers are written as Prometheus reads them",
    arguments: [
      (0.25, "0.25"), (3, "3"), (-1, "-1"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
      (.nan, "NaN"), (1_795_000_000.5, "1795000000.5"),
    ])
  func numbers(_ number: Double, _ text: String) {
    #expect(MetricText.text(number) == text)
  }

  @Test("Counters and gauges of several threads add up")
  func threads() async {
    let counter = Counter()
    let gauge = Gauge(5)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { counter.add() }
          gauge.add(-1)
        }
      }
    }
    #expect(counter.value == 8_000)
    #expect(gauge.value == -3)
  }
}
