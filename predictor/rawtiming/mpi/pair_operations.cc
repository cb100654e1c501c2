// Functions of two processes: point to point, and contended, in which all pairs exchange messages
// at once.
#include <array>
#include <string>

#include "base/check.h"
#include "base/random.h"
#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/operation.h"
#include "predictor/rawtiming/plan/pairing.h"

namespace dps::rawtiming {
namespace {

constexpr int kMessageTag = 1;
constexpr int kReportTag = 2;
constexpr int kStream = static_cast<int>(kStreamMessages);

/// One process of a pair in a trial.
struct Side {
  MPI_Comm group = MPI_COMM_NULL;
  MPI_Datatype type = MPI_INT;
  std::size_t element = 0;  ///< bytes
  int count = 0;
  int peer = 0;
  std::byte* out = nullptr;
  std::byte* in = nullptr;
  std::uint32_t rounds = 1;  ///< of `pingpong` in a trial
  std::array<MPI_Request, kStream> requests{};

  void send() const { MPI_Send(out, count, type, peer, kMessageTag, group); }
  void receive() const { MPI_Recv(in, count, type, peer, kMessageTag, group, MPI_STATUS_IGNORE); }
  void post_send() { MPI_Isend(out, count, type, peer, kMessageTag, group, requests.data()); }
  void post_receive() { MPI_Irecv(in, count, type, peer, kMessageTag, group, requests.data()); }
  void wait() { MPI_Wait(requests.data(), MPI_STATUS_IGNORE); }
};

template <typename Call>
TrialTimes timed(const Call& call) {
  TrialTimes times;
  times.begin = times.from = now();
  call();
  times.to = now();
  return times;
}

TrialTimes send(Side& side) {
  return timed([&] { side.send(); });
}
TrialTimes receive(Side& side) {
  return timed([&] { side.receive(); });
}
TrialTimes synchronous_send(Side& side) {
  return timed(
      [&] { MPI_Ssend(side.out, side.count, side.type, side.peer, kMessageTag, side.group); });
}
TrialTimes ready_send(Side& side) {
  return timed(
      [&] { MPI_Rsend(side.out, side.count, side.type, side.peer, kMessageTag, side.group); });
}
TrialTimes wait_for_posted(Side& side) {
  return timed([&] { side.wait(); });
}

/// The time to post, the time to wait directly after it, and the time until MPI_Test reports
/// completion.
template <typename Post>
TrialTimes posting(Side& side, const Post& post) {
  const TrialTimes times = timed(post);
  side.wait();
  return times;
}
template <typename Post>
TrialTimes waiting(Side& side, const Post& post) {
  TrialTimes times;
  times.begin = now();
  post();
  times.from = now();
  side.wait();
  times.to = now();
  return times;
}
template <typename Post>
TrialTimes testing(Side& side, const Post& post) {
  TrialTimes times;
  times.begin = now();
  post();
  times.from = now();
  for (int is_complete = 0; is_complete == 0;) {
    MPI_Test(side.requests.data(), &is_complete, MPI_STATUS_IGNORE);
  }
  times.to = now();
  return times;
}

TrialTimes isend1(Side& side) {
  return posting(side, [&] { side.post_send(); });
}
TrialTimes isend2(Side& side) {
  return waiting(side, [&] { side.post_send(); });
}
TrialTimes isend_overlap(Side& side) {
  return testing(side, [&] { side.post_send(); });
}
TrialTimes irecv1(Side& side) {
  return posting(side, [&] { side.post_receive(); });
}
TrialTimes irecv2(Side& side) {
  return waiting(side, [&] { side.post_receive(); });
}
TrialTimes irecv_overlap(Side& side) {
  return testing(side, [&] { side.post_receive(); });
}

TrialTimes exchange(Side& side) {
  return timed([&] {
    MPI_Sendrecv(side.out, side.count, side.type, side.peer, kMessageTag, side.in, side.count,
                 side.type, side.peer, kMessageTag, side.group, MPI_STATUS_IGNORE);
  });
}

/// The mean of several rounds, after one that brings code and buffers into the caches and both
/// processes into step; or a single one.
template <typename Call>
TrialTimes rounds(const Side& side, const Call& call) {
  if (side.rounds == 1) {
    return timed(call);
  }
  const Reading begin = now();
  call();
  TrialTimes times = timed([&] {
    for (std::uint32_t i = 0; i < side.rounds; ++i) {
      call();
    }
  });
  times.begin = begin;
  times.scale = 1.0 / side.rounds;
  return times;
}

TrialTimes serve(Side& side) {
  return rounds(side, [&] {
    side.send();
    side.receive();
  });
}
TrialTimes answer(Side& side) {
  return rounds(side, [&] {
    side.receive();
    side.send();
  });
}

TrialTimes stream_out(Side& side) {
  TrialTimes times = timed([&] {
    for (MPI_Request& request : side.requests) {
      MPI_Isend(side.out, side.count, side.type, side.peer, kMessageTag, side.group, &request);
    }
    MPI_Waitall(kStream, side.requests.data(), MPI_STATUSES_IGNORE);
    MPI_Recv(nullptr, 0, side.type, side.peer, kMessageTag, side.group, MPI_STATUS_IGNORE);
  });
  times.scale = 1.0 / kStream;
  return times;
}
TrialTimes stream_in(Side& side) {
  return timed([&] {
    MPI_Waitall(kStream, side.requests.data(), MPI_STATUSES_IGNORE);
    MPI_Send(nullptr, 0, side.type, side.peer, kMessageTag, side.group);
  });
}

enum class Measures : std::uint8_t { kFirst, kSecond, kBoth };
enum class Posts : std::uint8_t { kNothing, kReceive, kReceives };

/// The actions of both processes, and the one whose time counts.
struct PairFunction {
  std::string_view name;
  TrialTimes (*first)(Side&);
  TrialTimes (*second)(Side&);
  Measures measures = Measures::kFirst;
  Posts posts = Posts::kNothing;  ///< the second, before the start is agreed
  bool has_one_buffer = false;    ///< each process receives where it sends from
};

constexpr auto kFunctions = std::to_array<PairFunction>({
    {"send", send, receive},
    {"ssend", synchronous_send, receive},
    {"rsend", ready_send, wait_for_posted, Measures::kFirst, Posts::kReceive},
    {"isend1", isend1, receive},
    {"isend2", isend2, receive},
    {"isendoverlap", isend_overlap, receive},
    {"recv", send, receive, Measures::kSecond},
    {"irecv1", send, irecv1, Measures::kSecond},
    {"irecv2", send, irecv2, Measures::kSecond},
    {"irecvoverlap", send, irecv_overlap, Measures::kSecond},
    {"recvmin", send, receive, Measures::kSecond},
    {"sendlate", send, receive},
    {"stream", stream_out, stream_in, Measures::kFirst, Posts::kReceives},
    {"sendrecv", exchange, exchange, Measures::kBoth},
    {"pingpong", serve, answer, Measures::kFirst, Posts::kNothing, true},
    {"allsend", send, receive},
    {"allrecv", send, receive, Measures::kSecond},
    {"allsendrecv", exchange, exchange, Measures::kBoth},
    {"allpingpong", serve, answer, Measures::kBoth, Posts::kNothing, true},
});

class PairOperation : public TimedOperation {
 public:
  PairOperation(const OperationSetting& setting, const PairFunction& function)
      : function_(function),
        is_contended_(setting.series.function->group == datasheets::FunctionGroup::kContended),
        is_late_(has_delay(function.name)),
        seed_(seed_of(setting.options.seed, setting.point.processes)),
        room_(trial_bytes(setting.options, setting.series, setting.point)),
        pool_(setting.pool) {
    side_.group = setting.group;
    side_.type = mpi_type(setting.options.type);
    side_.element = bytes_of(setting.options.type);
    side_.count = static_cast<int>(setting.point.elements);
    side_.rounds = rounds_of(setting.options, function.name);
    const int rank = rank_in(setting.group);
    rank_ = static_cast<std::uint32_t>(rank);
    ranks_ = static_cast<std::uint32_t>(size_of(setting.group));
    role_ = rank == 0 ? Role::kFirst : Role::kSecond;
    side_.peer = 1 - rank;
  }

  void prepare(std::uint64_t trial) override {
    if (is_contended_) {
      const Partner partner = partner_of(rank_, ranks_, seed_, trial);
      role_ = partner.role;
      side_.peer = static_cast<int>(partner.rank);
    }
    const std::size_t bytes = static_cast<std::size_t>(side_.count) * side_.element;
    pool_.begin_trial(room_);
    side_.out = pool_.take(bytes);
    side_.in =
        function_.has_one_buffer
            ? side_.out
            : pool_.take(function_.posts == Posts::kReceives ? kStreamMessages * bytes : bytes);
    if (function_.posts != Posts::kNothing) {
      post(bytes);
    }
  }

  [[nodiscard]] Reading lateness(const Prescription& prescription) const override {
    return is_late_ && role_ == Role::kSecond ? prescription.delay : 0;
  }

  TrialTimes run(const Prescription& /*prescription*/) override {
    if (role_ == Role::kNone) {
      return timed([] {});
    }
    const bool is_first = role_ == Role::kFirst;
    TrialTimes times = is_first ? function_.first(side_) : function_.second(side_);
    times.counts = function_.measures == Measures::kBoth ||
                   (function_.measures == Measures::kFirst) == is_first;
    return times;
  }

 private:
  /// Called in the second process: posts its receives and reports that to the first.
  void post(std::size_t bytes) {
    if (role_ == Role::kFirst) {
      MPI_Recv(nullptr, 0, side_.type, side_.peer, kReportTag, side_.group, MPI_STATUS_IGNORE);
      return;
    }
    if (function_.posts == Posts::kReceive) {
      side_.post_receive();
    } else {
      for (std::size_t i = 0; i < kStreamMessages; ++i) {
        MPI_Irecv(side_.in + i * bytes, side_.count, side_.type, side_.peer, kMessageTag,
                  side_.group, &side_.requests[i]);
      }
    }
    MPI_Send(nullptr, 0, side_.type, side_.peer, kReportTag, side_.group);
  }

  const PairFunction& function_;
  bool is_contended_;
  bool is_late_;
  std::uint64_t seed_;
  std::uint64_t room_;
  Pool& pool_;
  Side side_;
  Role role_ = Role::kNone;
  std::uint32_t rank_ = 0;
  std::uint32_t ranks_ = 0;
};

std::unique_ptr<TimedOperation> make_pair(const OperationSetting& setting, std::string_view name) {
  for (const PairFunction& function : kFunctions) {
    if (function.name == name) {
      return std::make_unique<PairOperation>(setting, function);
    }
  }
  DPS_CHECK(false);
}

}  // namespace

std::unique_ptr<TimedOperation> make_pair_operation(const OperationSetting& setting) {
  return make_pair(setting, setting.series.function->name);
}

std::unique_ptr<TimedOperation> make_plain_receive(const OperationSetting& setting) {
  return make_pair(setting, "recv");
}

}  // namespace dps::rawtiming
