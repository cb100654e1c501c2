/// Collects the instances of lines in a Program; equal instances are stored once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "blueprint/program.h"
#include "blueprint/reading/interner.h"

namespace dps::blueprint {

/// The variates of a component: amount and cost of a computation, bytes and delay of an output.
/// Empty for quantities that are constant.
struct Variates {
  std::vector<expression::Instruction> first, second;
};

class ProgramBuilder {
 public:
  /// The readers of definitions, groups, hosts and variables fill in these tables directly.
  Program program;

  /// Returns the mid of a message type and assigns one at its first mention.
  MessageId awaited(const std::string& mtag, Span place);
  MessageId sent(const std::string& mtag, Span place);

  // Each returns the position of an equal instance, or adds a new one and sets its extents.
  std::uint32_t add(Collection reading, std::span<const CountedTag> pairs);
  std::uint32_t add(Computation reading, std::span<const std::string> words,
                    const Variates& variates,
                    std::span<const operations::OperationCount> operations = {});
  std::uint32_t add(Output reading, std::span<const Receivers> receivers,
                    std::span<const Share> shares, const Variates& variates,
                    const std::optional<collectives::Collective>& collective = {});
  std::uint32_t add(Functionality reading, std::span<const std::uint32_t> computations,
                    std::span<const std::uint32_t> outputs, std::span<const NextLeg> nexts);
  std::uint32_t add(Unit reading, std::span<const std::uint32_t> functionalities,
                    std::span<const Alternative> alternatives);
  std::uint32_t add_plan(std::span<const std::uint32_t> units);

  /// Returns the program, with the capacity of its tables reduced to their size.
  Program finish();

 private:
  MessageType& message_type(const std::string& mtag);

  std::unordered_map<std::string, std::uint32_t> mids_;
  HashIndex collections_;
  HashIndex computations_;
  HashIndex outputs_;
  HashIndex functionalities_;
  HashIndex units_;
  HashIndex plans_;
};

}  // namespace dps::blueprint
