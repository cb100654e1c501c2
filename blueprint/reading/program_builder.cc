#include "blueprint/reading/program_builder.h"

#include <algorithm>
#include <utility>

#include "blueprint/reading/entries.h"

namespace dps::blueprint {
namespace {

using expression::Instruction;

template <typename T>
Extent append(std::vector<T>& table, std::span<const T> entries) {
  const Extent extent{size_of(table), size_of(entries)};
  table.insert(table.end(), entries.begin(), entries.end());
  return extent;
}

/// Returns the position of the entry equal to `made`, whose lists are removed again, or appends it.
template <typename T>
std::uint32_t intern(Program& program, HashIndex& index, std::vector<T>& table, const T& made) {
  const Hash hash = hash_of(program, made);
  const auto known = index.find(
      hash, [&](std::uint32_t position) { return are_equal(program, table[position], made); });
  if (known) {
    remove_lists(program, made);
    return *known;
  }
  const auto position = size_of(table);
  table.push_back(made);
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
  reading.pairs = append(program.pairs, pairs);
  return intern(program, collections_, program.collections, reading);
}

std::uint32_t ProgramBuilder::add(Computation reading, std::span<const std::string> words,
                                  const Variates& variates,
                                  std::span<const operations::OperationCount> operations) {
  reading.words = append(program.words, words);
  reading.operations = append(program.operation_counts, operations);
  reading.amount_variate = append<Instruction>(program.computation_variates, variates.first);
  reading.cost_variate = append<Instruction>(program.computation_variates, variates.second);
  return intern(program, computations_, program.computations, reading);
}

std::uint32_t ProgramBuilder::add(Output reading, std::span<const Receivers> receivers,
                                  std::span<const Share> shares, const Variates& variates,
                                  const std::optional<collectives::Collective>& collective) {
  program.has_requests = program.has_requests || reading.begins;
  reading.receivers = append(program.receivers, receivers);
  reading.shares = append(program.shares, shares);
  reading.bytes_variate = append<Instruction>(program.output_variates, variates.first);
  if (collective) {
    auto& types = program.collective_types;
    const auto place = std::ranges::lower_bound(types, reading.mid);
    if (place == types.end() || *place != reading.mid) {
      types.insert(place, reading.mid);
    }
  }
  reading.collective = append<collectives::Collective>(
      program.collectives, {collective ? &*collective : nullptr, collective ? 1U : 0U});
  reading.delay_variate = append<Instruction>(program.output_variates, variates.second);
  return intern(program, outputs_, program.outputs, reading);
}

std::uint32_t ProgramBuilder::add(Functionality reading,
                                  std::span<const std::uint32_t> computations,
                                  std::span<const std::uint32_t> outputs,
                                  std::span<const NextLeg> nexts) {
  reading.computations = append(program.computation_lists, computations);
  reading.outputs = append(program.output_lists, outputs);
  reading.nexts = append(program.next_legs, nexts);
  return intern(program, functionalities_, program.functionalities, reading);
}

std::uint32_t ProgramBuilder::add(Unit reading, std::span<const std::uint32_t> functionalities,
                                  std::span<const Alternative> alternatives) {
  reading.functionalities = append(program.functionality_lists, functionalities);
  reading.alternatives = append(program.alternatives, alternatives);
  return intern(program, units_, program.units, reading);
}

std::uint32_t ProgramBuilder::add_plan(std::span<const std::uint32_t> units) {
  return intern(program, plans_, program.plans, Plan{append(program.unit_lists, units)});
}

Program ProgramBuilder::finish() {
  trim(program.collections);
  trim(program.computations);
  trim(program.outputs);
  trim(program.functionalities);
  trim(program.units);
  trim(program.plans);
  trim(program.pairs);
  trim(program.operation_counts);
  trim(program.computation_variates);
  trim(program.output_variates);
  trim(program.receivers);
  trim(program.shares);
  trim(program.collectives);
  trim(program.next_legs);
  trim(program.alternatives);
  trim(program.computation_lists);
  trim(program.output_lists);
  trim(program.functionality_lists);
  trim(program.unit_lists);
  return std::move(program);
}

}  // namespace dps::blueprint
