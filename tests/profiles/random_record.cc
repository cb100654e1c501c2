#include "tests/profiles/random_record.h"

namespace dps::profiles {
namespace {

template <typename T>
T any() {
  return *rc::gen::arbitrary<T>();
}

Nanoseconds any_time() {
  return Nanoseconds(*rc::gen::inRange(-(std::int64_t{1} << 61), (std::int64_t{1} << 61) + 1));
}

std::size_t up_to(std::size_t most) {
  return *rc::gen::inRange<std::size_t>(0, most + 1);
}

Times random_times() {
  return {any_time(), any_time(), any_time()};
}

Traffic random_traffic() {
  return {any<std::uint64_t>(), any<std::uint64_t>(), any<std::uint64_t>(), any<std::uint64_t>()};
}

ProcessRecord::Unit random_unit(Level level) {
  ProcessRecord::Unit unit{any<std::uint64_t>(), random_times(), random_traffic(), {}, any_time()};
  const std::size_t count = level == Level::kFunctionality ? up_to(4) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    unit.functionalities.push_back({any<std::uint64_t>(), random_times(), any_time(), any_time(),
                                    any<std::uint64_t>(), any<std::uint64_t>()});
  }
  return unit;
}

void add_lists(ProcessRecord& record) {
  const std::size_t units = record.level == Level::kProcess ? 0 : up_to(3);
  for (std::size_t i = 0; i < units; ++i) {
    record.units.push_back(random_unit(record.level));
  }
  for (std::size_t i = up_to(5); i > 0; --i) {
    record.flows.push_back(
        {{ProcessId{any<std::uint32_t>()}, MessageId{any<std::uint32_t>()}, any<bool>()},
         any<std::uint64_t>(),
         any<std::uint64_t>(),
         any<std::uint64_t>(),
         any<std::uint64_t>()});
  }
}

}  // namespace

rc::Gen<ProcessRecord> random_record() {
  return rc::gen::exec([] {
    ProcessRecord record;
    record.level = static_cast<Level>(up_to(2));
    record.state = static_cast<ProcessState>(up_to(7));
    record.run = any<std::uint32_t>();
    record.unit = any<std::uint32_t>();
    record.position = any<std::uint32_t>();
    record.start_late = any_time();
    record.changed = any_time();
    record.times = random_times();
    record.compute = any_time();
    record.send = any_time();
    record.take = any_time();
    record.sleep = any_time();
    record.pack = any_time();
    record.idle = any_time();
    record.collective = any_time();
    record.known = static_cast<KnownPart>(up_to(2));
    record.traffic = random_traffic();
    record.late = any<std::uint64_t>();
    record.timers_pending = any<std::uint64_t>();
    record.dropped = any<std::uint64_t>();
    add_lists(record);
    return record;
  });
}

}  // namespace dps::profiles
