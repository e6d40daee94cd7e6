// Serves the page of those who run the fleet.

import BuildInfo
import Console

ConsoleProgram.main(commit: BuildInfo.commit)
