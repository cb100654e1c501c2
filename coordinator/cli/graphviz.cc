#include "coordinator/cli/graphviz.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/new_process.h"
#include "coordinator/cli/output_file.h"

namespace dps::coordinator {
namespace {

tl::unexpected<Error> system_failure(const std::string& what) {
  return failure(ErrorCode::kSystem, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// In the child: makes only calls that are safe between fork() and exec().
[[noreturn]] void become_dot(char* const* words, pid_t parent, int input, int output) {
  restore_signals();
  end_with(parent);
  const std::array<PlacedDescriptor, 2> placed{{{input, STDIN_FILENO}, {output, STDOUT_FILENO}}};
  if (place_descriptors(placed)) {
    execvp(words[0], words);
  }
  _exit(kCannotExecute);
}

/// The status of the child as wait(2) returns it.
Result<int> status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      return system_failure("cannot wait for dot");
    }
  }
  return status;
}

Result<std::string> contents_of(int file) {
  std::string text;
  std::array<char, 65536> bytes{};
  for (off_t at = 0;;) {
    const ssize_t got = pread(file, bytes.data(), bytes.size(), at);
    if (got < 0) {
      return system_failure("cannot read what dot has drawn");
    }
    if (got == 0) {
      return text;
    }
    text.append(bytes.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

}  // namespace

Result<std::string> draw_graph(const std::string& graph, const std::string& format) {
  const Descriptor input(memfd_create("graph", MFD_CLOEXEC));
  const Descriptor output(memfd_create("picture", MFD_CLOEXEC));
  if (!input.is_open() || !output.is_open()) {
    return system_failure("cannot make a temporary file");
  }
  if (auto written = write_all(input.get(), graph); !written) {
    return tl::unexpected(written.error());
  }
  lseek(input.get(), 0, SEEK_SET);
  std::vector<std::string> words{"dot", "-T" + format};
  const std::vector<char*> arguments = exec_arguments(words);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return system_failure("cannot start dot");
  }
  if (child == 0) {
    become_dot(arguments.data(), parent, input.get(), output.get());
  }
  const auto status = status_of(child);
  if (!status) {
    return tl::unexpected(status.error());
  }
  if (WIFEXITED(*status) && WEXITSTATUS(*status) == kCannotExecute) {
    return failure(ErrorCode::kSystem,
                   "Graphviz is not installed (there is no program 'dot' in PATH); -o FILE.dot "
                   "writes the graph for a machine that has it");
  }
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
    return failure(ErrorCode::kSystem, "dot could not draw the graph");
  }
  return contents_of(output.get());
}

}  // namespace dps::coordinator
