"""Reads JUnit files with junitparser and prints one JSON line for each case: class, name and verdict.

Usage: read_junit.py FILE...
"""

import json
import sys

from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite

VERDICTS = {Failure: "failed", Error: "errored", Skipped: "skipped"}


def suites(path):
    document = JUnitXml.fromfile(path)
    return [document] if isinstance(document, TestSuite) else list(document)


for path in sys.argv[1:]:
    for suite in suites(path):
        for case in suite:
            results = [VERDICTS[type(result)] for result in case.result]
            print(json.dumps({
                "class": case.classname,
                "name": case.name,
                "verdict": results[0] if results else "passed",
                "results": len(results),
            }))
