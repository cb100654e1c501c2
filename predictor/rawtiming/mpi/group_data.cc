#include "predictor/rawtiming/mpi/group_data.h"

#include <numeric>

#include "base/random.h"

namespace dps::rawtiming {
namespace {

template <typename T>
void add(const void* in, void* inout, int count) {
  const T* const from = static_cast<const T*>(in);
  T* const to = static_cast<T*>(inout);
  for (int i = 0; i < count; ++i) {
    to[i] = static_cast<T>(to[i] + from[i]);
  }
}

/// The function of --op user.
void add_elements(void* in, void* inout, int* count, MPI_Datatype* type) {
  if (*type == MPI_FLOAT) {
    add<float>(in, inout, *count);
  } else if (*type == MPI_DOUBLE) {
    add<double>(in, inout, *count);
  } else if (*type == MPI_UNSIGNED_CHAR) {
    add<unsigned char>(in, inout, *count);
  } else {
    add<int>(in, inout, *count);
  }
}

/// The half of a rank. The halves have the same size.
int half_of(Subgroups kind, int rank, int ranks, std::uint64_t seed) {
  if (kind == Subgroups::kHalf) {
    return rank < ranks / 2 ? 0 : 1;
  }
  if (kind == Subgroups::kAlternate) {
    return rank % 2;
  }
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  Random random(seed_of(seed, static_cast<std::uint64_t>(ranks)));
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.next() % left]);
  }
  return order[static_cast<std::size_t>(rank)] % 2;
}

std::vector<int> sums_before(const std::vector<int>& counts) {
  std::vector<int> sums(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), sums.begin(), 0);
  return sums;
}

}  // namespace

GroupArguments::GroupArguments(const OperationSetting& setting) : pool_(setting.pool) {
  data.group = setting.group;
  if (setting.series.in_halves) {
    split_in_halves(setting);
  }
  data.type = mpi_type(setting.options.type);
  data.count = static_cast<int>(setting.point.elements);
  data.self = rank_in(data.group);
  data.ranks = size_of(data.group);
  data.root = static_cast<int>(setting.options.root) % data.ranks;
  data.is_root = data.self == data.root;
  if (setting.options.has_user_operation) {
    MPI_Op_create(add_elements, 1, &data.sum);
    owns_sum_ = true;
  }
  const std::uint64_t element = bytes_of(setting.options.type);
  const BufferNeeds needs =
      buffer_needs(setting.series.function->name, static_cast<std::uint64_t>(data.ranks),
                   setting.point.elements, setting.options.uneven);
  out_bytes_ = needs.send * element;
  in_bytes_ = needs.receive * element;
  room_ = room_of(out_bytes_) + room_of(in_bytes_);
  fill_counts(setting);
  if (setting.series.function->name == "alltoallw") {
    make_types(setting);
  }
}

GroupArguments::~GroupArguments() {
  if (plain_ != MPI_DATATYPE_NULL) {
    MPI_Type_free(&plain_);
    MPI_Type_free(&strided_);
  }
  if (owns_sum_) {
    MPI_Op_free(&data.sum);
  }
  if (owns_group_) {
    MPI_Comm_free(&data.group);
  }
}

void GroupArguments::split_in_halves(const OperationSetting& setting) {
  const int rank = rank_in(setting.group);
  const int half =
      half_of(setting.options.subgroups, rank, size_of(setting.group), setting.options.seed);
  MPI_Comm_split(setting.group, half, rank, &data.group);
  owns_group_ = true;
}

void GroupArguments::take_buffers() {
  pool_.begin_trial(room_);
  data.out = pool_.take(out_bytes_);
  data.in = pool_.take(in_bytes_);
}

void GroupArguments::fill_counts(const OperationSetting& setting) {
  const auto ranks = static_cast<std::size_t>(data.ranks);
  for (const std::uint64_t count :
       uneven_counts(ranks, setting.point.elements, setting.options.uneven)) {
    data.counts.push_back(static_cast<int>(count));
  }
  data.displacements = sums_before(data.counts);
  data.own_counts.assign(ranks, data.counts[static_cast<std::size_t>(data.self)]);
  data.own_displacements = sums_before(data.own_counts);
  data.equal_counts.assign(ranks, data.count);
  data.ones.assign(ranks, 1);
}

void GroupArguments::make_types(const OperationSetting& setting) {
  constexpr int kStride = 2;
  MPI_Type_contiguous(data.count, data.type, &plain_);
  MPI_Type_vector(data.count, 1, kStride, data.type, &strided_);
  MPI_Type_commit(&plain_);
  MPI_Type_commit(&strided_);
  const int bytes = static_cast<int>(bytes_of(setting.options.type)) * kStride * data.count;
  for (int rank = 0; rank < data.ranks; ++rank) {
    data.types.push_back(rank % 2 == 0 ? plain_ : strided_);
    data.byte_displacements.push_back(rank * bytes);
  }
}

}  // namespace dps::rawtiming
