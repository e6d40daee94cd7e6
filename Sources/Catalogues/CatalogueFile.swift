// The reader follows.
