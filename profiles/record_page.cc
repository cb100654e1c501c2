#include "profiles/record_page.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace dps::profiles {
namespace {

constexpr std::uint64_t kMagic = 0x6764'7020'7370'6420;  // changes when the layout does
constexpr std::uint64_t kVersion = 4;
constexpr std::size_t kWord = sizeof(std::uint64_t);

/// The first words of the page: create() sets them, and they never change.
struct PageSizes {
  CountWord magic, version, level, total;  ///< total: bytes of the page
  CountWord plan_units;  ///< the next table has the number of functionalities of each
  CountWord units, functionalities, flows;
};

std::span<std::byte> take(std::span<std::byte>& rest, std::size_t bytes) {
  const auto front = rest.first(bytes);
  rest = rest.subspan(bytes);
  return front;
}

/// The next `count` entries of the memory. They consist of words, so any bytes are valid.
template <typename T>
std::span<T> take_table(std::span<std::byte>& rest, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % kWord == 0 && alignof(T) == kWord);
  return {reinterpret_cast<T*>(take(rest, count * sizeof(T)).data()), count};
}

bool is_aligned(std::span<const std::byte> memory) {
  return reinterpret_cast<std::uintptr_t>(memory.data()) % kWord == 0;
}

std::vector<std::uint32_t> prefix_sums(std::span<const std::uint32_t> counts) {
  std::vector<std::uint32_t> sums(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), sums.begin() + 1);
  return sums;
}

/// Sets all words of a table to 0, while a reader may be reading them.
template <typename T>
void clear(std::span<T> table) {
  const std::span<CountWord> words{reinterpret_cast<CountWord*>(table.data()),
                                   table.size_bytes() / kWord};
  for (CountWord& word : words) {
    word.set(0);
  }
}

std::uint64_t key(const blueprint::Flow& row) {
  return std::uint64_t{index(row.peer)} << 32 | index(row.mid);
}

std::uint32_t high(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32);
}

std::uint32_t low(std::uint64_t word) {
  return static_cast<std::uint32_t>(word);
}

bool is_under_way(ProcessState state) {
  return state == ProcessState::kRunning || state == ProcessState::kWaiting ||
         state == ProcessState::kSending;
}

/// The time between two instants of a page; 0 if a crashing writer has made nonsense of them.
Nanoseconds between(Nanoseconds since, Nanoseconds until) {
  return Nanoseconds{} <= since && since <= until ? until - since : Nanoseconds{};
}

/// The sum of user and system time is exact; their split is an estimate, which may run backwards.
Times between(const Times& since, const Times& until) {
  const auto cpu_time = [](const Times& times) {
    constexpr Nanoseconds kLongest(std::int64_t{1} << 61);
    return std::clamp(times.user, {}, kLongest) + std::clamp(times.sys, {}, kLongest);
  };
  const Nanoseconds cpu = between(cpu_time(since), cpu_time(until));
  const Nanoseconds sys = std::min(cpu, between(since.sys, until.sys));
  return {between(since.real, until.real), cpu - sys, sys};
}

tl::unexpected<Error> damaged(const char* what) {
  return failure(ErrorCode::kProtocol, std::string("the record page is damaged: ") + what);
}

}  // namespace

/// The numbers of entries of the tables.
struct RecordPage::Sizes {
  Level level{};
  std::size_t plan_units = 0, units = 0, functionalities = 0, flows = 0;

  static Sizes of(const PageShape& shape) {
    Sizes sizes;
    sizes.level = shape.level;
    sizes.plan_units = shape.functionalities.size();
    sizes.units = shape.level == Level::kProcess ? 0 : sizes.plan_units;
    if (shape.level == Level::kFunctionality) {
      sizes.functionalities = std::accumulate(shape.functionalities.begin(),
                                              shape.functionalities.end(), std::size_t{0});
    }
    sizes.flows = shape.flows.size();
    return sizes;
  }

  [[nodiscard]] std::size_t total() const {
    return sizeof(PageSizes) + plan_units * kWord + sizeof(PageHead) + units * sizeof(PageUnit) +
           functionalities * sizeof(PageFunctionality) + flows * sizeof(PageFlow);
  }
};

std::size_t RecordPage::size_for(const PageShape& shape) {
  return Sizes::of(shape).total();
}

RecordPage::RecordPage(std::span<std::byte> memory, const Sizes& sizes,
                       std::vector<std::uint32_t> first_functionality)
    : level_(sizes.level),
      size_(sizes.total()),
      first_functionality_(std::move(first_functionality)) {
  take(memory, sizeof(PageSizes) + sizes.plan_units * kWord);
  head_ = take_table<PageHead>(memory, 1).data();
  units_ = take_table<PageUnit>(memory, sizes.units);
  functionalities_ = take_table<PageFunctionality>(memory, sizes.functionalities);
  flows_ = take_table<PageFlow>(memory, sizes.flows);
}

RecordPage RecordPage::create(std::span<std::byte> memory, const PageShape& shape) {
  const Sizes sizes = Sizes::of(shape);
  DPS_CHECK(is_aligned(memory) && memory.size() >= sizes.total());
  std::span<std::byte> rest = memory;
  PageSizes& header = take_table<PageSizes>(rest, 1).front();
  header.version.set(kVersion);
  header.level.set(static_cast<std::uint64_t>(sizes.level));
  header.total.set(sizes.total());
  header.plan_units.set(sizes.plan_units);
  header.units.set(sizes.units);
  header.functionalities.set(sizes.functionalities);
  header.flows.set(sizes.flows);
  const auto counts = take_table<CountWord>(rest, sizes.plan_units);
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    counts[unit].set(shape.functionalities[unit]);
  }
  RecordPage page(memory, sizes, prefix_sums(shape.functionalities));
  for (std::size_t row = 0; row < shape.flows.size(); ++row) {
    page.flows_[row].peer_and_mid.set(key(shape.flows[row]));
    page.flows_[row].outgoing.set(shape.flows[row].outgoing ? 1 : 0);
  }
  page.set_place(0, ProcessRecord::kNowhere);
  header.magic.set_last(kMagic);
  return page;
}

Result<RecordPage> RecordPage::open(std::span<std::byte> memory) {
  DPS_CHECK(is_aligned(memory));
  if (memory.size() < sizeof(PageSizes)) {
    return damaged("it is too small");
  }
  std::span<std::byte> rest = memory;
  const PageSizes& header = take_table<PageSizes>(rest, 1).front();
  if (header.magic.get_first() != kMagic || header.version.get() != kVersion) {
    return damaged("it has no header of this version");
  }
  const std::uint64_t level = header.level.get();
  const Sizes sizes{static_cast<Level>(level), header.plan_units.get(), header.units.get(),
                    header.functionalities.get(), header.flows.get()};
  const std::size_t limit = memory.size() / kWord;  // of every count, so that total() is exact
  if (level > static_cast<std::uint64_t>(Level::kFunctionality) ||
      std::max({sizes.plan_units, sizes.units, sizes.functionalities, sizes.flows}) > limit ||
      sizes.total() != header.total.get() || sizes.total() > memory.size()) {
    return damaged("its sizes do not fit the memory");
  }
  const auto counts = take_table<CountWord>(rest, sizes.plan_units);
  std::vector<std::uint32_t> functionalities;
  std::uint64_t sum = 0;
  for (const CountWord& count : counts) {
    sum += count.get();
    functionalities.push_back(low(count.get()));
    if (functionalities.back() > sum || sum > 0xffff'ffff) {
      return damaged("a unit has too many functionalities");
    }
  }
  if (sizes.units != (sizes.level == Level::kProcess ? 0 : sizes.plan_units) ||
      sizes.functionalities != (sizes.level == Level::kFunctionality ? sum : 0)) {
    return damaged("its tables do not fit its level");
  }
  return RecordPage(memory, sizes, prefix_sums(functionalities));
}

void RecordPage::reset(std::uint32_t run, Nanoseconds begin) {
  clear(std::span<PageHead>(head_, 1));
  clear(units_);
  clear(functionalities_);
  for (PageFlow& flow : flows_) {
    flow.messages.set(0);
    flow.bytes.set(0);
    flow.late.set(0);
    flow.unclaimed.set(0);
    flow.waited.set({});
  }
  head_->run.set(run);
  head_->begin_instant.set(begin);
  set_place(0, ProcessRecord::kNowhere);
  head_->state.set(static_cast<std::uint64_t>(ProcessState::kReady));
}

PageCounters RecordPage::counters() const {
  const PageHead& head = *head_;
  PageCounters counters{};
  const std::uint64_t state = head.state.get();
  const bool known = state <= static_cast<std::uint64_t>(ProcessState::kFailed);
  counters.state = known ? static_cast<ProcessState>(state) : ProcessState::kFailed;
  counters.sent = head.traffic.msgs_out.get();
  counters.taken = head.traffic.msgs_in.get();
  counters.late = head.late.get();
  counters.timers_pending = head.timers_pending.get();
  counters.natives_pending = head.natives_pending.get();
  counters.bytes = head.traffic.bytes_in.get();
  counters.progress = head.steps.get() + counters.sent + counters.taken + counters.late;
  counters.changed = head.changed.get();
  counters.unit = low(head.unit.get());
  counters.position = low(head.position.get());
  return counters;
}

bool RecordPage::is_place(std::uint64_t unit, std::uint64_t position) const {
  const std::size_t plan_units = first_functionality_.size() - 1;
  if (unit >= plan_units) {
    return unit == 0 && position == ProcessRecord::kNowhere;
  }
  const std::uint32_t count = first_functionality_[unit + 1] - first_functionality_[unit];
  return position < count || position == ProcessRecord::kNowhere;
}

Result<ProcessRecord> RecordPage::read() const {
  const PageHead& head = *head_;
  const std::uint64_t state = head.state.get();
  const std::uint64_t unit = head.unit.get();
  const std::uint64_t position = head.position.get();
  if (state > static_cast<std::uint64_t>(ProcessState::kFailed)) {
    return damaged("its state is unknown");
  }
  auto flows = read_flows();
  if (!flows) {
    return tl::unexpected(flows.error());
  }
  ProcessRecord record;
  record.level = level_;
  record.state = static_cast<ProcessState>(state);
  record.run = low(head.run.get());
  // Two words: between the two loads the writer may have entered another unit.
  record.unit = is_place(unit, ProcessRecord::kNowhere) ? low(unit) : 0;
  record.position = is_place(unit, position) ? low(position) : ProcessRecord::kNowhere;
  record.start_late = head.start_late.get();
  record.changed = head.changed.get();
  record.times = read_times(record.state);
  record.compute = head.compute.get();
  record.send = head.send.get();
  record.take = head.take.get();
  record.sleep = head.sleep.get();
  record.pack = head.pack.get();
  record.idle = head.idle.get();
  record.collective = head.collective.get();
  record.traffic = head.traffic.get();
  record.late = head.late.get();
  record.timers_pending = head.timers_pending.get();
  record.dropped = head.dropped.get();
  record.units = read_units();
  record.flows = std::move(*flows);
  if (!has_plausible_times(record)) {
    return damaged("a time is out of range");
  }
  return record;
}

Result<ProcessRecord> RecordPage::read(const ProcessDeath& death) const {
  auto record = read();
  if (record && is_under_way(record->state)) {
    end_all(death, *record);
    if (!has_plausible_times(*record)) {
      return damaged("a time is out of range");
    }
  }
  return record;
}

void RecordPage::end_all(const ProcessDeath& death, ProcessRecord& record) const {
  const PageHead& head = *head_;
  Times now{between(head.begin_instant.get(), death.at), {}, {}};
  now.real = std::max(now.real, record.changed);
  if (death.cpu) {
    now.user = death.cpu->user;
    now.sys = death.cpu->sys;
  } else {
    record.known = KnownPart::kAllButCpuTime;
  }
  const auto computing = static_cast<ComputationState>(head.computing.get());
  const bool computes = computing != ComputationState::kNothing;
  const Nanoseconds none{};
  const Nanoseconds computed = computes ? between(head.computing_since.get(), now.real) : none;
  const Nanoseconds since_change = between(record.changed, now.real);
  const Nanoseconds sent = record.state == ProcessState::kSending ? since_change : none;
  record.times = between(head.process_since.get(), now);
  record.compute += computed;
  record.sleep += computing == ComputationState::kSleeps ? computed : none;
  record.send += sent;
  record.idle += record.state == ProcessState::kWaiting ? since_change : none;
  if (record.unit >= record.units.size() || record.units[record.unit].active == 0) {
    return;
  }
  ProcessRecord::Unit& unit = record.units[record.unit];
  unit.times += between(head.unit_since.get(), now);
  if (record.position < unit.functionalities.size()) {
    ProcessRecord::Functionality& functionality = unit.functionalities[record.position];
    functionality.times += between(head.functionality_since.get(), now);
    functionality.compute += computed;
    functionality.send += sent;
  }
}

/// The sums of the log. If the process has not ended, real time is at least that until its state
/// last changed.
Times RecordPage::read_times(ProcessState state) const {
  Times times = head_->times.get();
  if (is_under_way(state)) {
    const auto changed = static_cast<std::uint64_t>(head_->changed.get().count());
    const auto began = static_cast<std::uint64_t>(head_->start_late.get().count());
    times.real = std::max(times.real, Nanoseconds(static_cast<std::int64_t>(changed - began)));
  }
  return times;
}

std::vector<ProcessRecord::Unit> RecordPage::read_units() const {
  std::vector<ProcessRecord::Unit> units;
  units.reserve(units_.size());
  for (const PageUnit& unit : units_) {
    units.push_back(
        {unit.active.get(), unit.times.get(), unit.traffic.get(), {}, unit.collective.get()});
  }
  if (level_ != Level::kFunctionality) {
    return units;
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (std::uint32_t f = first_functionality_[unit]; f < first_functionality_[unit + 1]; ++f) {
      const PageFunctionality& sums = functionalities_[f];
      units[unit].functionalities.push_back({sums.triggered.get(), sums.times.get(),
                                             sums.compute.get(), sums.send.get(),
                                             sums.bytes_out.get(), sums.msgs_out.get()});
    }
  }
  return units;
}

Result<std::vector<FlowRow>> RecordPage::read_flows() const {
  std::vector<FlowRow> rows;
  rows.reserve(flows_.size());
  for (const PageFlow& flow : flows_) {
    const std::uint64_t outgoing = flow.outgoing.get();
    if (outgoing > 1) {
      return damaged("a flow has no direction");
    }
    const std::uint64_t peer_and_mid = flow.peer_and_mid.get();
    rows.push_back({{ProcessId{high(peer_and_mid)}, MessageId{low(peer_and_mid)}, outgoing == 1},
                    flow.messages.get(),
                    flow.bytes.get(),
                    flow.late.get(),
                    flow.unclaimed.get(),
                    flow.waited.get()});
  }
  return rows;
}

}  // namespace dps::profiles
