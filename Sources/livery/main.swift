// The tool of whoever runs the fleet; `livery help` tells what it can do.

import BuildInfo
import Tool

LiveryTool.main(commit: BuildInfo.commit)
