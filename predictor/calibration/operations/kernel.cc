#include "predictor/calibration/operations/kernel.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "predictor/calibration/operations/intrinsics.h"

namespace dps::calibration {
namespace {

using Statements = std::vector<std::string>;

/// The number of statements of a loop of loops, each of which takes as long as a hundred others.
constexpr std::uint32_t kLoopCopies = 100;
constexpr std::uint32_t kFirstLabel = 10'000;
constexpr double kArgumentBytes = 64;

bool is_c(const KernelChoice& choice) {
  return choice.language == KernelLanguage::kC;
}

/// Repeats `cycle` until there are `copies` statements.
Statements repeated(const Statements& cycle, std::uint32_t copies) {
  Statements all;
  for (std::uint32_t i = 0; i < copies && !cycle.empty(); ++i) {
    all.push_back(cycle[i % cycle.size()]);
  }
  return all;
}

Kernel plain(const KernelChoice& choice, const Statements& first, const Statements& second,
             bool is_global = false) {
  return {"", repeated(first, choice.copies), repeated(second, choice.copies),
          static_cast<double>(choice.copies), is_global};
}

/// Statements such as "dr = da * db", with the names of result and first operand exchanged in every
/// second one if each is to use the result of the one before it.
Statements assignments(const KernelChoice& choice, char type, const std::string& rest) {
  const Statements plain{fmt::format("{0}r = {0}a{1}", type, rest)};
  return choice.dependent ? Statements{plain[0], fmt::format("{0}a = {0}r{1}", type, rest)} : plain;
}

std::string power_of(const KernelChoice& choice, char type, char exponent) {
  if (!is_c(choice)) {
    return fmt::format("{}b**{}", type, exponent == 'k' ? "ik" : fmt::format("{}y", type));
  }
  const std::string arguments =
      fmt::format("({}b, {})", type, exponent == 'k' ? "ik" : fmt::format("{}y", type));
  return type == 'i'   ? "(int)pow" + arguments
         : type == 'd' ? "pow" + arguments
         : type == 'r' ? "powf" + arguments
                       : "cpowf" + arguments;
}

/// The kernels of arithmetic such as "igt": type, place, operation.
Kernel arithmetic(std::string_view name, const KernelChoice& choice) {
  const char type = name[0];
  const bool is_global = name[1] == 'g';
  const auto both = [&](const std::string& before, const std::string& after) {
    return plain(choice, assignments(choice, type, before), assignments(choice, type, after),
                 is_global);
  };
  const auto binary = [&](char symbol) {
    return both(fmt::format(" {} {}b", symbol, type),
                fmt::format(" {1} {0}b {1} {0}c", type, symbol));
  };
  switch (name[2]) {
    case 'a':
      return binary('+');
    case 'm':
      return binary('*');
    case 'd':
      return binary('/');
    case 'e':
      return both(fmt::format(" * {}b", type), " * " + power_of(choice, type, 'k'));
    case 'x':
      return both(fmt::format(" * {}b", type), " * " + power_of(choice, type, 'y'));
    case 't': {
      const std::string assigned = fmt::format("{0}r = {0}a", type);
      const char* between = is_c(choice) ? "; " : "\n";
      return plain(choice, {assigned}, {assigned + between + fmt::format("{0}q = {0}b", type)},
                   is_global);
    }
    default: {
      Kernel kernel = plain(choice, {fmt::format("{0}q = {0}b", type)},
                            {fmt::format("{0}q = {0}b", type)}, is_global);
      kernel.deletes_stores = true;
      return kernel;
    }
  }
}

/// The kernels of comparisons: "lgdc", "llcc".
Kernel comparison(std::string_view name, const KernelChoice& choice) {
  const char type = name[2];
  const char* symbol = type == 'c' ? "==" : "<";
  return plain(choice, {"lr = la"}, {fmt::format("lr = {0}a {1} {0}b", type, symbol)},
               name[1] == 'g');
}

Kernel logic(std::string_view name, const KernelChoice& choice) {
  const char* sign = is_c(choice) ? "&&" : ".and.";
  return plain(choice, {fmt::format("lr = la {} lb", sign)},
               {fmt::format("lr = la {0} lb {0} lc", sign)}, name[1] == 'g');
}

Kernel intrinsic(const Intrinsic& function, const KernelChoice& choice) {
  Statements calls;
  for (const std::string_view call : is_c(choice) ? function.in_c : function.in_fortran) {
    if (!call.empty()) {
      calls.push_back(fmt::format("{}r = {}", function.result, call));
    }
  }
  return plain(choice, {fmt::format("{0}r = {0}a", function.result)}, calls);
}

/// The kernels of array accesses such as "arr3": subscripts are variables.
Kernel array_access(std::string_view name, const KernelChoice& choice) {
  std::string element = fmt::format("x{}", name[3]);
  for (char axis = '1'; axis <= name[3]; ++axis) {
    element += is_c(choice) ? fmt::format("[j{} - 1]", axis)
                            : fmt::format("{}j{}", axis == '1' ? "(" : ", ", axis);
  }
  return plain(choice, {"dr = da"}, {"dr = " + element + (is_c(choice) ? "" : ")")});
}

std::string labelled(const KernelChoice& choice, std::uint32_t label,
                     const std::string& statement) {
  return is_c(choice) ? fmt::format("l{}: {}", label, statement)
                      : fmt::format("{} {}", label, statement);
}

/// The kernel of jumps: each jump goes to the other half of the loop.
Kernel jumps(const KernelChoice& choice) {
  Kernel kernel;
  const std::uint32_t half = choice.copies / 2;
  const char* nothing = is_c(choice) ? "" : "continue";
  for (std::uint32_t i = 0; i < 2 * half; ++i) {
    const std::uint32_t target = i < half ? i + half : i - half + 1;
    const std::uint32_t to = kFirstLabel + (target == half && i >= half ? 2 * half : target);
    kernel.first.push_back(labelled(choice, kFirstLabel + i, nothing));
    kernel.second.push_back(
        labelled(choice, kFirstLabel + i, fmt::format("goto {}{}", is_c(choice) ? "l" : "", to)));
  }
  kernel.first.push_back(labelled(choice, kFirstLabel + 2 * half, nothing));
  kernel.second.push_back(labelled(choice, kFirstLabel + 2 * half, nothing));
  kernel.count = 2 * half;
  return kernel;
}

/// Jumps to one of four labels, by variables that are drawn.
Kernel computed_jumps(const KernelChoice& choice) {
  constexpr std::uint32_t kTargets = 4;
  constexpr std::uint32_t kVariables = 7;
  Kernel kernel;
  kernel.count = choice.copies;
  for (std::uint32_t i = 0; i < choice.copies; ++i) {
    const std::string selector = fmt::format("n{}", i % kVariables + 1);
    const std::uint32_t label = kFirstLabel + kTargets * i;
    if (is_c(choice)) {
      kernel.second.push_back(fmt::format(
          "switch ({}) {{ case 1: goto l{}; case 2: goto l{}; case 3: goto l{}; case 4: "
          "goto l{}; case 5: goto l{}; default: ; }}",
          selector, label, label + 1, label + 2, label + 3, label));
    } else {
      kernel.second.push_back(fmt::format("goto ({}, {}, {}, {}), {}", label, label + 1, label + 2,
                                          label + 3, selector));
    }
    for (std::uint32_t target = 0; target < kTargets; ++target) {
      const std::string end = labelled(choice, label + target, is_c(choice) ? "" : "continue");
      kernel.first.push_back(end);
      kernel.second.push_back(end);
    }
  }
  return kernel;
}

Kernel calls(const KernelChoice& choice, bool with_arguments) {
  const std::string empty = is_c(choice) ? "dps_empty()" : "call dps_empty()";
  const std::string eight = is_c(choice) ? "dps_eight(da, db, dc, du, dw, dp, dy, dq)"
                                         : "call dps_eight(da, db, dc, du, dw, dp, dy, dq)";
  Kernel kernel = with_arguments ? plain(choice, {empty}, {eight}) : plain(choice, {}, {empty});
  kernel.count *= with_arguments ? kArgumentBytes : 1;
  return kernel;
}

Kernel loops(const KernelChoice& choice, const char* trips) {
  KernelChoice fewer = choice;
  fewer.copies = kLoopCopies;
  return plain(fewer, {},
               {is_c(choice) ? fmt::format("for (jj = 1; jj <= {}; ++jj) {{ }}", trips)
                             : fmt::format("do jj = 1, {}\nend do", trips)});
}

Kernel unnamed(std::string_view name, const KernelChoice& choice) {
  constexpr std::string_view kTypes = "idrc";
  if (const Intrinsic* function = find_intrinsic(name)) {
    return intrinsic(*function, choice);
  }
  if (name.starts_with("arr")) {
    return array_access(name, choice);
  }
  if (name == "goto" || name == "gcom") {
    return name == "goto" ? jumps(choice) : computed_jumps(choice);
  }
  if (name == "pcall" || name == "argld") {
    return calls(choice, name == "argld");
  }
  if (name == kShortLoop || name == kLongLoop) {
    return loops(choice, name == kShortLoop ? "m1" : "m101");
  }
  if (name == "lga" || name == "lla") {
    return logic(name, choice);
  }
  if (name.size() == 4 && name[0] == 'l') {
    return comparison(name, choice);
  }
  DPS_CHECK(name.size() == 3 && kTypes.find(name[0]) != std::string_view::npos);
  return arithmetic(name, choice);
}

}  // namespace

bool is_loop_operation(std::string_view operation) {
  constexpr std::array<std::string_view, 4> kLoops{"loopi1", "loopin", "loopoh1", "loopohn"};
  return std::ranges::find(kLoops, operation) != kLoops.end();
}

Kernel kernel_of(std::string_view name, const KernelChoice& choice) {
  Kernel kernel = unnamed(name, choice);
  kernel.name = name;
  return kernel;
}

Kernel cache_kernel(const KernelChoice& choice, std::uint32_t copies) {
  KernelChoice same = choice;
  same.copies = copies;
  same.dependent = false;
  Kernel kernel = kernel_of("dlm", same);
  kernel.name = fmt::format("dlm, {} copies", copies);
  return kernel;
}

}  // namespace dps::calibration
