/// Requests that no rank would send: an owner of virtual time accepts them or reports the error.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::sequencer {

/// Drops the replies, and records which ranks got one.
class SilentReplies final : public Replies {
 public:
  explicit SilentReplies(std::size_t ranks) : waits_(ranks) {}

  void reply(std::int32_t rank, const board::BoardReply& reply,
             const std::vector<board::Completion>& /*completions*/) override {
    waits_[static_cast<std::size_t>(rank)] = false;
    clock_ = reply.clock;
  }
  [[nodiscard]] bool waits(std::int32_t rank) const {
    return waits_[static_cast<std::size_t>(rank)];
  }
  void wait(std::int32_t rank) { waits_[static_cast<std::size_t>(rank)] = true; }
  [[nodiscard]] std::int64_t clock() const { return clock_; }

 private:
  std::vector<bool> waits_;
  std::int64_t clock_ = 0;
};

/// Generates requests. Most fields are small numbers, which may be valid; some are not.
class RandomRequests {
 public:
  explicit RandomRequests(unsigned seed) : random_(seed) {}

  board::BoardRequest next(std::int64_t clock) {
    board::BoardRequest request;
    constexpr int kLastOfSheets = 40;
    constexpr int kLast = 70;
    constexpr int kFirstOfNetworks = 63;
    const int kind = one_in(2) ? between(kFirstOfNetworks, kLast) : between(0, kLastOfSheets);
    request.kind = static_cast<board::RequestKind>(kind);
    request.function =
        static_cast<std::uint16_t>(between(0, one_in(10) ? 70'000 : mpi_library::kFunctions));
    request.clock = one_in(20) ? wild() : clock + between(0, 1000);
    request.communicator = static_cast<std::uint32_t>(one_in(10) ? wild() : between(0, 3));
    request.peer = number();
    request.tag = number();
    request.source = number();
    request.source_tag = number();
    request.flags = static_cast<std::uint16_t>(between(0, 7));
    request.other_function = static_cast<std::uint16_t>(between(0, mpi_library::kFunctions));
    request.bytes = static_cast<std::uint64_t>(one_in(10) ? wild() : between(0, 200));
    request.place = static_cast<std::uint64_t>(between(0, 4));
    request.operation = one_in(5) ? number() : ++operations_;
    request.is_notification = one_in(4) ? 1 : 0;
    return request;
  }
  std::vector<std::int32_t> listed() {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(between(0, 6)));
    for (std::int32_t& one : numbers) {
      one = number();
    }
    return numbers;
  }
  int between(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }
  bool one_in(int count) { return between(1, count) == 1; }

 private:
  std::int64_t wild() { return static_cast<std::int64_t>(random_()); }
  std::int32_t number() { return one_in(15) ? static_cast<std::int32_t>(wild()) : between(-2, 4); }

  std::mt19937_64 random_;
  std::int32_t operations_ = 0;
};

/// Sends requests until there is an obstacle, but at most kRequests. `time` has three ranks.
inline void send_random_requests(ProgramTime& time, SilentReplies& replies, unsigned seed) {
  constexpr int kRanks = 3;
  constexpr int kRequests = 60;
  RandomRequests random(seed);
  for (int i = 0; i < kRequests && !time.obstacle(); ++i) {
    const std::int32_t rank = random.between(0, kRanks - 1);
    if (replies.waits(rank) && !random.one_in(10)) {
      continue;
    }
    if (random.one_in(100)) {
      time.end(rank);
      continue;
    }
    const board::BoardRequest request = random.next(replies.clock());
    if (request.is_notification == 0) {
      replies.wait(rank);
    }
    time.take(rank, request, random.listed());
    time.settle();
    static_cast<void>(time.notes());
  }
}

}  // namespace dps::sequencer
