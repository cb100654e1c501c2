/// Ranks without processes: each makes the requests of a script, in a random real order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "mpi_programs/board/record.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

/// A request, `computes` picoseconds after the end of the one before.
struct Step {
  board::RequestKind kind = board::RequestKind::kSend;
  Function function = mpi_library::kSend;
  std::int32_t peer = board::kAny;
  std::int32_t tag = 5;
  std::uint64_t bytes = 4;
  std::int64_t computes = 0;
  std::uint32_t communicator = board::kWorld;
  std::int32_t source = 0;  ///< the source of an exchange, whose tags are equal
  std::vector<std::int32_t> listed{};
  std::int32_t operation = 0;    ///< 0: the next one
  bool is_notification = false;  ///< no reply is needed: the next request follows `computes` later
  std::uint16_t flags = 0;
  std::uint16_t other_function = 0;
};
using Script = std::vector<Step>;

inline Step send_to(std::int32_t peer, std::int64_t computes = 0, std::int32_t tag = 5) {
  return {board::RequestKind::kSend, mpi_library::kSend, peer, tag, 4, computes};
}
inline Step receive_from(std::int32_t peer, std::int64_t computes = 0, std::int32_t tag = 5) {
  return {board::RequestKind::kReceive, mpi_library::kRecv, peer, tag, 0, computes};
}
inline Step meet(Function function, std::uint64_t bytes = 0, std::int64_t computes = 0) {
  return {board::RequestKind::kCollective, function, board::kAny, 0, bytes, computes};
}

/// Plays scripts. The seed decides which rank is next in real time.
class FakeBoard : private Replies {
 public:
  FakeBoard(std::vector<Script> scripts, SheetTimes& times, unsigned seed)
      : scripts_(std::move(scripts)),
        ranks_(scripts_.size()),
        random_(seed),
        time_(std::make_unique<Sequencer>(static_cast<std::uint32_t>(scripts_.size()), times,
                                          static_cast<Replies&>(*this))) {}
  /// Uses another owner of virtual time, which `make` makes from the number of ranks and the
  /// replies.
  template <typename Make>
  FakeBoard(std::vector<Script> scripts, unsigned seed, const Make& make)
      : scripts_(std::move(scripts)),
        ranks_(scripts_.size()),
        random_(seed),
        time_(make(static_cast<std::uint32_t>(scripts_.size()), static_cast<Replies&>(*this))) {}

  /// From now on, calls that a reply has marked as repeated set is_notification, like those of a
  /// rank.
  void tell_repeated() { tells_ = true; }

  /// Plays until no rank can continue.
  void play() {
    for (;;) {
      std::vector<std::size_t> ready;
      for (std::size_t r = 0; r < ranks_.size(); ++r) {
        if (!ranks_[r].waits && !ranks_[r].has_ended) {
          ready.push_back(r);
        }
      }
      if (ready.empty() || time_->obstacle()) {
        return;
      }
      go_on(ready[random_() % ready.size()]);
      if (random_() % 2 == 0 || ready.size() == 1) {
        time_->settle();
      }
    }
  }

  /// The replies of a rank, in the order of its requests.
  [[nodiscard]] const std::vector<board::BoardReply>& replies(std::size_t rank) const {
    return ranks_[rank].replies;
  }
  /// The completions in each reply.
  [[nodiscard]] const std::vector<std::vector<board::Completion>>& completions(
      std::size_t rank) const {
    return ranks_[rank].completions;
  }
  /// The clocks at the ends of the calls of a rank.
  [[nodiscard]] std::vector<std::int64_t> ends(std::size_t rank) const {
    std::vector<std::int64_t> ends;
    for (const board::BoardReply& reply : ranks_[rank].replies) {
      ends.push_back(reply.clock);
    }
    return ends;
  }
  [[nodiscard]] ProgramTime& sequencer() { return *time_; }
  /// The sequencer of a board that was made with the times of a sheet.
  [[nodiscard]] Sequencer& on_sheet() { return static_cast<Sequencer&>(*time_); }

 private:
  /// The properties that determine the time of a repeated call: kind, function, communicator, peer,
  /// flags and bytes.
  using Repeated = std::tuple<board::RequestKind, std::uint16_t, std::uint32_t, std::int32_t,
                              std::uint16_t, std::uint64_t>;
  static Repeated repeated(const board::BoardRequest& of) {
    return {of.kind, of.function, of.communicator, of.peer, of.flags, of.bytes};
  }

  struct FakeRank {
    std::size_t next = 0;
    std::int64_t clock = 0;
    board::BoardRequest request;
    std::map<Repeated, std::int64_t> known;  // times of calls
    std::int32_t operations = 0;             // operations that the rank has begun
    bool waits = false;
    bool has_ended = false;
    std::vector<board::BoardReply> replies;
    std::vector<std::vector<board::Completion>> completions;
  };

  static bool begins_operation(board::RequestKind kind) {
    switch (kind) {
      case board::RequestKind::kBeginSend:
      case board::RequestKind::kBeginReceive:
      case board::RequestKind::kBeginCollective:
      case board::RequestKind::kBeginGroup:
      case board::RequestKind::kBeginPlay:
      case board::RequestKind::kMatchProbe:
      case board::RequestKind::kTestMatchProbe:
        return true;
      default:
        return false;
    }
  }

  void go_on(std::size_t number) {
    FakeRank& rank = ranks_[number];
    board::BoardRequest request;
    request.clock = rank.clock;
    if (rank.next == scripts_[number].size()) {
      request.kind = board::RequestKind::kFinalize;
      rank.has_ended = true;
      time_->take(static_cast<std::int32_t>(number), request, {});
      return;
    }
    const Step& step = scripts_[number][rank.next++];
    rank.clock += step.computes;
    request.clock = rank.clock;
    request.kind = step.kind;
    request.function = step.function;
    request.communicator = step.communicator;
    request.peer = step.peer;
    request.tag = request.source_tag = step.tag;
    request.source = step.source;
    request.bytes = step.bytes;
    request.operation = step.operation;
    request.flags = step.flags;
    request.other_function = step.other_function;
    request.is_notification = step.is_notification ? 1 : 0;
    if (step.operation == 0 && begins_operation(step.kind)) {
      request.operation = ++rank.operations;
    }
    rank.waits = !step.is_notification && step.kind != board::RequestKind::kDescribe &&
                 step.kind != board::RequestKind::kFree && step.kind != board::RequestKind::kAway;
    if (const auto known = rank.known.find(repeated(request));
        tells_ && rank.waits && known != rank.known.end()) {
      request.is_notification = 1;
      rank.waits = false;
      rank.clock += known->second;
      rank.replies.emplace_back().clock = rank.clock;
      rank.completions.emplace_back();
    }
    rank.request = request;
    time_->take(static_cast<std::int32_t>(number), request, step.listed);
  }

  void reply(std::int32_t rank, const board::BoardReply& reply,
             const std::vector<board::Completion>& completions) override {
    FakeRank& of = ranks_[static_cast<std::size_t>(rank)];
    if (reply.repeats != 0) {
      of.known[repeated(of.request)] = reply.clock - of.clock;
    }
    of.clock = reply.clock;
    of.waits = false;
    of.replies.push_back(reply);
    of.completions.push_back(completions);
  }

  std::vector<Script> scripts_;
  std::vector<FakeRank> ranks_;
  std::mt19937 random_;
  bool tells_ = false;
  std::unique_ptr<ProgramTime> time_;
};

}  // namespace dps::sequencer
