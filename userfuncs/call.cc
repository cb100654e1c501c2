#include "userfuncs/call.h"

#include <exception>

#include "base/printable.h"

namespace dps::userfuncs {
namespace {

/// The struct that the function gets, followed by the outcome that it reports.
struct RunningCall {
  dps_call seen{};  // first: fail() gets its address, which is also that of the whole struct
  bool failed = false;
  std::string reason;
};

void note_failure(const dps_call* call, const char* reason) {
  auto* running = reinterpret_cast<RunningCall*>(const_cast<dps_call*>(call));
  if (!running->failed) {
    running->failed = true;
    running->reason = printable(reason != nullptr ? reason : "no reason given");
  }
}

}  // namespace

UserCall::UserCall(const dps_function& function, std::span<const std::string> arguments,
                   const Caller& caller)
    : function_(function), caller_(&caller) {
  arguments_.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    arguments_.push_back(argument.c_str());
  }
  arguments_.push_back(nullptr);
}

Result<void> UserCall::run(const FiringMessage& message) const {
  try {  // foreign code may throw anything
    if (function_.plain != nullptr) {
      function_.plain();
      return {};
    }
    return run_with(message);
  } catch (const std::exception& exception) {
    return failed(std::string("threw an exception: ") + printable(exception.what()));
  } catch (...) {
    return failed("threw something that is not a std::exception");
  }
}

tl::unexpected<Error> UserCall::failed(const std::string& how) const {
  return failure(ErrorCode::kInput, "function '" + printable(function_.name) + "' " + how);
}

Result<void> UserCall::run_with(const FiringMessage& message) const {
  RunningCall running;
  dps_call& seen = running.seen;
  seen.size = sizeof(dps_call);
  seen.argument_count = static_cast<std::int32_t>(arguments_.size() - 1);
  seen.arguments = arguments_.data();
  seen.process = caller_->process.c_str();
  seen.self = caller_->self;
  seen.count = caller_->count;
  seen.mtag = message.mtag;
  seen.sender = message.sender;
  seen.bytes = message.bytes;
  seen.fail = note_failure;
  function_.call(&seen);
  if (running.failed) {
    return failed("failed: " + running.reason);
  }
  return {};
}

}  // namespace dps::userfuncs
