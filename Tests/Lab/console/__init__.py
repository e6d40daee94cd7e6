"""A stand-in for the console's API, to look at its pages without a fleet, and what looks at them.

python3 -m console.mock [PORT]     serves the pages with 5,000 vehicles and 200 rides
python3 -m console.check           checks the files of the pages without a browser
python3 -m console.shots FOLDER    takes a picture of every page, and checks every page with axe's rules
"""
