#include "blueprint/reading/program_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace dps::blueprint {
namespace {

template <typename T>
bool same(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same(const std::vector<double>& table, Extent extent, const std::vector<double>& samples) {
  return same(std::span<const double>(table).subspan(extent.first, extent.count),
              std::span<const double>(samples));
}

template <typename T>
Extent append(std::vector<T>& table, std::span<const T> entries) {
  const Extent extent{static_cast<std::uint32_t>(table.size()),
                      static_cast<std::uint32_t>(entries.size())};
  table.insert(table.end(), entries.begin(), entries.end());
  return extent;
}

Hash& add_all(Hash& hash, std::span<const std::uint32_t> values) {
  for (const std::uint32_t value : values) {
    hash.add(value);
  }
  return hash.add(values.size());
}

Hash& add_optional(Hash& hash, const std::optional<double>& value) {
  return value ? hash.add(std::bit_cast<std::uint64_t>(*value)) : hash.add(~std::uint64_t{0});
}

void add_samples(Hash& hash, const Samples& samples) {
  for (const auto* values : {&samples.first, &samples.second}) {
    for (const double value : *values) {
      hash.add(std::bit_cast<std::uint64_t>(value));
    }
  }
}

/// Returns the position of an entry equal to the new one; calls `append_new` if there is none.
template <typename T, typename Equal, typename AppendNew>
std::uint32_t intern(HashIndex& index, std::vector<T>& table, Hash hash, Equal equal,
                     AppendNew append_new) {  // the five parts of one step
  if (const auto known = index.find(hash, [&](auto at) { return equal(table[at]); })) {
    return *known;
  }
  const auto position = static_cast<std::uint32_t>(table.size());
  table.push_back(append_new());
  index.insert(hash, position);
  return position;
}

template <typename T>
void trim(std::vector<T>& table) {
  if (table.capacity() - table.size() > table.size() / 8) {
    table.shrink_to_fit();
  }
}

}  // namespace

MessageId ProgramBuilder::awaited(const std::string& mtag, Span place) {
  MessageType& type = message_type(mtag);
  type.awaited_at = type.awaited_at.line == 0 ? place : type.awaited_at;
  return MessageId{static_cast<std::uint32_t>(&type - program.message_types.data())};
}

MessageId ProgramBuilder::sent(const std::string& mtag, Span place) {
  MessageType& type = message_type(mtag);
  type.sent_at = type.sent_at.line == 0 ? place : type.sent_at;
  return MessageId{static_cast<std::uint32_t>(&type - program.message_types.data())};
}

MessageType& ProgramBuilder::message_type(const std::string& mtag) {
  const auto [known, is_new] =
      mids_.emplace(mtag, static_cast<std::uint32_t>(program.message_types.size()));
  if (is_new) {
    program.message_types.push_back({mtag, {}, {}});
  }
  return program.message_types[known->second];
}

std::uint32_t ProgramBuilder::add(Collection reading, std::span<const CountedTag> pairs) {
  Hash hash;
  hash.add(reading.definition);
  for (const CountedTag& pair : pairs) {
    hash.add(index(pair.mid)).add(pair.count);
  }
  const auto equal = [&](const Collection& other) {
    return other.definition == reading.definition && same(program.pairs_of(other), pairs);
  };
  return intern(collections_, program.collections, hash, equal, [&] {
    reading.pairs = append(program.pairs, pairs);
    return reading;
  });
}

std::uint32_t ProgramBuilder::add(Computation reading, std::span<const std::string> words,
                                  const Samples& samples) {
  Hash hash;
  hash.add(reading.definition).add(std::bit_cast<std::uint64_t>(reading.amount));
  add_optional(hash, reading.cost);
  for (const std::string& word : words) {
    hash.add(word);
  }
  add_samples(hash, samples);
  const auto& table = program.computation_samples;
  const auto equal = [&](const Computation& other) {
    return other.definition == reading.definition && other.kind == reading.kind &&
           other.amount == reading.amount && other.cost == reading.cost &&
           same(program.words_of(other), words) &&
           same(table, other.amount_samples, samples.first) &&
           same(table, other.cost_samples, samples.second);
  };
  return intern(computations_, program.computations, hash, equal, [&] {
    reading.words = append(program.words, words);
    reading.amount_samples = append<double>(program.computation_samples, samples.first);
    reading.cost_samples = append<double>(program.computation_samples, samples.second);
    return reading;
  });
}

std::uint32_t ProgramBuilder::add(Output reading, std::span<const Receivers> receivers,
                                  const Samples& samples) {
  Hash hash;
  hash.add(reading.definition).add(index(reading.mid)).add(reading.bytes).add(reading.copies);
  hash.add(std::uint64_t{reading.packed}).add(std::uint64_t{reading.xdr});
  hash.add(std::uint64_t{reading.others}).add(static_cast<std::uint64_t>(reading.route));
  add_optional(hash, reading.delay);
  for (const Receivers& each : receivers) {
    hash.add(index(each.first)).add(each.count).add(each.step);
  }
  add_samples(hash, samples);
  const auto& table = program.output_samples;
  const auto equal = [&](const Output& other) {
    return other.definition == reading.definition && other.mid == reading.mid &&
           other.bytes == reading.bytes && other.copies == reading.copies &&
           other.packed == reading.packed && other.xdr == reading.xdr &&
           other.others == reading.others && other.route == reading.route &&
           other.delay == reading.delay && same(program.receivers_of(other), receivers) &&
           same(table, other.bytes_samples, samples.first) &&
           same(table, other.delay_samples, samples.second);
  };
  return intern(outputs_, program.outputs, hash, equal, [&] {
    reading.receivers = append(program.receivers, receivers);
    reading.bytes_samples = append<double>(program.output_samples, samples.first);
    reading.delay_samples = append<double>(program.output_samples, samples.second);
    return reading;
  });
}

std::uint32_t ProgramBuilder::add(Functionality reading,
                                  std::span<const std::uint32_t> computations,
                                  std::span<const std::uint32_t> outputs,
                                  std::span<const NextLeg> nexts) {
  Hash hash;
  hash.add(reading.definition).add(reading.collection);
  add_all(add_all(hash, computations), outputs);
  for (const NextLeg& leg : nexts) {
    hash.add(leg.target).add(leg.firings);
  }
  const auto equal = [&](const Functionality& other) {
    return other.definition == reading.definition && other.collection == reading.collection &&
           same(program.computations_of(other), computations) &&
           same(program.outputs_of(other), outputs) && same(program.nexts_of(other), nexts);
  };
  return intern(functionalities_, program.functionalities, hash, equal, [&] {
    reading.computations = append(program.computation_lists, computations);
    reading.outputs = append(program.output_lists, outputs);
    reading.nexts = append(program.next_legs, nexts);
    return reading;
  });
}

std::uint32_t ProgramBuilder::add(Unit reading, std::span<const std::uint32_t> functionalities) {
  Hash hash;
  hash.add(reading.definition);
  add_all(hash, functionalities);
  const auto equal = [&](const Unit& other) {
    return other.definition == reading.definition &&
           same(program.functionalities_of(other), functionalities);
  };
  return intern(units_, program.units, hash, equal, [&] {
    reading.functionalities = append(program.functionality_lists, functionalities);
    return reading;
  });
}

std::uint32_t ProgramBuilder::add_plan(std::span<const std::uint32_t> units) {
  Hash hash;
  add_all(hash, units);
  const auto equal = [&](const Plan& other) { return same(program.units_of(other), units); };
  return intern(plans_, program.plans, hash, equal,
                [&] { return Plan{append(program.unit_lists, units)}; });
}

Program ProgramBuilder::finish() {
  trim(program.collections);
  trim(program.computations);
  trim(program.outputs);
  trim(program.functionalities);
  trim(program.units);
  trim(program.plans);
  trim(program.pairs);
  trim(program.computation_samples);
  trim(program.output_samples);
  trim(program.receivers);
  trim(program.next_legs);
  trim(program.computation_lists);
  trim(program.output_lists);
  trim(program.functionality_lists);
  trim(program.unit_lists);
  return std::move(program);
}

}  // namespace dps::blueprint
