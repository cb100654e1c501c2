#!/bin/sh
# Rewrites the golden files with print_sample. Run it in the source folder, then review `git diff`.
#   tests/profiles/make_golden.sh build/tests/print_sample
set -eu
for name in matrix_multiply_2 many_clones incomplete five_runs latencies \
  run_and_prediction counts_differ within_noise one_slow_clone compared_latencies \
  two_designs similar_designs predicted_designs mixed_designs; do
  "$1" "$name" text >"tests/profiles/golden/$name.txt"
  "$1" "$name" json >"tests/profiles/golden/$name.json"
  "$1" "$name" csv >"tests/profiles/golden/$name.csv"
done
