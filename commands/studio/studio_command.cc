#include "commands/studio/studio_command.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/processes/guarded_command.h"
#include "base/processes/new_process.h"
#include "base/processes/program_search.h"
#include "base/processes/signal_descriptor.h"
#include "base/processes/temporary_folder.h"
#include "base/text/quantities.h"
#include "commands/cli/blueprint_file.h"
#include "commands/files/machine_library.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/machine_options.h"
#include "commands/options/option.h"
#include "commands/terminal/messages.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

constexpr int kReadyDescriptor = 3;

/// The folder of this program, which also contains dps-studio.
fs::path own_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

/// Half of the machine's memory.
std::uint64_t usual_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  return pages <= 0 || page <= 0
             ? 0
             : static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 2;
}

std::vector<std::string> command_line(const StudioOptions& given, const std::string& program,
                                      const std::vector<std::string>& libraries,
                                      const std::string& folder) {
  std::vector<std::string> words{program,
                                 "--dps",
                                 (own_folder() / "dps").string(),
                                 "--ready",
                                 std::to_string(kReadyDescriptor),
                                 "--private",
                                 folder,
                                 "--memory",
                                 std::to_string(given.memory.value_or(usual_memory()))};
  if (given.keeps_on) {
    words.emplace_back("--keep");
  }
  for (const std::string& machine : given.machines) {
    words.insert(words.end(), {"--machine", machine});
  }
  for (const std::string& library : libraries) {
    words.insert(words.end(), {"--userfuncs", library});
  }
  if (!given.file.empty()) {
    words.insert(words.end(), {"--", given.file});
  }
  return words;
}

/// Starts the user's browser, which outlives dps, as a grandchild in a session of its own. Returns
/// false if there is no program that opens pages.
bool open_browser(const std::string& page) {
  const std::string opener = find_in_path("xdg-open");
  if (opener.empty()) {
    return false;
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);  // the browser does not become our descendant
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() != 0) {
      ::_exit(0);
    }
    restore_signals();
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::dup2(nothing, stream);
    }
    ::execl(opener.c_str(), opener.c_str(), page.c_str(), static_cast<char*>(nullptr));
    ::_exit(kCannotExecute);
  }
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return child > 0;
}

/// Waits for the end of the program; opens the browser when it is ready.
class Attendance {
 public:
  Attendance(const StudioOptions& given, GuardedCommand& command, Descriptor ready)
      : given_(given), command_(command), ready_(std::move(ready)) {}

  ExitStatus wait(const SignalDescriptor& signals) {
    while (true) {
      std::array<pollfd, 3> watched{{{command_.descriptor(), POLLIN, 0},
                                     {signals.get(), POLLIN, 0},
                                     {ready_.get(), POLLIN, 0}}};
      ::poll(watched.data(), watched.size(), -1);
      if (watched[2].revents != 0) {
        take_ready();
      }
      while (const auto signal = watched[1].revents != 0 ? signals.take() : std::nullopt) {
        stop(*signal);
      }
      if (watched[0].revents != 0) {
        return status();
      }
    }
  }

 private:
  void take_ready() {
    std::array<char, 4096> text{};
    const ssize_t got = ::read(ready_.get(), text.data(), text.size());
    ready_.close();
    if (got > 0 && !given_.opens_no_browser &&
        !open_browser(std::string(text.data(), static_cast<std::size_t>(got))) &&
        !given_.common.quiet) {
      print_notes({"no browser was opened, since there is no xdg-open; open the address"});
    }
  }

  void stop(const signalfd_siginfo& signal) {
    const int number = static_cast<int>(signal.ssi_signo);
    if (!command_.shares_group() || signal.ssi_code != SI_KERNEL) {
      command_.signal(number);
    }
  }

  ExitStatus status() {
    const auto ended = command_.take_status();
    command_.end();
    if (ended && WIFEXITED(*ended)) {
      return static_cast<ExitStatus>(WEXITSTATUS(*ended));
    }
    return print_error(ended ? fmt::format("dps-studio was ended by signal {}", WTERMSIG(*ended))
                             : std::string("the guard of dps-studio was killed"),
                       ExitStatus::kFailed, given_.common.color);
  }

  const StudioOptions& given_;  // borrowed, like command_
  GuardedCommand& command_;
  Descriptor ready_;
};

/// The reason for which the studio cannot start with these names, or "".
std::string wrong_names(const StudioOptions& given) {
  std::error_code error;
  if (given.file == kStandardStream) {
    return "studio needs a file that it can write, not standard input";
  }
  if (fs::is_directory(given.file, error)) {
    return fmt::format("'{}' is a folder; name a blueprint, or a new file", printable(given.file));
  }
  const fs::path folder = fs::path(given.file).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    return fmt::format("there is no folder '{}'", printable(folder.string()));
  }
  for (const std::string& machine : given.machines) {
    if (!fs::is_regular_file(machine_path(machine), error)) {
      return fmt::format("--machine: there is no file '{}'{}", printable(machine),
                         machine_suggestion(machine));
    }
  }
  return "";
}

ExitStatus serve(const StudioOptions& given) {
  const Color color = given.common.color;
  const std::string program = (own_folder() / "dps-studio").string();
  if (!is_program(program)) {
    return print_error(
        fmt::format("the studio is a separate program, and '{}' does not exist; in the source "
                    "tree, 'scripts/build studio' builds it (this needs Node.js and npm), and "
                    "'scripts/package' makes a package that has it",
                    printable(program)),
        ExitStatus::kInputWrong, color);
  }
  if (const std::string wrong = wrong_names(given); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, color);
  }
  const auto libraries = libraries_of(given.userfuncs);
  if (!libraries) {
    return print_error(libraries.error().message, ExitStatus::kInputWrong, color);
  }
  auto folder = TemporaryFolder::make_marked("studio");
  auto ready = make_pipe();
  if (!folder || !ready) {
    return print_error(folder ? ready.error().message : folder.error().message, ExitStatus::kFailed,
                       color);
  }
  const SignalDescriptor signals;
  auto command = GuardedCommand::start({command_line(given, program, *libraries, folder->path()),
                                        {},
                                        folder->path(),
                                        {{ready->write.get(), kReadyDescriptor}}});
  if (!command) {
    return print_error(command.error().message, ExitStatus::kFailed, color);
  }
  ready->write.close();
  return Attendance(given, *command, std::move(ready->read)).wait(signals);
}

}  // namespace

Syntax StudioOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
                      "the file that is edited; it need not exist yet",
                      into(file),
                      true}};
  syntax.add(
      {{"--machine", "", kMachineFile, "A machine with which the page begins; may be repeated",
        append_to(machines), true},
       userfuncs_option(userfuncs),
       {"--no-open", "", {}, "Print the address, but open no browser", into(opens_no_browser)},
       {"--keep",
        "",
        {},
        "Do not end when the last page is closed; by default the studio ends a minute later",
        into(keeps_on)},
       {"--memory",
        "",
        {"SIZE"},
        "The most memory of a prediction, such as 2GB (default: half of that of this machine)",
        [this](const std::string& value) -> std::string {
          const auto size = text::read_size(value, {"--memory", 1, text::kMaxBytes});
          if (!size) {
            return size.error();
          }
          memory = *size;
          return "";
        }}});
  return syntax;
}

std::string StudioOptions::check() {
  constexpr std::uint64_t kLeast = 256'000'000;
  common.inputs.clear();  // the blueprint need not exist
  return memory && *memory < kLeast ? "--memory: a prediction takes at least 256 MB" : "";
}

Command studio_command() {
  return {"studio",
          CommandGroup::kPrograms,
          "Write a blueprint beside its prediction, in a browser",
          prepare<StudioOptions, serve>,
          {{"dps studio plan.txt --machine laptop", "opens the page"},
           {"dps studio --no-open", "prints its address, as for ssh -L; see docs/studio.md"}},
          {"edit", "gui", "web", "ide"}};
}

}  // namespace dps::commands
