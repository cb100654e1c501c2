#include "predictor/machines/kinds/native/file/native_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/native/file/native_file.h"

namespace dps::machines {
namespace {

template <typename Number>
Number any(std::uint64_t least, std::uint64_t most) {
  return static_cast<Number>(*rc::gen::inRange<std::uint64_t>(least, most));
}

constexpr std::uint64_t kSecond = 1'000'000'000'000'000'000;  // attoseconds

/// A random whole number of picoseconds below a second, often a small one.
Picoseconds any_time() {
  return Picoseconds(
      any<std::int64_t>(0, *rc::gen::element<std::uint64_t>(2, 5'000'000, 1'000'000'000'000)));
}

Attoseconds any_cost() {
  return Attoseconds(
      any<std::uint64_t>(0, *rc::gen::element<std::uint64_t>(2, 1'000'000'000, kSecond)));
}

TimePerByte any_per_byte() {
  return TimePerByte(any_cost());
}

BitsPerSecond any_bandwidth() {
  return BitsPerSecond(any<std::uint64_t>(
      1, *rc::gen::element<std::uint64_t>(9, 1'000'000'001, kMostBandwidth.bits)));
}

std::string any_word() {
  return *rc::gen::container<std::string>(rc::gen::element('a', 'Z', '"', '\\', ' ', '#', '\''));
}

std::uint64_t any_burst() {
  return *rc::gen::element<std::uint64_t>(0, 3200, 1 << 20);
}

void add_hosts(NativeDescription& machine) {
  const auto count = any<std::size_t>(1, 5);
  const bool has_links = *rc::gen::arbitrary<bool>();
  for (std::size_t i = 0; i < count; ++i) {
    MachineHost host{"n" + std::to_string(i),
                     any_word(),
                     any<std::uint64_t>(1, 5000),
                     any<std::uint32_t>(1, 200),
                     {}};
    host.turn = *rc::gen::element(Picoseconds{}, Picoseconds{1'000'000} + any_time());
    if (*rc::gen::arbitrary<bool>()) {
      host.memory = any<std::uint64_t>(0, std::uint64_t{1} << 40);
    }
    machine.hosts.push_back(std::move(host));
    machine.multiply.push_back(any_cost());
    if (has_links) {  // the link of the first host differs from the default, so links are written
      machine.network.links.push_back(
          {any_bandwidth(), i == 0 ? Picoseconds{1} : any_time(), any_burst()});
    }
  }
}

NativeDescription any_machine() {
  NativeDescription machine;
  machine.name = any_word();
  add_hosts(machine);
  auto& network = machine.network;
  network.kind = network.links.empty() && *rc::gen::arbitrary<bool>() ? NetworkKind::kBus
                                                                      : NetworkKind::kSwitch;
  network.bandwidth = any_bandwidth();
  network.latency = any_time();
  network.burst = any_burst();
  network.local_bandwidth = any_bandwidth();
  network.local_latency = any_time();
  if (*rc::gen::arbitrary<bool>()) {
    network.buffer = any<std::uint64_t>(0, std::uint64_t{1} << 30);
    machine.least_bytes = any<std::uint64_t>(0, 100);
    machine.most_bytes = any<std::uint64_t>(100, std::uint64_t{1} << 30);
  }
  machine.cost = {any_time(),
                  any_time(),
                  any_per_byte(),
                  any_per_byte(),
                  any_per_byte(),
                  any_per_byte(),
                  any_per_byte(),
                  any_time(),
                  std::nullopt,
                  {},
                  true};
  if (*rc::gen::arbitrary<bool>()) {
    machine.cost.poll = any_time();
  }
  if (*rc::gen::arbitrary<bool>()) {
    machine.cost.rested = {any_time(), any_time()};
  }
  machine.cost.blocks = *rc::gen::arbitrary<bool>();
  std::uint64_t size = 0;
  for (auto bends = any<int>(0, 3); bends > 0; --bends) {
    size += any<std::uint64_t>(1, 1'000'000);
    machine.cost.bends.push_back({size, any_per_byte(), any_per_byte()});
  }
  return machine;
}

RC_GTEST_PROP(NativeText, AWrittenFileIsReadAgainToTheLastDigit, ()) {
  const NativeDescription machine = any_machine();
  const std::string text = native_text(machine, {{any_word(), any_word()}, {{"date", any_word()}}});
  const SourceText source{"m.toml", text};
  const auto reading = read_native_description(source);
  if (!reading.description) {
    RC_FAIL(render(source, reading.diagnostics) + text);
  }
  RC_ASSERT(native_text(*reading.description) == native_text(machine));
  RC_ASSERT(reading.description->network.links == machine.network.links);
  RC_ASSERT(reading.description->cost.bends == machine.cost.bends);
  RC_ASSERT(reading.description->multiply == machine.multiply);
  RC_ASSERT(reading.description->network.bandwidth == machine.network.bandwidth);
  RC_ASSERT(reading.description->network.burst == machine.network.burst);
  RC_ASSERT(reading.description->cost.send == machine.cost.send);
}

}  // namespace
}  // namespace dps::machines
