#include "mpi_programs/library/communicators.h"

#include <atomic>
#include <cstdlib>

#include "mpi_programs/library/calling_thread.h"
#include "mpi_programs/library/containers/lock.h"
#include "mpi_programs/library/containers/pointer_map.h"
#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {

bool has_many_threads = false;

namespace {

std::atomic_flag table_lock = ATOMIC_FLAG_INIT;
PointerMap<std::uint32_t> numbers;
std::uint32_t last_number = board::kSelf;
std::atomic<MPI_Comm> world_handle = nullptr;
MPI_Group world_group = nullptr;

/// Memory for a list of ranks, freed at its end.
class RankList {
 public:
  explicit RankList(int count)
      : ranks_(static_cast<int*>(std::calloc(static_cast<std::size_t>(count) + 1, sizeof(int)))) {}
  RankList(const RankList&) = delete;
  RankList& operator=(const RankList&) = delete;
  ~RankList() { std::free(ranks_); }
  [[nodiscard]] int* get() const { return ranks_; }

 private:
  int* ranks_;
};

int size_of(MPI_Group group) {
  int size = 0;
  DPS_NEXT(Group_size)(group, &size);
  return size;
}

/// Stores the ranks in MPI_COMM_WORLD of the group's members.
void translate(MPI_Group group, int size, int* ranks) {
  const RankList own(size);
  if (own.get() == nullptr) {
    return;
  }
  for (int i = 0; i < size; ++i) {
    own.get()[i] = i;
    ranks[i] = -1;
  }
  DPS_NEXT(Group_translate_ranks)(group, size, own.get(), world_group, ranks);
  for (int i = 0; i < size; ++i) {
    ranks[i] = ranks[i] == MPI_UNDEFINED ? -1 : ranks[i];
  }
}

/// Writes the record and its list into the log; in a prediction, dps gets both, too.
void describe(const CallRecord& record, const int* ranks, int count) {
  const auto size = static_cast<std::size_t>(count);
  write_special(*this_thread, record, ranks, sizeof(int) * size);
  if (is_predicting) {
    board::BoardRequest request = request_of(board::RequestKind::kDescribe, kNoFunction);
    request.communicator = record.communicator;
    request.peer = record.peer;
    request.tag = record.tag;
    request.flags = record.site;
    request.bytes = record.begin;
    notify(request, ranks, size);
  }
}

/// Writes the record with the members of two groups, and frees the groups. `other` may be null.
void write_groups(CallRecord record, MPI_Group own, MPI_Group other) {
  const int own_size = size_of(own);
  const int other_size = other != nullptr ? size_of(other) : 0;
  const RankList ranks(own_size + other_size);
  if (ranks.get() != nullptr) {
    translate(own, own_size, ranks.get());
    if (other != nullptr) {
      translate(other, other_size, ranks.get() + own_size);
    }
    record.begin = static_cast<board::ClockTicks>(own_size);
    describe(record, ranks.get(), own_size + other_size);
  }
  DPS_NEXT(Group_free)(&own);
  if (other != nullptr) {
    DPS_NEXT(Group_free)(&other);
  }
}

/// The two groups of a communicator; the second one is empty unless it is an intercommunicator.
void write_members(CallRecord record, MPI_Comm communicator) {
  int is_inter = 0;
  MPI_Group own = nullptr;
  MPI_Group other = nullptr;
  DPS_NEXT(Comm_test_inter)(communicator, &is_inter);
  DPS_NEXT(Comm_group)(communicator, &own);
  if (is_inter != 0) {
    DPS_NEXT(Comm_remote_group)(communicator, &other);
    record.site = board::kIntercommunicator;
  }
  write_groups(record, own, other);
}

/// `handle`: a communicator or a window.
std::uint32_t enter(const void* handle) {
  const TableLock lock(table_lock);
  const std::uint32_t number = ++last_number;
  numbers.add(handle, number);
  return number;
}

/// The number that is known; 0: none.
std::uint32_t known_number(const void* handle) {
  const TableLock lock(table_lock);
  const std::uint32_t* known = numbers.find(handle);
  return known != nullptr ? *known : 0;
}

CallRecord description(std::uint32_t number, MPI_Comm parent, int tag) {
  CallRecord record{};
  record.function = board::kCommunicator;
  record.communicator = number;
  record.peer = static_cast<std::int32_t>(parent == nullptr ? 0 : known_number(parent));
  record.tag = tag;
  return record;
}

bool is_usable(MPI_Comm communicator) {
  return this_thread != nullptr && communicator != nullptr &&
         communicator != predefined::no_communicator() && world_group != nullptr;
}

}  // namespace

std::uint32_t number_of(MPI_Comm communicator) {
  if (communicator == world_handle.load(std::memory_order_relaxed)) [[likely]] {
    return board::kWorld;
  }
  if (!is_usable(communicator)) {
    return 0;
  }
  if (const std::uint32_t known = known_number(communicator)) {
    return known;
  }
  add_communicator(communicator, nullptr, board::kAny);
  return known_number(communicator);
}

void add_communicator(MPI_Comm made, MPI_Comm parent, int tag) {
  if (is_usable(made)) {
    const CallRecord record = description(enter(made), parent, tag);
    write_members(record, made);
  }
}

void add_copy(MPI_Comm made, MPI_Comm parent) {
  if (is_usable(made)) {
    CallRecord record = description(enter(made), parent, board::kAny);
    record.site = board::kMembersOfParent;
    describe(record, nullptr, 0);
  }
}

std::uint32_t number_of(MPI_Win window) {
  if (window == nullptr || window == predefined::no_window() || this_thread == nullptr ||
      world_group == nullptr) {
    return 0;
  }
  if (const std::uint32_t known = known_number(window)) {
    return known;
  }
  MPI_Group members = nullptr;
  if (DPS_NEXT(Win_get_group)(window, &members) != MPI_SUCCESS) {
    return 0;
  }
  const std::uint32_t number = enter(window);
  write_groups(description(number, nullptr, board::kTagOfWindow), members, nullptr);
  return number;
}

void remove_handle(const void* handle) {
  const TableLock lock(table_lock);
  numbers.remove(handle);
}

void add_predefined(bool has_threads) {
  has_many_threads = has_threads;
  auto* const world = predefined::world();
  numbers.add(predefined::self(), board::kSelf);
  numbers.add(world, board::kWorld);
  DPS_NEXT(Comm_group)(world, &world_group);
  world_handle = world;
}

}  // namespace dps::mpi_library
