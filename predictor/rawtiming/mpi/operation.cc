#include "predictor/rawtiming/mpi/operation.h"

#include "base/check.h"
#include "predictor/rawtiming/mpi/clock.h"

namespace dps::rawtiming {

using datasheets::FunctionGroup;

std::unique_ptr<TimedOperation> make_operation(const OperationSetting& setting) {
  switch (setting.series.function->group) {
    case FunctionGroup::kPointToPoint:
    case FunctionGroup::kContended:
      return make_pair_operation(setting);
    case FunctionGroup::kCollective:
      return make_collective(setting);
    case FunctionGroup::kNonblocking:
      return make_nonblocking(setting);
    case FunctionGroup::kNeighbour:
      return make_neighbour(setting);
    case FunctionGroup::kCommunicator:
      return make_communicator_operation(setting);
    case FunctionGroup::kRma:
      return make_rma_operation(setting);
    case FunctionGroup::kLocal:
      return make_local(setting);
  }
  DPS_CHECK(false);
}

bool has_delay(std::string_view function) {
  return function == "recvmin" || function == "sendlate" || function == "put" ||
         function == "get" || function == "accumulate";
}

bool has_work(std::string_view function) {
  const auto* known = datasheets::find_known(function);
  return known->group == FunctionGroup::kNonblocking && function.ends_with("overlap");
}

bool counts_from_start(const datasheets::KnownFunction& function) {
  return function.group == FunctionGroup::kCollective ||
         function.group == FunctionGroup::kNeighbour ||
         function.group == FunctionGroup::kCommunicator || has_work(function.name);
}

MPI_Datatype mpi_type(ElementType type) {
  switch (type) {
    case ElementType::kFloat:
      return MPI_FLOAT;
    case ElementType::kDouble:
      return MPI_DOUBLE;
    case ElementType::kByte:
      return MPI_UNSIGNED_CHAR;  // sums of MPI_BYTE do not exist
    case ElementType::kInt:
      break;
  }
  return MPI_INT;
}

int rank_in(MPI_Comm group) {
  int rank = 0;
  MPI_Comm_rank(group, &rank);
  return rank;
}

int size_of(MPI_Comm group) {
  int size = 0;
  MPI_Comm_size(group, &size);
  return size;
}

namespace {

/// Multiplies; each multiplication needs the result of the previous one.
double multiply(std::int64_t count) {
  volatile double factor = 1.0000001;
  const double by = factor;
  double product = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    product *= by;
    asm volatile("" : "+x"(product));
  }
  return product;
}

}  // namespace

void work_for(std::int64_t nanoseconds, double nanoseconds_per_multiplication) {
  multiply(
      static_cast<std::int64_t>(static_cast<double>(nanoseconds) / nanoseconds_per_multiplication));
}

double measure_multiplication() {
  constexpr std::int64_t kCount = 200'000;
  multiply(kCount);
  const Reading begin = now();
  multiply(kCount);
  return static_cast<double>(now() - begin) / kCount;
}

}  // namespace dps::rawtiming
