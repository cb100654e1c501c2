/// A data sheet: the equations of a message-passing library on one machine.
/// Source: docs/datasheets.md, "Sheets".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "predictor/machines/kinds/datasheet/equation.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The variables on which the time of a function depends.
enum class FunctionClass : std::uint8_t {
  kPointToPoint,  ///< elements
  kCollective,    ///< processes and elements
  kBarrier,       ///< processes
  kLocal,         ///< none
};

/// The processes between which the function was measured.
enum class FunctionPath : std::uint8_t {
  kAny,   ///< on several hosts, or no difference is made
  kHost,  ///< on one host
};

/// The agreement of an equation with the points to which it was fitted. If `points` is 0, only
/// `quality` is known.
struct EquationFit {
  double chi_squared = 0;
  std::uint64_t freedom = 0;        ///< points less coefficients
  std::optional<double> quality{};  ///< Q; nullopt if freedom is 0
  double median = 0;                ///< the median of |measured / fitted - 1|
  double most = 0;                  ///< the largest |measured / fitted - 1|
  std::uint64_t points = 0;

  bool operator==(const EquationFit&) const = default;
};

/// A closed interval of whole numbers.
struct MeasuredRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;

  bool operator==(const MeasuredRange&) const = default;
};

/// An equation and the sizes for which it holds.
struct SheetRange {
  std::optional<std::uint64_t> most{};  ///< elements; nullopt in the last range
  Equation equation;
  std::optional<EquationFit> fit{};
  std::optional<MeasuredRange> processes{};  ///< the numbers that were measured
  std::optional<MeasuredRange> elements{};

  bool operator==(const SheetRange&) const = default;
};

/// A function of the library, or something else that was timed in the same way.
struct SheetFunction {
  std::string name;
  FunctionClass function_class = FunctionClass::kLocal;
  FunctionPath path = FunctionPath::kAny;
  std::vector<SheetRange> ranges;  ///< by size; at least one

  bool operator==(const SheetFunction&) const = default;
};

struct Datasheet {
  std::string name;
  std::uint64_t element_bytes = 4;
  /// The largest message in bytes whose send does not wait for its receiver; nullopt: no send does.
  std::optional<std::uint64_t> eager{};
  std::optional<std::uint64_t> eager_on_host{};  ///< between processes of a host; nullopt: `eager`
  std::vector<MachineHost> hosts{};              ///< empty: a host for every process
  /// The time of a multiplication on each host; nullopt: that of the function `multiply`.
  std::vector<std::optional<Attoseconds>> multiply{};
  /// A function without an equation, and the function whose equation it takes.
  std::vector<std::pair<std::string, std::string>> aliases{};
  /// Facts about the measurement, for human readers: key and value in the order of the file.
  std::vector<std::pair<std::string, std::string>> measured{};
  std::vector<SheetFunction> functions{};  ///< in the order of the file
  /// The times of operations, by host; null: not known. Empty: of no host.
  std::vector<std::shared_ptr<const ProcessorTimings>> timings{};

  bool operator==(const Datasheet&) const = default;
};

/// A function, and the name under which its equation was found.
struct FoundFunction {
  const SheetFunction* function = nullptr;  ///< null: neither the function nor an alias has one
  bool is_alias = false;                    ///< found under another name
};

/// The equations of a function. On the path kHost, a function that has none there is that of kAny.
/// Without an equation of its own, an alias of the sheet is tried, then the built-in aliases
/// (docs/datasheets.md, "Aliases").
FoundFunction find_function(const Datasheet& sheet, std::string_view name,
                            FunctionPath path = FunctionPath::kAny);

/// The range that holds for this number of elements: the first whose `most` is not less.
const SheetRange& range_for(const SheetFunction& function, double elements);

}  // namespace dps::machines
