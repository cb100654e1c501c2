#include "transport/pvm/enrolment.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <fcntl.h>
#include <pvm3.h>

namespace dps::transport {
namespace {

struct ErrorName {
  int code;
  std::string_view name;
  std::string_view meaning;
};

/// Source: pvm3.h, "Libpvm error codes"; pvm_addhosts(3), pvm_spawn(3).
constexpr std::array kErrorNames{
    ErrorName{PvmBadParam, "PvmBadParam", "PVM rejected the argument"},
    ErrorName{PvmNoHost, "PvmNoHost", "PVM has no such host"},
    ErrorName{PvmNoFile, "PvmNoFile", "PVM cannot find the program"},
    ErrorName{PvmDenied, "PvmDenied", "permission denied"},
    ErrorName{PvmNoMem, "PvmNoMem", "PVM has too little memory"},
    ErrorName{PvmBadMsg, "PvmBadMsg", "a message cannot be decoded"},
    ErrorName{PvmSysErr, "PvmSysErr", "the PVM daemon of this host does not answer"},
    ErrorName{PvmHostFail, "PvmHostFail", "the host has failed"},
    ErrorName{PvmNotImpl, "PvmNotImpl", "PVM cannot do that here"},
    ErrorName{PvmDSysErr, "PvmDSysErr", "the PVM daemon there could not do it"},
    ErrorName{PvmBadVersion, "PvmBadVersion", "another version of PVM runs there"},
    ErrorName{PvmOutOfRes, "PvmOutOfRes", "PVM has run out of resources"},
    ErrorName{PvmDupHost, "PvmDupHost",
              "a PVM daemon of this user runs there already, or has left its address file behind"},
    ErrorName{PvmCantStart, "PvmCantStart", "the PVM daemon could not be started there"},
    ErrorName{PvmAlready, "PvmAlready", "the request is already in progress"},
    ErrorName{PvmNoTask, "PvmNoTask", "there is no such task"},
    ErrorName{PvmHostrNMstr, "PvmHostrNMstr", "only the master host can add hosts"},
    ErrorName{PvmIPLoopback, "PvmIPLoopback",
              "the name of the master host is that of a loopback address (/etc/hosts), which "
              "other hosts cannot reach"},
};

}  // namespace

Result<int> enrol() {
  const int tid = pvm_mytid();
  if (tid < 0) {
    return failure(ErrorCode::kSystem, "cannot become a PVM task: " + pvm_error_text(tid));
  }
  pvm_setopt(PvmAutoErr, 0);
  close_pvm_sockets_on_exec();
  return tid;
}

void close_pvm_sockets_on_exec() {
  for (const int fd : pvm_descriptors()) {
    fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
}

std::vector<int> pvm_descriptors() {
  int* descriptors = nullptr;
  const int count = pvm_getfds(&descriptors);
  if (count <= 0) {
    return {};
  }
  const std::span<const int> all(descriptors, static_cast<std::size_t>(count));
  return {all.begin(), all.end()};
}

std::string pvm_error_text(int code) {
  const auto* const found =
      std::find_if(kErrorNames.begin(), kErrorNames.end(),
                   [code](const ErrorName& error) { return error.code == code; });
  if (found == kErrorNames.end()) {
    return "PVM error " + std::to_string(code);
  }
  return std::string(found->meaning) + " (" + std::string(found->name) + ")";
}

}  // namespace dps::transport
