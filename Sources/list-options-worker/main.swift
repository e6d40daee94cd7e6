// Answers "which rides can I get from here to there".

import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    name: "list-options-worker", family: .listOptions,
    summary: "answers requests to list ride options", asksForObligations: true
  ) { tools, _ in
    ListOptionsHandler(tools: tools)
  })
