#include "mpi_programs/library/team.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/returned_errors.h"
#include "mpi_programs/library/team_messages.h"

namespace dps::mpi_library {
namespace {

constexpr std::uint64_t kOneSecond = 1'000'000'000;
constexpr std::uint64_t kGatherTime = 5 * kOneSecond;
/// The leader answers within kGatherTime, unless it was stopped meanwhile.
constexpr std::uint64_t kAnswerTime = 300 * kOneSecond;
constexpr std::uint32_t kHelloMagic = 0x6f6c'6568;
constexpr int kExchangeCount = 100;
constexpr int kClockTag = 1;

struct TeamHello {
  std::uint32_t magic = kHelloMagic;
  TeamRole role = TeamRole::kRemote;
  board::Attach self;
};

/// The answer to a TeamHello; the ranks in MPI_COMM_WORLD of the team follow, the leader's first.
struct Welcome {
  RecordingTerms terms;
  std::int32_t count = 0;  ///< 0: the rank is refused
  std::uint32_t serves_clock = 0;
};

/// The leader's data about a member of the team.
struct Member {
  std::int32_t rank;
  bool is_remote;
  bool serves_clock;
  std::array<char, 128> clock;
};

MPI_Comm team = nullptr;
TeamRole own_role = TeamRole::kUnrecorded;
bool serves_clock = false;
board::Attach own_introduction;
int board_connection = -1;
// Used by the leader only:
Member* members = nullptr;
int member_count = 0;
MPI_Request* absorbers = nullptr;  // receives of greetings that come too late
int absorber_count = 0;
TeamHello* late_hellos = nullptr;  // the buffers of these receives
char* late_answer = nullptr;       // the buffer of another rank's receive of the leader's answer

void pause_for(std::uint64_t nanoseconds) {
  const timespec time{0, static_cast<long>(nanoseconds)};
  ::nanosleep(&time, nullptr);
}

/// A tag that programs do not use.
int meeting_tag() {
  constexpr int kBelowLargest = 20'011;
  int* largest = nullptr;
  int is_known = 0;
  DPS_NEXT(Comm_get_attr)(predefined::world(), MPI_TAG_UB, static_cast<void*>(&largest), &is_known);
  return (is_known != 0 ? *largest : 32'767) - kBelowLargest;
}

/// The name under which the leader's rank is published.
std::array<char, 256> leader_name(const board::Attach& self) {
  std::array<char, 256> name{};
  const char* variable = std::getenv(board::kVariable);
  const std::string_view board = variable != nullptr ? board::name_in(variable) : "dps";
  std::snprintf(name.data(), name.size(), "%.*s-%s", static_cast<int>(board.size()), board.data(),
                self.world.data());
  return name;
}

/// Returns false if the request has failed or has not completed in time.
bool wait_for(MPI_Request& request, std::uint64_t time) {
  const std::uint64_t due = board::nanoseconds_now() + time;
  for (;;) {
    int is_complete = 0;
    if (DPS_NEXT(Test)(&request, &is_complete, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      return false;
    }
    if (is_complete != 0 || board::nanoseconds_now() > due) {
      return is_complete != 0;
    }
    pause_for(20'000);
  }
}

// --- the clocks ----------------------------------------------------------------------------------

void serve_exchanges() {
  for (int i = 0; i < kExchangeCount; ++i) {
    receive_bytes(team, 0, nullptr, 0, kClockTag);
    const board::ClockTicks read = board::ticks_now(clock_of_logs);
    send_bytes(team, 0, &read, sizeof(read), kClockTag);
  }
}

void make_exchanges(int member) {
  std::array<board::TickExchange, kExchangeCount> exchanges{};
  for (board::TickExchange& exchange : exchanges) {
    exchange.sent = board::ticks_now(clock_of_logs);
    send_bytes(team, member, nullptr, 0, kClockTag);
    receive_bytes(team, member, &exchange.read, sizeof(exchange.read), kClockTag);
    exchange.received = board::ticks_now(clock_of_logs);
  }
  CallRecord record{};
  record.function = board::kExchanges;
  record.peer = members[member].rank;
  if (this_thread != nullptr || add_thread() != nullptr) {
    write_special(*this_thread, record, exchanges.data(), sizeof(exchanges));
  }
}

// --- meeting -------------------------------------------------------------------------------------

/// Makes the communicator of the team. All members call it.
bool make_team(const std::int32_t* ranks, int count) {
  MPI_Group all = nullptr;
  MPI_Group some = nullptr;
  DPS_NEXT(Comm_group)(predefined::world(), &all);
  DPS_NEXT(Group_incl)(all, count, ranks, &some);
  const int code = DPS_NEXT(Comm_create_group)(predefined::world(), some, meeting_tag(), &team);
  DPS_NEXT(Group_free)(&some);
  DPS_NEXT(Group_free)(&all);
  if (code != MPI_SUCCESS) {
    team = nullptr;
    return false;
  }
  ReturnedErrors::return_errors(team);
  return true;
}

/// The first remote rank of each clock that is not the leader's serves the clock.
bool is_first_of_clock(int position) {
  const Member& member = members[position];
  for (int i = 0; i < position; ++i) {
    if (std::strcmp(members[i].clock.data(), member.clock.data()) == 0) {
      return false;
    }
  }
  return member.is_remote;
}

void add_member(const board::Attach& of, bool is_remote) {
  Member& member = members[member_count];
  member.rank = of.rank;
  member.is_remote = is_remote;
  member.clock = of.clock;
  member.serves_clock = member_count > 0 && is_first_of_clock(member_count);
  ++member_count;
}

void answer(std::int32_t rank, const Welcome& welcome, const std::int32_t* ranks) {
  const std::size_t size =
      sizeof(welcome) + sizeof(*ranks) * static_cast<std::size_t>(welcome.count);
  auto* bytes = static_cast<char*>(std::malloc(size));
  if (bytes == nullptr) {
    return;
  }
  std::memcpy(bytes, &welcome, sizeof(welcome));
  if (welcome.count > 0) {
    std::memcpy(bytes + sizeof(welcome), ranks, size - sizeof(welcome));
  }
  DPS_NEXT(Send)
  (bytes, static_cast<int>(size), predefined::byte(), rank, meeting_tag(), predefined::world());
  std::free(bytes);
}

/// Receives a greeting and enters its rank. Returns false if the message is none.
bool receive_hello(const MPI_Status& status, bool* has_come) {
  TeamHello hello;
  int size = 0;
  DPS_NEXT(Get_count)(&status, predefined::byte(), &size);
  if (size != static_cast<int>(sizeof(hello)) ||
      DPS_NEXT(Recv)(&hello, size, predefined::byte(), status.MPI_SOURCE, status.MPI_TAG,
                     predefined::world(), MPI_STATUS_IGNORE) != MPI_SUCCESS) {
    return false;
  }
  has_come[status.MPI_SOURCE] = true;
  if (hello.magic != kHelloMagic || hello.self.version != board::kMessageVersion ||
      hello.self.rank != status.MPI_SOURCE) {
    answer(status.MPI_SOURCE, {}, nullptr);
  } else if (hello.role != TeamRole::kUnrecorded) {
    add_member(hello.self, hello.role == TeamRole::kRemote);
    if (hello.role == TeamRole::kRemote) {
      hello.self.kind = board::MessageKind::kRemote;
      board::send_message(board_connection, hello.self, -1);
    }
  }
  return true;
}

/// Posts receives for greetings that may yet come, so that the program never sees them.
void absorb_late(const bool* has_come, int size) {
  absorbers =
      static_cast<MPI_Request*>(std::calloc(static_cast<std::size_t>(size), sizeof(*absorbers)));
  late_hellos =
      static_cast<TeamHello*>(std::calloc(static_cast<std::size_t>(size), sizeof(TeamHello)));
  for (int rank = 0; rank < size && absorbers != nullptr && late_hellos != nullptr; ++rank) {
    if (!has_come[rank]) {
      DPS_NEXT(Irecv)
      (&late_hellos[rank], sizeof(TeamHello), predefined::byte(), rank, meeting_tag(),
       predefined::world(), &absorbers[absorber_count++]);
    }
  }
}

void gather(int size, bool* has_come) {
  const std::uint64_t due = board::nanoseconds_now() + kGatherTime;
  for (int greetings = 1; greetings < size;) {
    int is_there = 0;
    MPI_Status status;
    DPS_NEXT(Iprobe)(MPI_ANY_SOURCE, meeting_tag(), predefined::world(), &is_there, &status);
    if (is_there != 0) {
      if (!receive_hello(status, has_come)) {
        break;
      }
      ++greetings;
    } else if (board::nanoseconds_now() > due) {
      break;
    } else {
      pause_for(20'000);
    }
  }
  absorb_late(has_come, size);
}

bool lead(const RecordingTerms& terms) {
  const auto name = leader_name(own_introduction);
  std::array<char, MPI_MAX_PORT_NAME> place{};
  std::snprintf(place.data(), place.size(), "%d", own_introduction.rank);
  const auto size = static_cast<std::size_t>(own_introduction.size);
  members = static_cast<Member*>(std::calloc(size, sizeof(Member)));
  auto* has_come = static_cast<bool*>(std::calloc(size, sizeof(bool)));
  auto* ranks = static_cast<std::int32_t*>(std::calloc(size, sizeof(std::int32_t)));
  bool is_made = false;
  if (members != nullptr && has_come != nullptr && ranks != nullptr &&
      DPS_NEXT(Publish_name)(name.data(), predefined::no_info(), place.data()) == MPI_SUCCESS) {
    has_come[own_introduction.rank] = true;
    add_member(own_introduction, false);
    gather(own_introduction.size, has_come);
    DPS_NEXT(Unpublish_name)(name.data(), predefined::no_info(), place.data());
    for (int i = 0; i < member_count; ++i) {
      ranks[i] = members[i].rank;
    }
    for (int i = 1; i < member_count; ++i) {
      answer(ranks[i], {terms, member_count, members[i].serves_clock ? 1U : 0U}, ranks);
    }
    is_made = member_count > 1 && make_team(ranks, member_count);
  }
  std::free(has_come);
  std::free(ranks);
  return is_made;
}

/// Returns the leader's rank; negative if there is none.
int find_leader() {
  const auto name = leader_name(own_introduction);
  std::array<char, MPI_MAX_PORT_NAME> place{};
  const std::uint64_t due = board::nanoseconds_now() + kGatherTime;
  std::uint64_t pause = 2'000'000;
  while (DPS_NEXT(Lookup_name)(name.data(), predefined::no_info(), place.data()) != MPI_SUCCESS) {
    if (board::nanoseconds_now() > due) {
      return -1;
    }
    pause_for(pause);
    pause = std::min<std::uint64_t>(2 * pause, 200'000'000);
  }
  return std::atoi(place.data());
}

/// Greets the leader. Returns its terms, without records if no leader takes this rank.
RecordingTerms join() {
  const int leader = find_leader();
  if (leader < 0) {
    return {};
  }
  const TeamHello hello{kHelloMagic, own_role, own_introduction};
  const std::size_t size =
      sizeof(Welcome) + sizeof(std::int32_t) * static_cast<std::size_t>(own_introduction.size);
  auto* bytes = static_cast<char*>(std::calloc(1, size));
  MPI_Request reply = nullptr;
  if (bytes == nullptr) {
    return {};
  }
  if (own_role != TeamRole::kUnrecorded) {
    DPS_NEXT(Irecv)
    (bytes, static_cast<int>(size), predefined::byte(), leader, meeting_tag(), predefined::world(),
     &reply);
  }
  DPS_NEXT(Send)
  (&hello, sizeof(hello), predefined::byte(), leader, meeting_tag(), predefined::world());
  Welcome welcome;
  if (own_role == TeamRole::kUnrecorded || wait_for(reply, kAnswerTime)) {
    std::memcpy(&welcome, bytes, sizeof(welcome));
    const bool is_made =
        welcome.count > 1 &&
        make_team(reinterpret_cast<std::int32_t*>(bytes + sizeof(welcome)), welcome.count);
    std::free(bytes);
    serves_clock = welcome.serves_clock != 0;
    return is_made ? welcome.terms : RecordingTerms{};
  }
  late_answer = bytes;
  return {};
}

// --- the logs ------------------------------------------------------------------------------------

void receive_all_logs() {
  for (int i = 1; i < member_count; ++i) {
    if (members[i].serves_clock) {
      make_exchanges(i);
    }
    if (members[i].is_remote) {
      board::Attach of = own_introduction;
      of.rank = members[i].rank;
      pass_logs_on(team, i, of, board_connection);
    }
  }
}

void cancel_absorbers() {
  for (int i = 0; i < absorber_count; ++i) {
    DPS_NEXT(Cancel)(&absorbers[i]);
    DPS_NEXT(Wait)(&absorbers[i], MPI_STATUS_IGNORE);
  }
  absorber_count = 0;
}

}  // namespace

bool has_other_hosts() {
  const char* all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  return all != nullptr && here != nullptr && std::atoi(here) < std::atoi(all) &&
         std::getenv(board::kVariable) != nullptr;
}

RecordingTerms meet(const board::Attach& self, TeamRole role, const RecordingTerms& terms,
                    int connection) {
  own_introduction = self;
  own_role = role;
  board_connection = connection;
  const ReturnedErrors returned(predefined::world());
  RecordingTerms own = terms;
  if (role == TeamRole::kLeader) {
    if (!lead(terms)) {
      return terms;
    }
    for (int i = 1; i < member_count; ++i) {
      if (members[i].serves_clock) {
        make_exchanges(i);
      }
    }
  } else {
    const RecordingTerms joined = join();
    if (team == nullptr) {
      return role == TeamRole::kMember ? terms : RecordingTerms{};
    }
    if (role != TeamRole::kMember) {
      own = {std::min(joined.records, board::most_records(self.size)), joined.samples};
    }
    if (serves_clock) {
      serve_exchanges();
    }
  }
  DPS_NEXT(Barrier)(team);  // they begin together
  return own;
}

void hand_over_logs(const CallingThread* threads) {
  if (own_role == TeamRole::kLeader) {
    cancel_absorbers();
  }
  if (team == nullptr) {
    return;
  }
  if (own_role == TeamRole::kLeader) {
    receive_all_logs();
  } else if (own_role == TeamRole::kRemote) {
    if (serves_clock) {
      serve_exchanges();
    }
    send_logs(team, threads);
  }
  DPS_NEXT(Comm_free)(&team);
}

}  // namespace dps::mpi_library
