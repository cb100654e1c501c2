#include "profiles/record.h"

#include <algorithm>
#include <string>

#include "base/encoding.h"

namespace dps::profiles {
namespace {

constexpr std::uint8_t kWireVersion = 2;
// The smallest that an item can be, so that a forged count never allocates.
constexpr std::size_t kWord = 8;
constexpr std::size_t kFunctionalityBytes = 8 * kWord;
constexpr std::size_t kUnitBytes = 8 * kWord + 4;
constexpr std::size_t kFlowBytes = 4 + 4 + 1 + 4 * kWord;

void put(Encoder& out, const Times& times) {
  out.i64(times.real_ns);
  out.i64(times.user_ns);
  out.i64(times.sys_ns);
}

Times get_times(Decoder& in) {
  Times times;
  times.real_ns = in.i64();
  times.user_ns = in.i64();
  times.sys_ns = in.i64();
  return times;
}

void put(Encoder& out, const Traffic& traffic) {
  out.u64(traffic.bytes_in);
  out.u64(traffic.msgs_in);
  out.u64(traffic.bytes_out);
  out.u64(traffic.msgs_out);
}

Traffic get_traffic(Decoder& in) {
  Traffic traffic;
  traffic.bytes_in = in.u64();
  traffic.msgs_in = in.u64();
  traffic.bytes_out = in.u64();
  traffic.msgs_out = in.u64();
  return traffic;
}

template <typename Enumeration>
Enumeration get_enumerator(Decoder& in, Enumeration last) {
  const std::uint8_t value = in.u8();
  if (value > static_cast<std::uint8_t>(last)) {
    in.fail();
    return Enumeration{};
  }
  return static_cast<Enumeration>(value);
}

void put(Encoder& out, const FunctionalitySums& sums) {
  out.u64(sums.triggered);
  put(out, sums.times);
  out.i64(sums.compute_ns);
  out.i64(sums.send_ns);
  out.u64(sums.bytes_out);
  out.u64(sums.msgs_out);
}

FunctionalitySums get_functionality(Decoder& in) {
  FunctionalitySums sums;
  sums.triggered = in.u64();
  sums.times = get_times(in);
  sums.compute_ns = in.i64();
  sums.send_ns = in.i64();
  sums.bytes_out = in.u64();
  sums.msgs_out = in.u64();
  return sums;
}

void put(Encoder& out, const UnitSums& unit) {
  out.u64(unit.active);
  put(out, unit.times);
  put(out, unit.traffic);
  out.u32(static_cast<std::uint32_t>(unit.functionalities.size()));
  for (const FunctionalitySums& sums : unit.functionalities) {
    put(out, sums);
  }
}

UnitSums get_unit(Decoder& in, Level level) {
  UnitSums unit;
  unit.active = in.u64();
  unit.times = get_times(in);
  unit.traffic = get_traffic(in);
  const std::uint32_t count = in.count(kFunctionalityBytes);
  if (count > 0 && level != Level::kFunctionality) {
    in.fail();
  }
  unit.functionalities.reserve(count);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    unit.functionalities.push_back(get_functionality(in));
  }
  return unit;
}

void put(Encoder& out, const FlowRow& row) {
  out.u32(index(row.peer));
  out.u32(index(row.mid));
  out.u8(row.outgoing ? 1 : 0);
  out.u64(row.messages);
  out.u64(row.bytes);
  out.u64(row.late);
  out.u64(row.unclaimed);
}

FlowRow get_flow(Decoder& in) {
  FlowRow row;
  row.peer = ProcessId{in.u32()};
  row.mid = MessageId{in.u32()};
  const std::uint8_t outgoing = in.u8();
  if (outgoing > 1) {
    in.fail();
  }
  row.outgoing = outgoing == 1;
  row.messages = in.u64();
  row.bytes = in.u64();
  row.late = in.u64();
  row.unclaimed = in.u64();
  return row;
}

void put_head(Encoder& out, const ProcessRecord& record) {
  out.u8(kWireVersion);
  out.u8(static_cast<std::uint8_t>(record.level));
  out.u8(static_cast<std::uint8_t>(record.state));
  out.u8(0);
  out.u32(record.run);
  out.u32(record.unit);
  out.u32(record.position);
  out.i64(record.start_late_ns);
  out.i64(record.changed_ns);
  put(out, record.times);
  out.i64(record.compute_ns);
  out.i64(record.send_ns);
  out.i64(record.take_ns);
  put(out, record.traffic);
  out.u64(record.late);
  out.u64(record.timers_pending);
  out.u64(record.dropped);
}

void get_head(Decoder& in, ProcessRecord& record) {
  record.level = get_enumerator(in, Level::kFunctionality);
  record.state = get_enumerator(in, ProcessState::kFailed);
  if (in.u8() != 0) {
    in.fail();
  }
  record.run = in.u32();
  record.unit = in.u32();
  record.position = in.u32();
  record.start_late_ns = in.i64();
  record.changed_ns = in.i64();
  record.times = get_times(in);
  record.compute_ns = in.i64();
  record.send_ns = in.i64();
  record.take_ns = in.i64();
  record.traffic = get_traffic(in);
  record.late = in.u64();
  record.timers_pending = in.u64();
  record.dropped = in.u64();
}

void get_units(Decoder& in, ProcessRecord& record) {
  const std::uint32_t count = in.count(kUnitBytes);
  if (count > 0 && record.level == Level::kProcess) {
    in.fail();
  }
  record.units.reserve(count);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    record.units.push_back(get_unit(in, record.level));
  }
}

bool is_plausible(std::int64_t time_ns) {
  constexpr std::int64_t kLongest = std::int64_t{1} << 61;
  return -kLongest <= time_ns && time_ns <= kLongest;
}

bool is_plausible(const Times& times) {
  return is_plausible(times.real_ns) && is_plausible(times.user_ns) && is_plausible(times.sys_ns);
}

bool is_plausible(const FunctionalitySums& sums) {
  return is_plausible(sums.times) && is_plausible(sums.compute_ns) && is_plausible(sums.send_ns);
}

bool is_plausible(const UnitSums& unit) {
  return is_plausible(unit.times) &&
         std::all_of(unit.functionalities.begin(), unit.functionalities.end(),
                     [](const FunctionalitySums& sums) { return is_plausible(sums); });
}

}  // namespace

bool has_plausible_times(const ProcessRecord& record) {
  return is_plausible(record.start_late_ns) && is_plausible(record.changed_ns) &&
         is_plausible(record.times) && is_plausible(record.compute_ns) &&
         is_plausible(record.send_ns) && is_plausible(record.take_ns) &&
         std::all_of(record.units.begin(), record.units.end(),
                     [](const UnitSums& unit) { return is_plausible(unit); });
}

std::vector<std::byte> encode_record(const ProcessRecord& record) {
  Encoder out;
  put_head(out, record);
  out.u32(static_cast<std::uint32_t>(record.units.size()));
  for (const UnitSums& unit : record.units) {
    put(out, unit);
  }
  out.u32(static_cast<std::uint32_t>(record.flows.size()));
  for (const FlowRow& row : record.flows) {
    put(out, row);
  }
  return out.take();
}

Result<ProcessRecord> decode_record(std::span<const std::byte> bytes) {
  Decoder in(bytes);
  if (const std::uint8_t version = in.u8(); in.ok() && version != kWireVersion) {
    return failure(ErrorCode::kVersion, "the record has version " + std::to_string(version) +
                                            ", this dps reads " + std::to_string(kWireVersion));
  }
  ProcessRecord record;
  get_head(in, record);
  get_units(in, record);
  const std::uint32_t flows = in.count(kFlowBytes);
  record.flows.reserve(flows);
  for (std::uint32_t i = 0; i < flows && in.ok(); ++i) {
    record.flows.push_back(get_flow(in));
  }
  if (!in.complete() || !has_plausible_times(record)) {
    return failure(ErrorCode::kProtocol, "the record is damaged");
  }
  return record;
}

}  // namespace dps::profiles
