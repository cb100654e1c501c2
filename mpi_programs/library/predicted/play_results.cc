#include "mpi_programs/library/predicted/play_results.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/predicted/packing.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {

std::uint64_t MemberBlocks::bytes(int i) const {
  return bytes_of(count_of(i), type_of(i));
}

char* MemberBlocks::address(int i) const {
  MPI_Aint lower = 0;
  MPI_Aint extent = 1;
  if (types == nullptr) {
    DPS_NEXT(Type_get_extent)(type, &lower, &extent);
  }
  MPI_Aint elements = at != nullptr ? at[i] : MPI_Aint{i} * count;
  if (at == nullptr && counts != nullptr) {
    elements = std::accumulate(counts, counts + i, MPI_Aint{0});
  }
  return static_cast<char*>(data) + elements * extent;
}

namespace {

/// The size of the places of the blocks, which precede the blocks in a member's contribution.
std::uint64_t head_bytes(int members) {
  return (static_cast<std::uint64_t>(members) + 1) * sizeof(std::uint64_t);
}

int pack_block(const MemberBlocks& blocks, int i, char* to) {
  const int count = blocks.count_of(i) > 0 ? blocks.count_of(i) : 0;
  const MPI_Datatype type = blocks.type_of(i);
  return report_limit(
      pack_elements({blocks.address(i), static_cast<std::uint64_t>(count), type}, to), type);
}

/// The data that a member has contributed.
struct Brought {
  const char* data = nullptr;
  std::uint64_t bytes = 0;
};

Brought brought_by(const board::Completion& of, const MemberResult& result) {
  const int slice = result.slice;
  if (of.place == 0) {
    return {};
  }
  const char* data = static_cast<const char*>(arena().data(of.place));
  if (slice < 0) {
    const std::uint64_t skipped = std::min(result.skipped, of.bytes);
    return {data + skipped, std::min(of.bytes - skipped, result.most)};
  }
  std::uint64_t ends[2];
  std::memcpy(ends, data + static_cast<std::size_t>(slice) * sizeof(std::uint64_t), sizeof(ends));
  return {data + ends[0], ends[1] - ends[0]};
}

int unpack_block(const Brought& from, char* to, int count, MPI_Datatype type, MPI_Comm comm) {
  const std::uint64_t room = bytes_of(count, type);
  if (from.bytes > room) {
    return fail(comm, MPI_ERR_TRUNCATE);
  }
  const ElementList elements{to, static_cast<std::uint64_t>(count > 0 ? count : 0), type};
  return from.bytes == 0 ? MPI_SUCCESS
                         : report_limit(unpack_elements(from.data, from.bytes, elements), type);
}

int take_blocks(const MemberResult& result, const board::Completion* brought) {
  int code = MPI_SUCCESS;
  for (int i = result.first; i < result.last; ++i) {
    if (result.leaves_own && i == result.self) {
      continue;
    }
    const int to = result.is_first_block ? 0 : i;
    const int one = unpack_block(brought_by(brought[i], result), result.into.address(to),
                                 result.into.count_of(to), result.into.type_of(to), result.comm);
    code = code == MPI_SUCCESS ? one : code;
  }
  return code;
}

/// Memory for `count` elements of a type, whose first byte may be before its address.
class Elements {
 public:
  Elements(int count, MPI_Datatype type) {
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Aint true_lower = 0;
    MPI_Aint true_extent = 0;
    DPS_NEXT(Type_get_extent)(type, &lower, &extent);
    DPS_NEXT(Type_get_true_extent)(type, &true_lower, &true_extent);
    const MPI_Aint size = true_extent + (count > 0 ? (count - 1) * extent : 0);
    memory_ = static_cast<char*>(std::calloc(1, static_cast<std::size_t>(size > 0 ? size : 1)));
    begin_ = memory_ == nullptr ? nullptr : memory_ - true_lower;
  }
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;
  ~Elements() { std::free(memory_); }
  /// Returns null if there was no memory.
  [[nodiscard]] char* get() const { return begin_; }

 private:
  char* memory_;
  char* begin_;
};

/// Combines the data of members in the order of their ranks, as operations need that do not
/// commute.
int take_reduction(const MemberResult& result, const board::Completion* brought) {
  const MemberBlocks& into = result.into;
  if (into.count == 0 || result.first >= result.last) {
    return MPI_SUCCESS;
  }
  const Elements left(into.count, into.type);
  const Elements right(into.count, into.type);
  if (left.get() == nullptr || right.get() == nullptr) {
    return fail(result.comm, MPI_ERR_NO_MEM);
  }
  char* sum = left.get();
  char* next = right.get();
  int code = unpack_block(brought_by(brought[result.first], result), sum, into.count, into.type,
                          result.comm);
  for (int i = result.first + 1; i < result.last && code == MPI_SUCCESS; ++i) {
    code = unpack_block(brought_by(brought[i], result), next, into.count, into.type, result.comm);
    if (code == MPI_SUCCESS) {
      code = DPS_NEXT(Reduce_local)(sum, next, into.count, into.type, result.op);
    }
    char* const other = sum;
    sum = next;
    next = other;
  }
  if (code == MPI_SUCCESS) {
    // A copy within this rank, which is all that MPI has for elements of any type.
    constexpr int kTag = 32'000;
    code = DPS_NEXT(Sendrecv)(sum, into.count, into.type, 0, kTag, into.data, into.count, into.type,
                              0, kTag, predefined::self(), MPI_STATUS_IGNORE);
  }
  return code;
}

}  // namespace

int bring(const Bringing& data, board::BoardRequest& request) {
  const int first = data.is_sliced ? 0 : data.only;
  const int last = data.is_sliced ? data.members : data.only + 1;
  std::uint64_t bytes = data.is_sliced ? head_bytes(data.members) : 0;
  for (int i = first; i < last; ++i) {
    bytes += data.blocks.bytes(i);
  }
  if (bytes == 0 || data.readers <= 0) {
    return MPI_SUCCESS;
  }
  request.place = arena().take(bytes);
  if (request.place == 0) {
    request.kind = board::RequestKind::kHeapIsFull;
    request.bytes = bytes;
    query(request);  // does not return
  }
  arena().share(request.place, static_cast<std::uint32_t>(data.readers));
  char* const to = static_cast<char*>(arena().data(request.place));
  std::uint64_t at = data.is_sliced ? head_bytes(data.members) : 0;
  int code = MPI_SUCCESS;
  for (int i = first; i < last && code == MPI_SUCCESS; ++i) {
    const std::uint64_t size = data.blocks.bytes(i);
    code = size == 0 ? code : pack_block(data.blocks, i, to + at);
    if (data.is_sliced) {
      std::memcpy(to + static_cast<std::size_t>(i) * sizeof(at), &at, sizeof(at));
    }
    at += size;
  }
  if (data.is_sliced) {
    std::memcpy(to + static_cast<std::size_t>(last) * sizeof(at), &at, sizeof(at));
  }
  return code;
}

int take_results(const MemberResult& result, const board::Completion* brought, int members) {
  int code = MPI_SUCCESS;
  if (result.kind == MemberResult::Kind::kBlocks) {
    code = take_blocks(result, brought);
  } else if (result.kind == MemberResult::Kind::kReduction) {
    code = take_reduction(result, brought);
  }
  for (int i = result.first; i < result.last && i < members; ++i) {
    const bool is_own = result.leaves_own && i == result.self;
    if (result.kind != MemberResult::Kind::kNothing && !is_own && brought[i].place != 0) {
      arena().free(brought[i].place);
    }
  }
  return code;
}

}  // namespace dps::mpi_library
