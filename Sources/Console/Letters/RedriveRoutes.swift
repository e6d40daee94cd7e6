import Fleet
import JSON
import RideStore
import Rides
import Tool

/// The requests that send dead letters again, and those that follow it.
enum RedriveRoutes {
  static let all = [
    Route("POST", "/api/redrives", role: .operator, action: "redrive", answer: begin),
    Route("GET", "/api/redrives", role: .reader, isActivity: false, answer: list),
    Route("GET", "/api/redrives/:id", role: .reader, isActivity: false, answer: one),
    Route("POST", "/api/redrives/:id/pause", role: .operator, action: "redrive-pause") {
      call throws(APIError) in try steer(call) { $0.pause(true) }
    },
    Route("POST", "/api/redrives/:id/resume", role: .operator, action: "redrive-resume") {
      call throws(APIError) in try steer(call) { $0.pause(false) }
    },
    Route("POST", "/api/redrives/:id/stop", role: .operator, action: "redrive-stop") {
      call throws(APIError) in try steer(call) { $0.stop() }
    },
  ]

  /// Begins a redrive, or says what it would do.
  private static func begin(_ call: APICall) throws(APIError) -> APIAnswer {
    let form = try RedriveForm(try call.body(), for: call.user.role)
    let letters = try call.finding { store throws(ToolError) in
      try form.choice.letters(of: store)
    }
    let prepared = form.preparation.prepare(letters, at: call.now)
    guard !form.isDryRun else {
      let preview = RedrivePreview(letters: letters.count, prepared: prepared, now: call.now)
      return APIAnswer(.json(preview.json), detail: "dry run of \(letters.count)")
    }
    try form.choice.check(letters)
    guard !prepared.candidates.isEmpty else {
      throw APIError(.conflict, "none of these letters can be sent again as they are")
    }
    try call.begin("\(prepared.candidates.count) of \(letters.count)")
    let redrive = try call.console.redrives.begin(
      prepared.candidates, form, of: call.user, at: call.now)
    let detail = "\(redrive.identifier), \(prepared.candidates.count) of \(letters.count)"
    return APIAnswer(.object(["id": .string(redrive.identifier)]), detail: detail)
  }

  private static func list(_ call: APICall) -> APIAnswer {
    let page = ListPage(
      call.console.redrives.all, limit: .max, after: { $0.identifier }, rest: nil)
    return APIAnswer(.json(page.json { $0.write(into: &$1) }))
  }

  private static func one(_ call: APICall) throws(APIError) -> APIAnswer {
    let redrive = try redrive(call)
    return APIAnswer(.json(JSONWriter.object { redrive.write(into: &$0) }))
  }

  private static func redrive(_ call: APICall) throws(APIError) -> Redrive {
    guard let redrive = call.console.redrives[call.parameters["id"] ?? ""] else {
      throw APIError(.notFound, "there is no such redrive since the console was started")
    }
    return redrive
  }

  private static func steer(
    _ call: APICall, _ action: (Redrive) -> Void
  ) throws(APIError) -> APIAnswer {
    let redrive = try redrive(call)
    guard !redrive.progress.state.isEnd else {
      throw APIError(.conflict, "the redrive has ended")
    }
    action(redrive)
    return try one(call)
  }
}
