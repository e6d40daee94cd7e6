// Answers "which rides can I get from here to there".

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .listOptions, commit: BuildInfo.commit,
    asksForObligations: true
  ) { dependencies, _ in
    ListOptionsHandler(dependencies: dependencies)
  })
