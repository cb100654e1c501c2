/// References of expressions to values of the file: "tl(1)(3).speed".
/// Source: docs/parasol.md, "The file".
#pragma once

#include <cstdint>
#include <string>

#include "predictor/machines/kinds/parasol/file/expression/formula_names.h"

namespace dps::parasol {

enum class ReferenceKind : std::uint8_t {
  kMachineId,
  kMachineProcessors,
  kMachineTopologies,
  kProcessorId,
  kTiming,  ///< `name` is the operation
  kCacheSize,
  kCacheSpeed,
  kSmallLoopSpeedup,
  kFormula,  ///< `section` and `name`; `first` is the processor
  kTopologyId,
  kTopologySetup,
  kTopologyProcessors,
  kTopologyLinks,
  kType,
  kLinkId,
  kLinkLatency,
  kLinkSpeed,
  kConnect,  ///< `third` is the place
  kVirtualId,
  kVirtualSetup,
  kVirtualProcessors,
  kMap,
};

struct Reference {
  ReferenceKind kind = ReferenceKind::kMachineId;
  FormulaSection section = FormulaSection::kCombinations;
  std::uint32_t name = 0;
  std::uint64_t first = 0;   ///< the id of a processor or topology
  std::uint64_t second = 0;  ///< the number of a link or processor
  std::uint64_t third = 0;

  [[nodiscard]] FormulaName formula() const { return {section, first, name}; }
};

/// The reference as written in an expression.
std::string text_of(const Reference& reference);

}  // namespace dps::parasol
