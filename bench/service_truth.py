#!/usr/bin/python3
"""The error of the predicted response times of a service on this machine, which must be otherwise idle.

Calibrates, then runs and predicts examples/web_service at several loads. Prints the ages of its requests.

usage: service_truth.py DPS SOURCE [--requests N] [LOAD…]      (requests a second; default 250 400 555)

Exits with 1 if a predicted p50 differs by more than 20 %.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

LIMIT = 0.2
FIGURES = ("p50_s", "mean_s", "p99_s")


def ages(dps, words, result):
    """The ages of the requests that are answered, in seconds by figure."""
    subprocess.run([dps, *words, "--latencies", "--quiet", "--format", "json", "-o", result], check=True,
                   stdout=subprocess.DEVNULL)
    run = json.loads(pathlib.Path(result).read_text())["runs"][0]
    return next(row["age"] for row in run["latencies"]["requests"] if row["ftag"] == "page.f" and "age" in row)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("dps")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("loads", nargs="*", type=int, default=[250, 400, 555])
    parser.add_argument("--requests", type=int, default=8000)
    given = parser.parse_args()
    blueprint = str(given.source / "examples/web_service/blueprint.txt")
    is_off = False
    with tempfile.TemporaryDirectory() as folder:
        machine, result = f"{folder}/here.toml", f"{folder}/result.json"
        subprocess.run([given.dps, "calibrate", "--quiet", "-o", machine], check=True, stdout=subprocess.DEVNULL)
        print(*(line for line in open(machine) if line.startswith("# Requests")), sep="", end="")
        print("requests/s  p50 run, predicted      mean                p99  (ms)")
        for load in given.loads:
            words = [blueprint, "--set", f"lambda={load}", "--set", f"n={given.requests}"]
            real = ages(given.dps, ["run", *words], result)
            predicted = ages(given.dps, ["predict", *words, "--machine", machine], result)
            columns = [f"{1e3 * real[of]:6.2f} {1e3 * predicted[of]:6.2f} {predicted[of] / real[of] - 1:+5.0%}"
                       for of in FIGURES]
            print(f"{load:10}  {'   '.join(columns)}")
            is_off = is_off or abs(predicted["p50_s"] / real["p50_s"] - 1) > LIMIT
    return 1 if is_off else 0


if __name__ == "__main__":
    sys.exit(main())
