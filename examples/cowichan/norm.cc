// norm: points moved and scaled into the unit square.
// Source: dissertation on MPI data sheets, 2.1.12 and 4.3.12.
#include <algorithm>
#include <array>
#include <limits>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kStepsOfAReduction = 1;  ///< a point
constexpr double kStepsOfAPoint = 8;

/// The smallest square that holds points. MPI_Allreduce may apply an operation to it.
struct Extent {
  std::array<double, 2> least{std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::infinity()};
  std::array<double, 2> most{-std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()};

  void add(const std::array<double, 2>& low, const std::array<double, 2>& high) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      least[axis] = std::min(least[axis], low[axis]);
      most[axis] = std::max(most[axis], high[axis]);
    }
  }
  /// Equal coordinates become 0.
  [[nodiscard]] double scaled(double coordinate, std::size_t axis) const {
    const double width = most[axis] - least[axis];
    return width > 0 ? (coordinate - least[axis]) / width : 0;
  }
};

void join(void* in, void* in_out, int* length, MPI_Datatype* /*type*/) {
  const auto* const others = static_cast<const Extent*>(in);
  auto* const joined = static_cast<Extent*>(in_out);
  for (int i = 0; i < *length; ++i) {
    joined[i].add(others[i].least, others[i].most);
  }
}

Extent join_by_one(Extent own) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(4, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  MPI_Op operation = MPI_OP_NULL;
  MPI_Op_create(join, 1, &operation);
  MPI_Allreduce(MPI_IN_PLACE, &own, 1, type, operation, MPI_COMM_WORLD);
  MPI_Op_free(&operation);
  MPI_Type_free(&type);
  return own;
}

Extent join_by_four(Extent own) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    MPI_Allreduce(MPI_IN_PLACE, &own.least[axis], 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &own.most[axis], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  return own;
}

void compute(BlockMatrix<double>& points, bool by_one) {
  Extent extent;
  for (std::int64_t i = 0; i < points.rows(); ++i) {
    const std::array<double, 2> point{points.row(i)[0], points.row(i)[1]};
    extent.add(point, point);
  }
  dps_compute(kStepsOfAReduction * static_cast<double>(points.rows()));
  extent = by_one ? join_by_one(extent) : join_by_four(extent);
  for (std::int64_t i = 0; i < points.rows(); ++i) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      points.row(i)[axis] = extent.scaled(points.row(i)[axis], axis);
    }
  }
  dps_compute(kStepsOfAPoint * static_cast<double>(points.rows()));
  MPI_Barrier(MPI_COMM_WORLD);
}

/// One coordinate after the other.
Matrix<double> reference(Matrix<double> points) {
  if (points.rows == 0) {
    return points;
  }
  for (std::int64_t axis = 0; axis < 2; ++axis) {
    double least = points.row(0)[axis];
    double most = least;
    for (std::int64_t i = 0; i < points.rows; ++i) {
      least = std::min(least, points.row(i)[axis]);
      most = std::max(most, points.row(i)[axis]);
    }
    for (std::int64_t i = 0; i < points.rows; ++i) {
      double& coordinate = points.row(i)[axis];
      coordinate = least == most ? 0 : (coordinate - least) / (most - least);
    }
  }
  return points;
}

int run(int argc, char** argv) {
  Arguments arguments(20'000'000, "Moves and scales n points into the unit square.");
  arguments.input_file("--input", "the points; default: random ones", arguments.input);
  bool by_one = false;
  arguments.flag("--one", "one MPI_Allreduce with an operation of our own, not four", by_one);
  const World world(&argc, &argv, "norm");
  arguments.read(world, argc, argv);
  dps_phase("input");
  auto points =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<double>(world, arguments.n, 2), arguments.seed, 0,
                          [](RandomNumbers& random) { return static_cast<double>(random.next()); })
          : read_blocks<double>(world, arguments.input, {.columns = 2, .may_be_empty = true});
  const auto whole = arguments.check ? gather(world, points) : Matrix<double>();
  dps_phase("compute");
  compute(points, by_one);
  dps_phase("output");
  world.print(std::to_string(points.all_rows()) + " points, coordinates: " + summary(points));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, points);
  }
  return ending(world, arguments,
                is_right(world, arguments, "points", points, [&] { return reference(whole); }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
