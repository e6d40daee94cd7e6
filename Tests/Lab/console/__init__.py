"""What the console is looked at with: a stand-in for its API, and a whole fleet.

python3 -m console.mock [PORT]     serves the pages with 5,000 vehicles and 200 rides, without a fleet
python3 -m console.check           checks the files of the pages without a browser
python3 -m console.shots FOLDER    takes a picture of every page of the stand-in, and checks it with axe's rules
python3 -m console.browser         tries the console of a simulated fleet in a browser
python3 -m console.cost            measures what viewers cost the lanes
python3 -m console.frames          counts the frames that a moving map of the stand-in drops
"""
