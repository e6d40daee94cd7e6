// The tool of whoever runs the fleet; `livery help` tells what it can do.

import Tool

LiveryTool.main()
