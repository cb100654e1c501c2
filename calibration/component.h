/// Which `call` and `exec` components of a blueprint are timed: every one that can cost something
/// else than the others, once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/program.h"

namespace dps::calibration {

/// What fires a call.
struct FiringMessage {
  std::string mtag;
  std::uint64_t bytes = 0;  ///< of the largest message of this type that the blueprint sends

  bool operator==(const FiringMessage&) const = default;
};

/// What a user function is told besides its arguments (userfuncs/dps_user.h), and may do its work
/// by. A program is told nothing.
struct Circumstances {
  std::string ptag;
  std::uint32_t self = 0;
  std::uint32_t count = 1;
  std::optional<FiringMessage> message;  ///< none: its unit became active

  bool operator==(const Circumstances&) const = default;
};

/// A component, as the first process that comes to it carries it out.
struct Component {
  bool is_exec = false;
  std::vector<std::string> words;  ///< the function or program, and its arguments
  std::string ctag;
  std::string ftag;
  /// The same words cost something else where another functionality fires.
  bool only_in_ftag = false;
  Circumstances circumstances;

  bool operator==(const Component&) const = default;
};

/// In the order of their C lines, then of the processes and functionalities that come to them.
/// Lines that no process reaches have none. The same words are one component, unless different
/// functionalities call a function in different circumstances: then they are one in each.
std::vector<Component> components_of(const blueprint::Program& program);

/// "call mult_vectors 10", "call scale in work.f", for people.
std::string name_of(const Component& component);

}  // namespace dps::calibration
