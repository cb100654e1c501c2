#include "profiles/record.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "base/fields.h"

// --- the fields of a record (base/fields.h), in the order of docs/record.md ---------------------

namespace dps::events {

constexpr auto fields(const Times<Nanoseconds>*) {
  using T = Times<Nanoseconds>;
  return std::tuple(&T::real, &T::user, &T::sys);
}

}  // namespace dps::events

namespace dps::profiles {

constexpr std::uint8_t kWireVersion = 4;

using Sums = ProcessSums<Nanoseconds>;

constexpr auto fields(const Traffic*) {
  return std::tuple(&Traffic::bytes_in, &Traffic::msgs_in, &Traffic::bytes_out, &Traffic::msgs_out);
}
constexpr auto fields(const Sums::Functionality*) {
  using T = Sums::Functionality;
  return std::tuple(&T::triggered, &T::times, &T::compute, &T::send, &T::bytes_out, &T::msgs_out);
}
constexpr auto fields(const Sums::Unit*) {
  using T = Sums::Unit;
  return std::tuple(&T::active, &T::times, &T::traffic, &T::collective, &T::functionalities);
}
constexpr auto fields(const FlowRow*) {
  using T = FlowRow;
  return std::tuple_cat(fields(static_cast<const blueprint::Flow*>(nullptr)),
                        std::tuple(&T::messages, &T::bytes, &T::late, &T::unclaimed, &T::waited));
}
constexpr auto fields(const ProcessRecord*) {
  using T = ProcessRecord;
  return std::tuple(&T::level, &T::state, &T::known, &T::run, &T::unit, &T::position,
                    &T::start_late, &T::changed, &T::times, &T::compute, &T::send, &T::take,
                    &T::sleep, &T::pack, &T::idle, &T::collective, &T::traffic, &T::late,
                    &T::timers_pending, &T::dropped, &T::units, &T::flows);
}

bool is_allowed(const Decoder& /*in*/, const ProcessRecord& record) {
  const auto keeps_functionalities = [](const Sums::Unit& unit) {
    return !unit.functionalities.empty();
  };
  return (record.level != Level::kProcess || record.units.empty()) &&
         (record.level == Level::kFunctionality ||
          std::ranges::none_of(record.units, keeps_functionalities)) &&
         has_plausible_times(record);
}

namespace {

template <typename T>
bool is_plausible(const T& value) {
  constexpr Nanoseconds kLongest(std::int64_t{1} << 61);
  if constexpr (std::is_same_v<T, Nanoseconds>) {
    return -kLongest <= value && value <= kLongest;
  } else if constexpr (detail::kIsOf<T, std::vector>) {
    return std::ranges::all_of(value, [](const auto& item) { return is_plausible(item); });
  } else if constexpr (std::is_class_v<T>) {
    bool plausible = true;
    for_each_field(&value, [&](const auto& field) {
      if constexpr (std::is_member_object_pointer_v<std::remove_cvref_t<decltype(field)>>) {
        plausible = plausible && is_plausible(value.*field);
      }
    });
    return plausible;
  } else {
    return true;
  }
}

}  // namespace

bool has_plausible_times(const ProcessRecord& record) {
  return is_plausible(record);
}

ByteString encode_record(const ProcessRecord& record) {
  Encoder out;
  out.u8(kWireVersion);
  encode_value(out, record);
  return out.take();
}

Result<ProcessRecord> decode_record(std::span<const std::byte> bytes) {
  Decoder in(bytes);
  if (const std::uint8_t version = in.u8(); in.ok() && version != kWireVersion) {
    return failure(ErrorCode::kVersion, "the record has version " + std::to_string(version) +
                                            ", this dps reads " + std::to_string(kWireVersion));
  }
  ProcessRecord record;
  decode_value(in, record);
  if (!in.complete()) {
    return failure(ErrorCode::kProtocol, "the record is damaged");
  }
  return record;
}

}  // namespace dps::profiles
