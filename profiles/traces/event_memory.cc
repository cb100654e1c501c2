#include "profiles/traces/event_memory.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace dps::traces {
namespace {

constexpr std::uint64_t kMagic = 0x3173'746e'6576'6564;  // changes when the layout does

std::uint64_t slots_for(const Limits& limits) {
  return limits.events + (limits.keep == Keep::kLast ? 1 : 0);
}

template <typename T>
T word_of(T& word) {
  return std::atomic_ref<T>(word).load(std::memory_order_relaxed);
}
template <typename T>
void set(T& word, T value) {
  std::atomic_ref<T>(word).store(value, std::memory_order_relaxed);
}

tl::unexpected<Error> damaged(const char* what) {
  return failure(ErrorCode::kProtocol, std::string("the memory of events is damaged: ") + what);
}

}  // namespace

std::size_t EventMemory::size_for(const Limits& limits) {
  return sizeof(Header) + slots_for(limits) * kRecordBytes;
}

EventMemory::EventMemory(std::span<std::byte> memory, const Limits& limits)
    : limits_(limits),
      header_(reinterpret_cast<Header*>(memory.data())),
      slots_(reinterpret_cast<Slot*>(memory.subspan(sizeof(Header)).data()), slots_for(limits)),
      most_(limits.keep == Keep::kFirst ? limits.events
                                        : std::numeric_limits<std::uint64_t>::max()) {}

EventMemory EventMemory::create(std::span<std::byte> memory, const Limits& limits) {
  DPS_CHECK(memory.size() >= size_for(limits) && limits.events > 0);
  EventMemory made(memory, limits);
  made.header_->slots = made.slots_.size();
  made.header_->keep = static_cast<std::uint64_t>(limits.keep);
  made.header_->from = limits.from;
  made.header_->to = limits.to;
  std::atomic_ref(made.header_->magic).store(kMagic, std::memory_order_release);
  return made;
}

Result<EventMemory> EventMemory::open(std::span<std::byte> memory) {
  if (memory.size() < sizeof(Header)) {
    return damaged("it is too small");
  }
  Header& header = *reinterpret_cast<Header*>(memory.data());
  if (std::atomic_ref(header.magic).load(std::memory_order_acquire) != kMagic) {
    return damaged("it has no header of this version");
  }
  const std::uint64_t slots = word_of(header.slots);
  const std::uint64_t keep = word_of(header.keep);
  const std::uint64_t most = (memory.size() - sizeof(Header)) / kRecordBytes;
  if (keep > static_cast<std::uint64_t>(last_enumerator(Keep{})) || slots > most ||
      slots < keep + 1) {
    return damaged("its sizes do not fit the memory");
  }
  Limits limits;
  limits.keep = static_cast<Keep>(keep);
  limits.events = slots - keep;
  limits.from = word_of(header.from);
  limits.to = word_of(header.to);
  return EventMemory(memory, limits);
}

void EventMemory::reset(std::uint32_t run) {
  added_ = 0;
  next_ = 0;
  std::atomic_ref(header_->added).store(0, std::memory_order_release);
  set<std::uint64_t>(header_->before, 0);
  set<std::uint64_t>(header_->after, 0);
  set<std::uint64_t>(header_->run, run);
}

std::uint32_t EventMemory::run() const {
  return static_cast<std::uint32_t>(word_of(header_->run));
}

std::uint64_t EventMemory::added() const {
  const auto added = std::atomic_ref(header_->added).load(std::memory_order_acquire);
  return std::min(added, most_);
}

EventCounts EventMemory::counts() const {
  const std::uint64_t all = added();
  const std::uint64_t recorded = std::min(all, limits_.events);
  return {recorded, word_of(header_->before) + (all - recorded), word_of(header_->after)};
}

std::vector<Record> EventMemory::read(std::uint64_t position, std::uint64_t most) const {
  const std::uint64_t all = added();
  const std::uint64_t recorded = std::min(all, limits_.events);
  std::vector<Record> records;
  if (position >= recorded) {
    return records;
  }
  records.resize(std::min(most, recorded - position));
  std::uint64_t next = (all - recorded + position) % slots_.size();
  for (Record& record : records) {
    for (std::size_t i = 0; i < record.words.size(); ++i) {
      record.words[i] = word_of(slots_[next][i]);
    }
    next = (next + 1) % slots_.size();
  }
  return records;
}

}  // namespace dps::traces
