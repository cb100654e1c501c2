/// What a call returns that depends on the world: a value, or what went wrong.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace dps {

/// The cause of an error. Each command chooses its exit status by what failed, not by this code.
enum class ErrorCode {
  kSystem,       ///< the operating system or the network refused
  kInput,        ///< a file or an option is wrong
  kProtocol,     ///< bytes that are not what the format allows
  kVersion,      ///< the other side speaks another version
  kTimeout,      ///< a deadline passed
  kLimit,        ///< more than dps or the host allows
  kInterrupted,  ///< asked to stop
};

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

/// The same error with what the caller knows in front: "<context>: <cause>".
inline tl::unexpected<Error> with_context(const Error& cause, const std::string& context) {
  return failure(cause.code, context + ": " + cause.message);
}

}  // namespace dps
