"""A disk of its own, small enough to be filled, and that can be made read-only. Needs root."""
import os
import subprocess


class SmallDisk:
    def __init__(self, janitor, path, megabytes):
        self.path, self.megabytes = path, megabytes
        self.ballast = os.path.join(path, "ballast")
        os.makedirs(path, exist_ok=True)
        janitor.undo_with("umount", "--lazy", path)
        mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "faults", path)

    def fill(self):
        """Takes all that is free, to the last page."""
        with open(self.ballast, "wb", buffering=0) as file:
            block = bytes(64 * 1024)
            try:
                while True:
                    file.write(block)
            except OSError:
                pass

    def free(self):
        if os.path.exists(self.ballast):
            os.unlink(self.ballast)

    def freeze(self):
        """No file on it can be written any more by who opens it; who has one open for writing keeps the disk writable,
        so this raises as long as there is one."""
        mount("-o", "remount,ro", self.path)

    def thaw(self):
        mount("-o", "remount,rw", self.path)


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, timeout=20)
