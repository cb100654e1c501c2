#!/bin/sh
# Makes the expected predictions anew; run in the source folder, then read `git diff`.
#   tests/end_to_end/make_predicted.sh build/bin/dps
set -eu
predict() {
  "$1" predict "examples/$3.txt" --machine tests/end_to_end/lab.toml --format csv \
    --level functionality --quiet >"tests/end_to_end/predicted/$2.csv"
}
for name in matrix_multiply_1 matrix_multiply_2 ring pipeline stencil_2d parallel_sort \
  parameter_server fan_out_service; do
  predict "$1" "$name" "$name/blueprint"
done
predict "$1" matrix_multiply_2_scaled matrix_multiply_2/scaled
for design in star ring doubling; do
  predict "$1" "allreduce_$design" "allreduce/$design"
done
