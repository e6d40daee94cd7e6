import Testing

@testable import LiveryClient

/// A request whose events come at seconds after its beginning.
private struct Trip: Sendable, CustomTestStringConvertible {
  let name: String
  var deadline: Int?
  var quiet: Int?
  var isSentOnce = false
  let steps: [(second: Int, event: RequestMachine.Event)]
  /// `publish 1`, or how it ended, after each step.
  let actions: [String?]

  var testDescription: String { name }

  /// What the machine wants after each step, and whether the request may be carried out in the end.
  func run() -> (actions: [String?], mayBeCarriedOut: Bool) {
    let begin = ContinuousClock.now
    let limits = RequestMachine.Limits(
      answer: .seconds(10), quiet: quiet.map { .seconds($0) }, attempts: 3,
      isSentOnce: isSentOnce, deadline: deadline.map { .init(.seconds($0), from: begin) })
    var machine = RequestMachine(identifier: "r", limits: limits, at: begin)
    let actions = steps.map { step in
      machine.react(to: step.event, at: begin + .seconds(step.second)).map(Self.text)
    }
    return (actions, machine.mayBeCarriedOut)
  }

  private static func text(_ action: RequestMachine.Action) -> String {
    switch action {
    case .publish(let attempt): "publish \(attempt)"
    case .end(nil): "end"
    case .end(.some(let error)): "\(error)"
    }
  }
}

@Suite struct RequestMachineTests {
  private static let late = "request r: expected an answer within 30.0 seconds, got none; it "
  private static let trips = [
    Trip(
      name: "sent and answered",
      steps: [(0, .ready), (1, .answered(.complete)), (2, .ready)],
      actions: ["publish 1", "end", nil]),
    Trip(
      name: "lost and repeated",
      steps: [(0, .ready), (1, .connectionLost), (1, .ready), (2, .answered(.complete))],
      actions: ["publish 1", nil, "publish 2", "end"]),
    Trip(
      name: "not sent when the connection is lost", steps: [(1, .connectionLost), (1, .ready)],
      actions: [nil, "publish 1"]),
    Trip(
      name: "without an answer in time",
      steps: [(0, .ready), (9, .timePassed), (9, .ready), (10, .timePassed), (10, .ready)],
      actions: ["publish 1", nil, nil, nil, "publish 2"]),
    Trip(
      name: "without an answer to any attempt",
      steps: [
        (0, .ready), (10, .timePassed), (10, .ready), (20, .timePassed), (20, .ready),
        (30, .timePassed),
      ],
      actions: [
        "publish 1", nil, "publish 2", nil, "publish 3",
        "request r: expected a final answer, got none (copies sent: 3); it may be carried out",
      ]),
    Trip(
      name: "refused for now",
      steps: [
        (0, .ready), (1, .answered(.again(after: .seconds(5)))), (5, .ready), (6, .ready),
        (7, .answered(.complete)),
      ],
      actions: ["publish 1", nil, nil, "publish 2", "end"]),
    Trip(
      name: "refused for longer than there is time", deadline: 30,
      steps: [(0, .ready), (1, .answered(.again(after: .seconds(60))))],
      actions: ["publish 1", "end"]),
    Trip(
      name: "turned away by a full queue",
      steps: [(0, .ready), (0, .turnedAway), (0, .ready), (1, .ready)],
      actions: ["publish 1", nil, nil, "publish 2"]),
    Trip(
      name: "turned away more often than it may go unanswered",
      steps: (0..<5).flatMap { [(20 * $0, .ready), (20 * $0, .turnedAway)] },
      actions: (1...5).flatMap { ["publish \($0)", nil] }),
    Trip(
      name: "lost more often than it may go unanswered",
      steps: (0..<5).flatMap { [($0, .ready), ($0, .connectionLost)] },
      actions: (1...5).flatMap { ["publish \($0)", nil] }),
    Trip(
      name: "refused for now to the last attempt while other copies are unanswered",
      steps: [
        (0, .ready), (10, .timePassed), (10, .ready), (20, .timePassed), (20, .ready),
        (21, .answered(.again(after: .zero))), (31, .timePassed),
      ],
      actions: [
        "publish 1", nil, "publish 2", nil, "publish 3", nil,
        "request r: expected a final answer, got none (copies sent: 3); it may be carried out",
      ]),
    Trip(
      name: "returned while another copy may have arrived",
      steps: [
        (0, .ready), (1, .connectionLost), (1, .ready), (1, .returned("312 NO_ROUTE")),
        (3, .ready), (4, .answered(.complete)),
      ],
      actions: ["publish 1", nil, "publish 2", nil, "publish 3", "end"]),
    Trip(
      name: "returned", steps: [(0, .ready), (0, .returned("312 NO_ROUTE"))],
      actions: ["publish 1", "request r: not deliverable: 312 NO_ROUTE"]),
    Trip(
      name: "begun too late", deadline: 30,
      steps: [(29, .ready), (29, .answered(.expired))], actions: ["publish 1", "end"]),
    Trip(
      name: "begun too late while another copy may have been in time", deadline: 30,
      steps: [
        (25, .ready), (26, .connectionLost), (26, .ready), (30, .answered(.expired)),
      ],
      actions: ["publish 1", nil, "publish 2", late + "may be carried out"]),
    Trip(
      name: "too late before it was sent", deadline: 30, steps: [(30, .timePassed)],
      actions: [late + "is not carried out"]),
    Trip(
      name: "too late after it was sent", deadline: 30,
      steps: [(25, .ready), (30, .timePassed), (31, .answered(.complete))],
      actions: ["publish 1", late + "may be carried out", nil]),
    Trip(
      name: "canceled before it was sent", steps: [(0, .canceled), (0, .ready)],
      actions: ["request r: canceled; it is not carried out", nil]),
    Trip(
      name: "canceled after it was sent", steps: [(0, .ready), (1, .canceled)],
      actions: ["publish 1", "request r: canceled; it may be carried out"]),
    Trip(
      name: "followed, quiet and asked again", quiet: 30,
      steps: [
        (0, .ready), (1, .answered(.more)), (25, .timePassed), (29, .answered(.more)),
        (58, .timePassed), (59, .timePassed), (59, .ready), (60, .answered(.complete)),
      ],
      actions: ["publish 1", nil, nil, nil, nil, nil, "publish 1", "end"]),
    Trip(
      name: "followed over a lost connection", quiet: 30,
      steps: [
        (0, .ready), (1, .answered(.more)), (2, .connectionLost), (3, .ready),
        (4, .answered(.more)),
      ],
      actions: ["publish 1", nil, nil, "publish 1", nil]),
    Trip(
      name: "a position whose connection is lost", isSentOnce: true,
      steps: [(0, .ready), (1, .connectionLost)],
      actions: [
        "publish 1",
        "request r: expected a final answer, got none (copies sent: 1); it may be carried out",
      ]),
    Trip(
      name: "a position that the broker does not take", isSentOnce: true,
      steps: [(0, .ready), (1, .turnedAway)],
      actions: [
        "publish 1", "request r: not deliverable: the broker does not take it",
      ]),
    Trip(
      name: "closed with the client after it was sent",
      steps: [(0, .ready), (1, .failed(.closed))],
      actions: ["publish 1", "request r: the client was closed; it may be carried out"]),
    Trip(
      name: "refused with the login before it was sent",
      steps: [(1, .failed(.broker("403 ACCESS_REFUSED")))],
      actions: ["request r: 403 ACCESS_REFUSED; it is not carried out"]),
  ]

  @Test("A request goes from its publication to its end by the table", arguments: trips)
  private func table(_ trip: Trip) {
    #expect(trip.run().actions == trip.actions)
  }

  @Test("A request that was refused for now is not carried out, unless another copy is")
  func unsettled() {
    let refused: RequestMachine.Event = .answered(.again(after: .zero))
    let once = Trip(name: "", steps: [(0, .ready), (1, refused)], actions: [])
    #expect(!once.run().mayBeCarriedOut)
    let twice = Trip(
      name: "", steps: [(0, .ready), (1, .connectionLost), (1, .ready), (2, refused)], actions: [])
    #expect(twice.run().mayBeCarriedOut)
  }
}
