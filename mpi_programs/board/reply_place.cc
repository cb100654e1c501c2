#include "mpi_programs/board/reply_place.h"

#include <algorithm>
#include <atomic>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dps::board {
namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));  // a futex

}  // namespace

void answer(ReplyPlace& place, const BoardReply& reply,
            const std::vector<Completion>& completions) {
  const bool is_short = has_room(completions.size());
  place.is_in_socket = is_short ? 0 : 1;
  if (is_short) {
    place.reply = reply;
    std::ranges::copy(completions, place.completions);
  }
  place.count.fetch_add(1, std::memory_order_release);
  // The rank announces its sleep, then looks; so one of the two sees the other.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (place.sleeps.load(std::memory_order_relaxed) != 0) {
    place.sleeps.store(0, std::memory_order_relaxed);
    ::syscall(SYS_futex, &place.count, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
}

bool sleep_for_reply(ReplyPlace& place, std::uint32_t seen, std::uint32_t milliseconds) {
  place.sleeps.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!has_reply(place, seen)) {
    const timespec time{milliseconds / 1000, static_cast<long>(milliseconds % 1000) * 1'000'000};
    ::syscall(SYS_futex, &place.count, FUTEX_WAIT, seen, &time, nullptr, 0);
  }
  place.sleeps.store(0, std::memory_order_relaxed);
  return has_reply(place, seen);
}

}  // namespace dps::board
