"""Runs a program, and writes the largest memory that it had to a file.

    peak_memory.py FILE PROGRAM [ARGUMENT ...]

The file gets one number: bytes. The test process does not start the program itself, because the kernel counts the memory of the
parent until the program is loaded. The exit status is that of the program.
"""

import pathlib
import resource
import subprocess
import sys

status = subprocess.run(sys.argv[2:], check=False).returncode
pathlib.Path(sys.argv[1]).write_text(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024))
sys.exit(status if status >= 0 else 128 - status)
