#include "predictor/virtual_time/component_charges.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::predictor {
namespace {

using blueprint::Computation;
using blueprint::ComputationKind;

bool fits(const std::string& wanted, const std::string& tag) {
  return wanted.empty() || wanted == tag;
}

bool is_kind(const Computation& line, const machines::ComponentCost& cost) {
  return line.kind == (cost.is_exec ? ComputationKind::kExec : ComputationKind::kCall);
}

/// True if the cost names the function or program and, if it has arguments, the same ones.
bool is_of(const machines::ComponentCost& cost, const Computation& line,
           std::span<const std::string> words) {
  return is_kind(line, cost) && cost.name == words.front() &&
         (!cost.arguments || std::equal(cost.arguments->begin(), cost.arguments->end(),
                                        words.begin() + 1, words.end()));
}

/// Describes a cost: "call 'mult' with '10', '20'".
std::string described(const machines::ComponentCost& cost) {
  std::vector<std::string> arguments;
  for (const std::string& argument : cost.arguments.value_or(std::vector<std::string>())) {
    arguments.push_back("'" + printable(argument) + "'");
  }
  return fmt::format("{} '{}'{}{}", cost.is_exec ? "exec" : "call", printable(cost.name),
                     cost.arguments ? arguments.empty() ? " without arguments" : " with " : "",
                     fmt::join(arguments, " "));
}

}  // namespace

ComponentCharges::ComponentCharges(const blueprint::Program& program,
                                   std::span<const machines::MachineHost> hosts,
                                   std::span<const machines::ComponentCost> costs)
    : program_(program), costs_(costs) {
  type_of_.reserve(hosts.size());
  for (const machines::MachineHost& host : hosts) {
    const std::string type = lower_case(host.type);
    const auto known = std::find(types_.begin(), types_.end(), type);
    type_of_.push_back(static_cast<std::uint32_t>(known - types_.begin()));
    if (known == types_.end()) {
      types_.push_back(type);
    }
  }
  if (types_.empty()) {
    types_.emplace_back();  // the machine has no hosts of its own
  }
  found_.resize(types_.size());
}

std::optional<double> ComponentCharges::find(std::uint32_t functionality, std::uint32_t computation,
                                             std::uint32_t host) {
  const std::uint32_t ftag = program_.functionalities[functionality].definition;
  const std::uint32_t type = type_of_.empty() ? 0 : type_of_[host];
  const std::uint64_t key = std::uint64_t{ftag} << 32 | computation;
  const auto [entry, is_new] = found_[type].try_emplace(key);
  if (is_new) {
    entry->second = look_up(functionality, computation, type);
    if (entry->second) {
      charged_.insert(printable(program_.tag(program_.computations[computation].definition)));
    }
  }
  return entry->second;
}

std::optional<double> ComponentCharges::look_up(std::uint32_t functionality,
                                                std::uint32_t computation,
                                                std::uint32_t type) const {
  const Computation& line = program_.computations[computation];
  const std::string& ctag = program_.tag(line.definition);
  const std::string& ftag = program_.tag(program_.functionalities[functionality].definition);
  for (const machines::ComponentCost& cost : costs_) {
    if (is_of(cost, line, program_.words_of(line)) && fits(cost.ctag, ctag) &&
        fits(cost.ftag, ftag) && fits(lower_case(cost.type), types_[type])) {
      return cost.seconds * static_cast<double>(cost.speed) / 1000;
    }
  }
  return std::nullopt;
}

/// A name in the cost that does not exist in the program; nullopt if all exist.
std::optional<std::string> ComponentCharges::unknown(const machines::ComponentCost& cost) const {
  std::vector<std::string> names;
  bool is_known = false;
  for (const Computation& line : program_.computations) {
    if (is_kind(line, cost)) {
      names.push_back(program_.words_of(line).front());
      is_known = is_known || is_of(cost, line, program_.words_of(line));
    }
  }
  if (!is_known) {
    const bool has_name = std::find(names.begin(), names.end(), cost.name) != names.end();
    return described(cost) + (has_name ? "" : did_you_mean(cost.name, names));
  }
  for (const auto& [tag, section] : {std::pair(&cost.ctag, blueprint::Section::kComputation),
                                     std::pair(&cost.ftag, blueprint::Section::kFunctionality)}) {
    const bool known =
        tag->empty() || std::any_of(program_.definitions.begin(), program_.definitions.end(),
                                    [&, &of = section, &wanted = *tag](const auto& d) {
                                      return d.section == of && d.tag == wanted;
                                    });
    if (!known) {
      return fmt::format("'{}'", printable(*tag));
    }
  }
  return std::nullopt;
}

std::vector<std::string> ComponentCharges::notes() const {
  std::vector<std::string> notes;
  if (!charged_.empty()) {
    notes.push_back(
        fmt::format("charged with the times of the costs file: {}", fmt::join(charged_, ", ")));
  }
  std::set<std::string> strangers;
  for (const machines::ComponentCost& cost : costs_) {
    if (const auto stranger = unknown(cost)) {
      strangers.insert(*stranger);
    }
  }
  if (!strangers.empty()) {
    notes.push_back(
        fmt::format("the costs file has entries that match nothing in the blueprint: {}",
                    fmt::join(strangers, ", ")));
  }
  return notes;
}

}  // namespace dps::predictor
