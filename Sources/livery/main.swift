// The command-line tool of the fleet; `livery help` lists its commands.

import BuildInfo
import Tool

LiveryTool.main(commit: BuildInfo.commit)
