/// Collects readings into a Program; equal readings of a line are stored once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "blueprint/program.h"
#include "blueprint/reading/interner.h"

namespace dps::blueprint {

/// What varies of a component from use to use: of a computation its amount and its cost, of an
/// output its bytes and its delay. Empty: it does not.
struct Samples {
  std::vector<double> first, second;
};

class ProgramBuilder {
 public:
  /// The definitions, groups, hosts and variables are filled in by whoever reads them.
  Program program;

  /// The mid of a message type, new at its first mention.
  MessageId awaited(const std::string& mtag, Span place);
  MessageId sent(const std::string& mtag, Span place);

  // Each returns the position of an equal reading, or of the new one. The extents are set here.
  std::uint32_t add(Collection reading, std::span<const CountedTag> pairs);
  std::uint32_t add(Computation reading, std::span<const std::string> words,
                    const Samples& samples);
  std::uint32_t add(Output reading, std::span<const Receivers> receivers, const Samples& samples);
  std::uint32_t add(Functionality reading, std::span<const std::uint32_t> computations,
                    std::span<const std::uint32_t> outputs, std::span<const NextLeg> nexts);
  std::uint32_t add(Unit reading, std::span<const std::uint32_t> functionalities);
  std::uint32_t add_plan(std::span<const std::uint32_t> units);

  /// The program, without spare room.
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
