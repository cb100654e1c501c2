/// A call component of a blueprint: a user function with its arguments, run at every firing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "userfuncs/dps_user.h"

namespace dps::userfuncs {

/// The calling process.
struct Caller {
  std::string process;  ///< "Worker.p[2]"
  std::uint32_t self = 0;
  std::uint32_t count = 1;
};

/// The message that fired the call. The names are null if the activation of the unit fired it.
struct FiringMessage {
  const char* mtag = nullptr;
  const char* sender = nullptr;
  std::uint64_t bytes = 0;
};

/// A function with the arguments of its line, ready to be called again and again.
class UserCall {
 public:
  /// `arguments` and `caller` are borrowed and outlive the call.
  UserCall(const dps_function& function, std::span<const std::string> arguments,
           const Caller& caller);

  /// Errors (kInput): the function threw or called fail(); the text has its name and its reason.
  [[nodiscard]] Result<void> run(const FiringMessage& message) const;

  /// Returns false for a function of the form void f(void), which gets no dps_call.
  [[nodiscard]] bool wants_message() const { return function_.call != nullptr; }

 private:
  [[nodiscard]] tl::unexpected<Error> failed(const std::string& how) const;
  [[nodiscard]] Result<void> run_with(const FiringMessage& message) const;

  dps_function function_;
  const Caller* caller_;
  std::vector<const char*> arguments_;  ///< terminated by a null pointer
};

}  // namespace dps::userfuncs
