"""What the console is tried with, in a browser: each scene is a function of the stage and of the rides on it."""
