/// The result of a call that may fail for reasons outside dps: a value or an error.
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace dps {

/// The kind of an error. Exit statuses do not depend on it: each command derives its exit status
/// from the step that failed.
/// The numbers are those of a FAILED frame (docs/protocol.md).
enum class ErrorCode : std::uint8_t {
  kSystem,       ///< the operating system or the network refused
  kInput,        ///< a file or an option is wrong
  kProtocol,     ///< bytes that the format does not allow
  kVersion,      ///< the other side uses another version
  kTimeout,      ///< a deadline passed
  kLimit,        ///< more than dps or the host allows
  kInterrupted,  ///< stopped by a signal
};
constexpr ErrorCode last_enumerator(ErrorCode /*type*/) {
  return ErrorCode::kInterrupted;
}

struct Error {
  ErrorCode code = ErrorCode::kSystem;
  std::string message;  ///< lower case, no full stop; names the thing that failed
};

template <typename T>
using Result = tl::expected<T, Error>;

/// The error to return: `return failure(ErrorCode::kSystem, "…")`.
inline tl::unexpected<Error> failure(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

/// The same error with the caller's context in front of its message: "<context>: <cause>".
inline tl::unexpected<Error> with_context(const Error& cause, const std::string& context) {
  return failure(cause.code, context + ": " + cause.message);
}

}  // namespace dps
