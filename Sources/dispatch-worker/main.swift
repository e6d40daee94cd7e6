// Takes what vehicles report and gives waiting rides their vehicles.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    name: "dispatch-worker", family: .dispatch,
    summary: "takes the reports of vehicles and gives rides their vehicles",
    commit: BuildInfo.commit, tick: DispatchTick.commands
  ) { tools, store in
    DispatchHandler(tools: tools, store: store)
  })
