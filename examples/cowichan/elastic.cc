// elastic: an elastic net for the travelling salesman. A closed loop of points is drawn towards the
// cities, by each of them and by its own tension, until it passes through all.
// Source: dissertation on MPI data sheets, 2.1.7 and 4.3.7; Durbin and Willshaw, Nature 326 (1987):
// the forces and their constants.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "arguments.h"
#include "block_matrix.h"
#include "dps_mpi.h"
#include "random_numbers.h"
#include "result.h"

namespace cowichan {
namespace {

constexpr double kPull = 0.2;     ///< of the cities
constexpr double kTension = 2.0;  ///< of the net
constexpr double kFirstReach = 0.2;
constexpr double kReachFactor = 0.99;  ///< after each iteration
constexpr double kRadius = 0.1;        ///< of the first net, around the centre of the cities

using Point = std::array<double, 2>;
enum Tag { kUp, kDown };

Point centre_of(const std::vector<double>& cities) {
  Point sum{};
  for (std::size_t i = 0; i < cities.size(); ++i) {
    sum[i % 2] += cities[i];
  }
  const double count = static_cast<double>(cities.size()) / 2;
  return {sum[0] / count, sum[1] / count};
}

/// The place of a point of the first net, a circle.
Point start_of(const Point& centre, std::int64_t point, std::int64_t points) {
  const double angle =
      2 * std::numbers::pi * static_cast<double>(point) / static_cast<double>(points);
  return {centre[0] + kRadius * std::cos(angle), centre[1] + kRadius * std::sin(angle)};
}

double weight(const double* city, const double* point, double reach) {
  const double x = city[0] - point[0];
  const double y = city[1] - point[1];
  return std::exp(-(x * x + y * y) / (2 * reach * reach));
}

/// Adds the pull of a city to the forces, where `sum` is that of the weights of all points.
void add_pull(const double* city, const double* point, double share, double* force) {
  force[0] += kPull * share * (city[0] - point[0]);
  force[1] += kPull * share * (city[1] - point[1]);
}

/// Moves a point by its force and by the tension between it and its neighbours.
Point moved(const double* before, const double* point, const double* after, const double* force,
            double reach) {
  Point to{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    to[axis] = point[axis] + force[axis] +
               kTension * reach * (before[axis] - 2 * point[axis] + after[axis]);
  }
  return to;
}

/// The cities of all ranks on each of them. The blocks are made equally long for MPI_Allgather.
std::vector<double> all_cities(const World& world, const BlockMatrix<double>& cities) {
  const Blocks& blocks = cities.blocks();
  const std::int64_t most = (blocks.rows + world.size() - 1) / world.size();
  std::vector<double> own(static_cast<std::size_t>(2 * most));
  std::copy(cities.values().begin(), cities.values().end(), own.begin());
  std::vector<double> padded(own.size() * static_cast<std::size_t>(world.size()));
  const auto count = static_cast<int>(own.size());
  MPI_Allgather(own.data(), count, MPI_DOUBLE, padded.data(), count, MPI_DOUBLE, MPI_COMM_WORLD);
  std::vector<double> all;
  for (int rank = 0; rank < world.size(); ++rank) {
    const auto block = padded.begin() + 2 * most * rank;
    all.insert(all.end(), block, block + 2 * blocks.size(rank));
  }
  return all;
}

class Net {
 public:
  Net(const World& world, std::vector<double> cities)
      : rank_(world.rank()),
        cities_(std::move(cities)),
        points_(world, static_cast<std::int64_t>(cities_.size()) / 2 * 5 / 2, 2),
        weights_(static_cast<std::size_t>(points_.rows())),
        forces_(points_.values().size()) {
    const Point centre = centre_of(cities_);
    for (std::int64_t i = 0; i < points_.rows(); ++i) {
      const Point start = start_of(centre, points_.first() + i, points_.all_rows());
      std::copy(start.begin(), start.end(), points_.row(i));
    }
    dps_compute(static_cast<double>(city_count() + points_.rows()));
  }

  [[nodiscard]] const BlockMatrix<double>& points() const { return points_; }

  void iterate(double reach) {
    exchange();
    pull(reach);
    move(reach);
  }

 private:
  [[nodiscard]] std::int64_t city_count() const {
    return static_cast<std::int64_t>(cities_.size()) / 2;
  }

  /// Gets the points before the first one of this rank and after the last one. With few points,
  /// both neighbours may be the same rank, or this one.
  void exchange() {
    dps_compute(static_cast<double>(points_.rows()));
    if (points_.rows() == 0) {
      return;
    }
    const int up = points_.blocks().previous_owner(rank_);
    const int down = points_.blocks().next_owner(rank_);
    const double* const first = points_.row(0);
    const double* const last = points_.row(points_.rows() - 1);
    if (up == rank_) {
      before_ = {last[0], last[1]};
      after_ = {first[0], first[1]};
      return;
    }
    MPI_Send(first, 2, MPI_DOUBLE, up, kUp, MPI_COMM_WORLD);
    MPI_Send(last, 2, MPI_DOUBLE, down, kDown, MPI_COMM_WORLD);
    MPI_Recv(before_.data(), 2, MPI_DOUBLE, up, kDown, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(after_.data(), 2, MPI_DOUBLE, down, kUp, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  void pull(double reach) {
    std::fill(forces_.begin(), forces_.end(), 0.0);
    dps_compute(static_cast<double>(points_.all_rows()));
    for (std::int64_t i = 0; i < city_count(); ++i) {
      const double* const city = &cities_[static_cast<std::size_t>(2 * i)];
      double sum = 0;
      for (std::int64_t j = 0; j < points_.rows(); ++j) {
        weights_[static_cast<std::size_t>(j)] = weight(city, points_.row(j), reach);
        sum += weights_[static_cast<std::size_t>(j)];
      }
      // The dissertation's model has this product, which is that of all cities, for each of them.
      dps_compute(static_cast<double>(city_count() * points_.rows()));
      MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      for (std::int64_t j = 0; j < points_.rows() && sum > 0; ++j) {
        add_pull(city, points_.row(j), weights_[static_cast<std::size_t>(j)] / sum,
                 &forces_[static_cast<std::size_t>(2 * j)]);
      }
      dps_compute(static_cast<double>(points_.rows()));
    }
  }

  void move(double reach) {
    Point before = before_;
    for (std::int64_t j = 0; j < points_.rows(); ++j) {
      double* const point = points_.row(j);
      const double* const after = j + 1 < points_.rows() ? points_.row(j + 1) : after_.data();
      const Point old{point[0], point[1]};
      const Point to =
          moved(before.data(), old.data(), after, &forces_[static_cast<std::size_t>(2 * j)], reach);
      std::copy(to.begin(), to.end(), point);
      before = old;
    }
    dps_compute(static_cast<double>(points_.rows()));
  }

  int rank_;
  std::vector<double> cities_;
  BlockMatrix<double> points_;
  std::vector<double> weights_;  // of the points of this rank, for one city
  std::vector<double> forces_;
  Point before_{};
  Point after_{};
};

Matrix<double> reference(const Matrix<double>& cities, std::int64_t iterations) {
  const std::int64_t count = cities.rows * 5 / 2;
  Matrix<double> net(count, 2);
  const Point centre = centre_of(cities.values);
  for (std::int64_t j = 0; j < count; ++j) {
    const Point start = start_of(centre, j, count);
    std::copy(start.begin(), start.end(), net.row(j));
  }
  double reach = kFirstReach;
  for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
    Matrix<double> forces(count, 2);
    for (std::int64_t i = 0; i < cities.rows; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < count; ++j) {
        sum += weight(cities.row(i), net.row(j), reach);
      }
      for (std::int64_t j = 0; j < count && sum > 0; ++j) {
        const double share = weight(cities.row(i), net.row(j), reach) / sum;
        add_pull(cities.row(i), net.row(j), share, forces.row(j));
      }
    }
    Matrix<double> next(count, 2);
    for (std::int64_t j = 0; j < count; ++j) {
      const Point to = moved(net.row((j + count - 1) % count), net.row(j), net.row((j + 1) % count),
                             forces.row(j), reach);
      std::copy(to.begin(), to.end(), next.row(j));
    }
    net = std::move(next);
    reach *= kReachFactor;
  }
  return net;
}

int run(int argc, char** argv) {
  Arguments arguments(200, "Draws an elastic net of 2.5 n points to n cities.");
  arguments.input_file("--input", "the cities; default: random ones", arguments.input);
  std::int64_t iterations = 200;
  arguments.number("--iterations", "how many (default 200)", iterations, 0);
  const World world(&argc, &argv, "elastic");
  arguments.read(world, argc, argv);
  dps_phase("input");
  const auto cities =
      arguments.input.empty()
          ? random_blocks(BlockMatrix<double>(world, arguments.n, 2), arguments.seed, 0,
                          [](RandomNumbers& random) { return random.next_real(); })
          : read_blocks<double>(world, arguments.input, {.columns = 2});
  const auto whole = arguments.check ? gather(world, cities) : Matrix<double>();
  dps_phase("compute");
  Net net(world, all_cities(world, cities));
  double reach = kFirstReach;
  for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
    net.iterate(reach);
    reach *= kReachFactor;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  dps_phase("output");
  world.print(std::to_string(cities.all_rows()) + " cities, " +
              std::to_string(net.points().all_rows()) + " points of the net, " +
              std::to_string(iterations) + " iterations, coordinates: " + summary(net.points()));
  if (!arguments.output.empty()) {
    write_blocks(world, arguments.output, net.points());
  }
  return ending(world, arguments,
                is_right(world, arguments, "points of the net", net.points(),
                         [&] { return reference(whole, iterations); }));
}

}  // namespace
}  // namespace cowichan

int main(int argc, char** argv) {
  return cowichan::run(argc, argv);
}
