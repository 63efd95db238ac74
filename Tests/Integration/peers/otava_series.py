"""Prints the series of otava-test-data with their true changes and those that apache-otava finds, one JSON line for each series.

Usage: otava_series.py LENGTH SEED...
"""

import json
import sys

from otava.analysis import compute_change_points
from otava_test_data.generators.combiner import CombinationGenerator

length, *seeds = (int(word) for word in sys.argv[1:])
for seed in seeds:
    for series in CombinationGenerator(lengths=[length], seed=seed).generate_all_test_cases():
        # Otava's search needs a list; an array of numpy gives other results.
        values = series.data.tolist()
        found, _ = compute_change_points(values)
        print(json.dumps({
            "name": series.generator_name,
            "seed": seed,
            "values": values,
            "true": sorted({int(change.index) for change in series.change_points}),
            "otava": [int(change.index) for change in found],
        }))
