#include "profiles/record.h"

#include <algorithm>
#include <string>
#include <type_traits>

#include "base/fields.h"

namespace dps::profiles {

constexpr std::uint8_t kWireVersion = 2;

// --- the fields of a record (base/fields.h), in the order of docs/record.md ---------------------

constexpr auto fields(const Times*) {
  return std::tuple(&Times::real_ns, &Times::user_ns, &Times::sys_ns);
}
constexpr auto fields(const Traffic*) {
  return std::tuple(&Traffic::bytes_in, &Traffic::msgs_in, &Traffic::bytes_out, &Traffic::msgs_out);
}
constexpr auto fields(const FunctionalitySums*) {
  using T = FunctionalitySums;
  return std::tuple(&T::triggered, &T::times, &T::compute_ns, &T::send_ns, &T::bytes_out,
                    &T::msgs_out);
}
constexpr auto fields(const UnitSums*) {
  using T = UnitSums;
  return std::tuple(&T::active, &T::times, &T::traffic, &T::functionalities);
}
constexpr auto fields(const FlowRow*) {
  using T = FlowRow;
  return std::tuple(&T::peer, &T::mid, &T::outgoing, &T::messages, &T::bytes, &T::late,
                    &T::unclaimed);
}
constexpr auto fields(const ProcessRecord*) {
  using T = ProcessRecord;
  return std::tuple(&T::level, &T::state, Padding{}, &T::run, &T::unit, &T::position,
                    &T::start_late_ns, &T::changed_ns, &T::times, &T::compute_ns, &T::send_ns,
                    &T::take_ns, &T::traffic, &T::late, &T::timers_pending, &T::dropped, &T::units,
                    &T::flows);
}

bool is_allowed(const Decoder& /*in*/, const ProcessRecord& record) {
  const auto keeps_functionalities = [](const UnitSums& unit) {
    return !unit.functionalities.empty();
  };
  return (record.level != Level::kProcess || record.units.empty()) &&
         (record.level == Level::kFunctionality ||
          std::ranges::none_of(record.units, keeps_functionalities)) &&
         has_plausible_times(record);
}

namespace {

/// Every signed number of a record is a time.
template <typename T>
bool is_plausible(const T& value) {
  constexpr std::int64_t kLongest = std::int64_t{1} << 61;
  if constexpr (std::is_same_v<T, std::int64_t>) {
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
