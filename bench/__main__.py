"""``python -m bench [--quick] [--before FOLDER] [rules entry …]``: the figures of docs/performance.md.

``--before`` also measures another checkout in ``four_phones``, alternately. A run of all benchmarks writes
its figures into the document.
"""

import argparse
from pathlib import Path

from bench import eight_tables, entry, first_load, four_phones, offline, pages, rules
from bench.harness import write_figures

BENCHMARKS = {
    module.__name__.split(".")[1]: module
    for module in (rules, entry, four_phones, eight_tables, pages, offline, first_load)
}


def main() -> None:
    """Run the benchmarks named on the command line, or all, and print their figures."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("benches", nargs="*", metavar="|".join(BENCHMARKS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--before", metavar="FOLDER", type=Path)
    options = parser.parse_args()
    figures = []
    for name in options.benches or BENCHMARKS:
        before = {"before": options.before} if name == "four_phones" else {}
        for figure in BENCHMARKS[name].measure(options.quick, **before):
            print(figure, flush=True)
            figures.append(figure)
    if not options.benches and not options.quick:
        write_figures(figures)


if __name__ == "__main__":
    main()
