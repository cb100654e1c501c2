#include "base/processes/filter.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/file_bytes.h"
#include "base/processes/new_process.h"

namespace dps {
namespace {

tl::unexpected<Error> system_failure(const std::string& what) {
  return failure(ErrorCode::kSystem, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// Runs in the child: makes only calls that are safe between fork() and exec().
[[noreturn]] void become(char* const* words, pid_t parent, int input, int output) {
  restore_signals();
  end_with(parent);
  const std::array<PlacedDescriptor, 2> placed{{{input, STDIN_FILENO}, {output, STDOUT_FILENO}}};
  if (place_descriptors(placed)) {
    execvp(words[0], words);
  }
  _exit(kCannotExecute);
}

/// The status of the child as wait(2) returns it.
Result<int> wait_for_exit(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      return system_failure("cannot wait for a program");
    }
  }
  return status;
}

bool write_whole(int file, std::string_view text) {
  return write_all(file, text) && lseek(file, 0, SEEK_SET) == 0;
}

Result<std::string> contents_of(int file) {
  std::string text;
  std::array<char, 65536> bytes{};
  for (off_t at = 0;;) {
    const ssize_t got = pread(file, bytes.data(), bytes.size(), at);
    if (got < 0) {
      return system_failure("cannot read the output of a program");
    }
    if (got == 0) {
      return text;
    }
    text.append(bytes.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

}  // namespace

Result<Filtered> run_filter(std::vector<std::string> words, std::string_view input) {
  const Descriptor in(memfd_create("input", MFD_CLOEXEC));
  const Descriptor out(memfd_create("output", MFD_CLOEXEC));
  if (!in.is_open() || !out.is_open() || !write_whole(in.get(), input)) {
    return system_failure("cannot make a temporary file");
  }
  const std::vector<char*> arguments = exec_arguments(words);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return system_failure("cannot start " + words[0]);
  }
  if (child == 0) {
    become(arguments.data(), parent, in.get(), out.get());
  }
  const auto status = wait_for_exit(child);
  if (!status) {
    return tl::unexpected(status.error());
  }
  auto output = contents_of(out.get());
  if (!output) {
    return tl::unexpected(output.error());
  }
  const bool has_exited = WIFEXITED(*status);
  return Filtered{!has_exited || WEXITSTATUS(*status) != kCannotExecute,
                  has_exited && WEXITSTATUS(*status) == 0, *std::move(output)};
}

}  // namespace dps
