/// Selects the `call` and `exec` components of a blueprint that are measured: each that may have
/// different costs, once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/program.h"

namespace dps::calibration {

/// The message that fires the functionality of a call.
struct ComponentMessage {
  std::string mtag;
  std::uint64_t bytes = 0;  ///< of the largest message of this type that the blueprint sends

  bool operator==(const ComponentMessage&) const = default;
};

/// The information that a user function gets besides its arguments (userfuncs/dps_user.h); its work
/// may depend on it. A program gets none.
struct CallContext {
  std::string ptag;
  std::uint32_t self = 0;
  std::uint32_t count = 1;
  std::optional<ComponentMessage> message;  ///< nullopt: fired when its unit becomes active

  bool operator==(const CallContext&) const = default;
};

/// A component in the context of the first process that reaches it.
struct Component {
  bool is_exec = false;
  std::vector<std::string> words;  ///< the function or program, and its arguments
  std::string ctag;
  std::string ftag;
  /// Other functionalities call the same function with the same arguments in other contexts, so the
  /// cost applies only to `ftag`.
  bool only_in_ftag = false;
  CallContext context;

  bool operator==(const Component&) const = default;
};

/// Returns the components in the order of their C lines, then in that of the processes and
/// functionalities that reach them. Equal words are one component, unless functionalities call the
/// function in different contexts: then there is one component per functionality.
std::vector<Component> components_of(const blueprint::Program& program);

/// The name in comments and messages: "call mult_vectors 10", "call scale in work.f".
std::string name_of(const Component& component);

}  // namespace dps::calibration
