// Answers "which rides can I get from here to there".

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .listOptions, commit: BuildInfo.commit,
    asksForObligations: true
  ) { tools, _ in
    ListOptionsHandler(tools: tools)
  })
