/// The statements by which `dps calibrate --operations` measures an operation.
/// Source: the Parasol paper, 4.2.2 to 4.2.4; docs/calibrate.md, "Operations".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dps::calibration {

enum class KernelLanguage : std::uint8_t { kFortran, kC };

/// Two routines; the only difference is that the second one executes the operation `count` times
/// more.
struct Kernel {
  std::string name;                 ///< of the operation, or of a part of several ("loop of 101")
  std::vector<std::string> first;   ///< statements, in their order
  std::vector<std::string> second;  ///< likewise
  double count = 1;
  bool is_global = false;  ///< the variables are in COMMON, or at file scope
  /// Both routines have the same statements, and the stores of the first one are deleted from its
  /// assembler.
  bool deletes_stores = false;
};

/// The properties that all kernels of a measurement share.
struct KernelChoice {
  KernelLanguage language = KernelLanguage::kFortran;
  std::uint32_t copies = 500;  ///< of a statement in a loop
  bool dependent = false;      ///< arithmetic takes the result of the statement before it
};

/// The kernel of a local multiplication of doubles, with `copies` copies, for the cache.
Kernel cache_kernel(const KernelChoice& choice, std::uint32_t copies);

// The kernels of loops, from which the times of loopi1, loopin, loopoh1 and loopohn follow.
inline constexpr std::string_view kShortLoop = "loop of 1";
inline constexpr std::string_view kLongLoop = "loop of 101";

/// The operations whose times follow from the loops, and those that they need.
bool is_loop_operation(std::string_view operation);

/// The kernel of an operation, or of a loop. It is none of is_loop_operation().
Kernel kernel_of(std::string_view name, const KernelChoice& choice);

}  // namespace dps::calibration
