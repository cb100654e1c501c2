/// The byte form of structs from one list of their fields.
///
/// A struct opts in with a function in its own namespace that lists its fields in the order of
/// their bytes:
///
///     constexpr auto fields(const Peer*) { return std::tuple(&Peer::process, &Peer::address); }
///
/// encode_value(), decode_value() and smallest_size() follow from the list. A type that needs more
/// adds functions in its own namespace, or in that of the encoder or decoder:
///
///     constexpr E last_enumerator(E);       // required for an enumeration of one byte
///     bool is_allowed(const In&, const T&); // false for values that are no valid T
///     encode_value(Out&, const T&), decode_value(In&, T&), smallest_size(const T*)
///
/// A field that is not simply a member (Flags, Padding) is an object with encode_field(),
/// decode_field() and smallest_field() of its own.
///
/// Form: numbers are little-endian in their own width, a bool is a u8 of 0 or 1, an enumerator its
/// number, a time its count. An optional value is a bool, then the value if there is one. Strings,
/// byte strings and vectors are a u32 count and their items.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/ids.h"

namespace dps {

/// Calls `visit` with every field of T.
template <typename T, typename Visit>
constexpr void for_each_field(const T* type, Visit visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, fields(type));
}

// --- fields that are not simply members ---------------------------------------------------------

/// Bools that share one byte, the first in bit 0; the bits above them are 0.
template <typename T, std::size_t N>
struct Flags {
  static_assert(N <= 8);
  std::array<bool T::*, N> members;
};

template <typename T, typename... More>
constexpr auto flags(bool T::*first, More... more) {
  return Flags<T, 1 + sizeof...(More)>{{first, more...}};
}

/// A byte that is 0.
struct Padding {};

// --- kinds of types -----------------------------------------------------------------------------

/// std::chrono durations and the units of base/time_units.h.
template <typename T>
concept TimeSpan = std::is_class_v<T> && requires(const T& time) {
  { T(time.count()) } -> std::same_as<T>;
};

namespace detail {

template <typename T>
inline constexpr bool kIsId = std::is_same_v<T, ProcessId> || std::is_same_v<T, MessageId>;

template <typename T, template <typename...> typename Template>
inline constexpr bool kIsOf = false;
template <typename... Of, template <typename...> typename Template>
inline constexpr bool kIsOf<Template<Of...>, Template> = true;

}  // namespace detail

/// Accepts all values of a type that has no overload of its own.
template <typename In, typename T>
constexpr bool is_allowed(const In& /*in*/, const T& /*value*/) {
  return true;
}

// --- the smallest size --------------------------------------------------------------------------

template <typename T>
constexpr std::size_t smallest_size(const T* type);

template <typename Owner, typename Member>
constexpr std::size_t smallest_field(Member Owner::* /*field*/) {
  return smallest_size(static_cast<const Member*>(nullptr));
}
template <typename T, std::size_t N>
constexpr std::size_t smallest_field(const Flags<T, N>& /*field*/) {
  return 1;
}
constexpr std::size_t smallest_field(const Padding& /*field*/) {
  return 1;
}

/// The fewest bytes that a T takes: it bounds the count of a list by the bytes that are left.
template <typename T>
constexpr std::size_t smallest_size(const T* type) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || TimeSpan<T>) {
    return sizeof(T);
  } else if constexpr (detail::kIsOf<T, std::optional>) {
    return 1;
  } else if constexpr (std::is_same_v<T, std::string> || detail::kIsOf<T, std::vector>) {
    return sizeof(std::uint32_t);
  } else {
    return std::apply(
        [](const auto&... field) { return (std::size_t{0} + ... + smallest_field(field)); },
        fields(type));
  }
}

// --- encoding -----------------------------------------------------------------------------------

template <typename Out, typename T>
void encode_value(Out& out, const T& value);

template <typename Out, typename T, typename Owner, typename Member>
void encode_field(Out& out, const T& owner, Member Owner::*field) {
  encode_value(out, owner.*field);
}
template <typename Out, typename T, std::size_t N>
void encode_field(Out& out, const T& owner, const Flags<T, N>& field) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < N; ++i) {
    bits |= (owner.*field.members[i] ? 1U : 0U) << i;
  }
  out.u8(static_cast<std::uint8_t>(bits));
}
template <typename Out, typename T>
void encode_field(Out& out, const T& /*owner*/, const Padding& /*field*/) {
  out.u8(0);
}

template <typename Out, typename T>
void encode_fields(Out& out, const T& value) {
  for_each_field(&value, [&](const auto& field) { encode_field(out, value, field); });
}

/// A list: the number of items, then each of them.
template <typename Out, typename Items>
void encode_items(Out& out, const Items& items) {
  out.u32(static_cast<std::uint32_t>(items.size()));
  for (const auto& item : items) {
    encode_value(out, item);
  }
}

template <typename Out, typename T>
void encode_value(Out& out, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    encode_value(out, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (TimeSpan<T>) {
    encode_value(out, value.count());
  } else if constexpr (std::is_same_v<T, double>) {
    out.f64(value);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
    out.u8(static_cast<std::uint8_t>(value));
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 2) {
    out.u16(static_cast<std::uint16_t>(value));
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
    out.u32(static_cast<std::uint32_t>(value));
  } else if constexpr (std::is_integral_v<T>) {
    out.u64(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    out.text(value);
  } else if constexpr (std::is_same_v<T, ByteString>) {
    out.byte_string(value);
  } else if constexpr (detail::kIsOf<T, std::optional>) {
    encode_value(out, value.has_value());
    if (value) {
      encode_value(out, *value);
    }
  } else if constexpr (detail::kIsOf<T, std::vector>) {
    encode_items(out, value);
  } else {
    encode_fields(out, value);
  }
}

// --- decoding -----------------------------------------------------------------------------------
// Errors are those of Decoder: after the first wrong value in.ok() is false and nothing is added to
// any list.

template <typename In, typename T>
void decode_value(In& in, T& value);

template <typename In, typename T, typename Owner, typename Member>
void decode_field(In& in, T& owner, Member Owner::*field) {
  decode_value(in, owner.*field);
}
template <typename In, typename T, std::size_t N>
void decode_field(In& in, T& owner, const Flags<T, N>& field) {
  const unsigned bits = in.u8();
  for (std::size_t i = 0; i < N; ++i) {
    owner.*field.members[i] = (bits >> i & 1U) != 0;
  }
  in.require(bits >> N == 0);
}
template <typename In, typename T>
void decode_field(In& in, T& /*owner*/, const Padding& /*field*/) {
  in.require(in.u8() == 0);
}

template <typename In, typename T>
void decode_fields(In& in, T& value) {
  for_each_field(&value, [&](const auto& field) { decode_field(in, value, field); });
  in.require(!in.ok() || is_allowed(in, value));
}

/// Appends a list to `items`; allocates memory only for items whose bytes have arrived.
template <typename In, typename T>
void decode_items(In& in, std::vector<T>& items) {
  const std::uint32_t count = in.count(smallest_size(static_cast<const T*>(nullptr)));
  for (std::uint32_t i = 0; i < count; ++i) {
    T item{};
    decode_value(in, item);
    if (!in.ok()) {
      return;
    }
    items.push_back(std::move(item));
  }
}

template <typename In>
bool decode_bool(In& in) {
  const std::uint8_t value = in.u8();
  in.require(value <= 1);
  return value == 1;
}

template <typename In, typename T>
void decode_enumerator(In& in, T& value) {
  static_assert(sizeof(T) == 1);
  const auto number = static_cast<std::underlying_type_t<T>>(in.u8());
  in.require(number <= static_cast<std::underlying_type_t<T>>(last_enumerator(T{})));
  value = in.ok() ? static_cast<T>(number) : T{};
}

template <typename In, typename T>
void decode_value(In& in, T& value) {
  if constexpr (detail::kIsId<T>) {
    value = T{in.u32()};
  } else if constexpr (std::is_enum_v<T>) {
    decode_enumerator(in, value);
  } else if constexpr (TimeSpan<T>) {
    auto count = value.count();
    decode_value(in, count);
    value = T(count);
  } else if constexpr (std::is_same_v<T, bool>) {
    value = decode_bool(in);
  } else if constexpr (std::is_same_v<T, double>) {
    value = in.f64();
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
    value = static_cast<T>(in.u8());
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 2) {
    value = static_cast<T>(in.u16());
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
    value = static_cast<T>(in.u32());
  } else if constexpr (std::is_integral_v<T>) {
    value = static_cast<T>(in.u64());
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = in.text();
  } else if constexpr (std::is_same_v<T, ByteString>) {
    value = in.byte_string();
  } else if constexpr (detail::kIsOf<T, std::optional>) {
    if (decode_bool(in)) {
      decode_value(in, value.emplace());
    }
  } else if constexpr (detail::kIsOf<T, std::vector>) {
    decode_items(in, value);
  } else {
    decode_fields(in, value);
  }
}

}  // namespace dps
