"""A wall clock for one process that can be stepped, without touching the machine's."""
import os
import shutil
import struct
import subprocess


class SteppedClock:
    def __init__(self, folder):
        self.library = os.path.join(folder, "clock.so")
        self.file = os.path.join(folder, "clock-step")
        compiler = shutil.which("cc") or shutil.which("clang")
        if compiler is None:
            raise RuntimeError("expected a C compiler, cc or clang, to step a clock with")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
        subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", self.library, source, "-ldl"],
                       check=True, timeout=60)
        with open(self.file, "wb") as file:
            file.write(struct.pack("=q", 0))

    def environment(self):
        """What a process is to be started with."""
        return {"LD_PRELOAD": self.library, "FAULTS_CLOCK": self.file}

    def step(self, seconds):
        """Sets how far the process is ahead of the machine's clock."""
        # In place: the process has this very file mapped.
        with open(self.file, "r+b") as file:
            file.write(struct.pack("=q", seconds))
