// The program dps-studio, which `dps studio` starts: it serves the page until it is abandoned, or a
// signal arrives. `dps studio` passes its options.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/exit_status.h"
#include "base/file_bytes.h"
#include "studio/files/kept_layouts.h"
#include "studio/hub/hub.h"
#include "studio/web/token.h"
#include "studio/web/web_server.h"

namespace {

using dps::ExitStatus;

struct CommandLine {
  dps::studio::Setup setup;
  int ready = -1;  ///< a descriptor: gets the path of the page that a browser opens
};

std::optional<CommandLine> read_command_line(const std::vector<std::string>& words) {
  CommandLine line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--keep") {
      line.setup.keeps_on = true;
      continue;
    }
    if (i + 1 == words.size()) {
      return std::nullopt;
    }
    const std::string& value = words[i + 1];
    if (words[i] == "--dps") {
      line.setup.dps = value;
    } else if (words[i] == "--private") {
      line.setup.private_folder = value;
    } else if (words[i] == "--ready") {
      line.ready = std::atoi(value.c_str());
      ::fcntl(line.ready, F_SETFD, FD_CLOEXEC);
    } else if (words[i] == "--memory") {
      line.setup.memory = std::strtoull(value.c_str(), nullptr, 10);
    } else if (words[i] == "--machine") {
      line.setup.machines.push_back(value);
    } else if (words[i] == "--userfuncs") {
      line.setup.libraries.push_back(value);
    } else if (words[i] == "--") {
      line.setup.file = value;
    } else {
      return std::nullopt;
    }
    ++i;
  }
  line.setup.layouts = dps::studio::KeptLayouts::folder_of_user();
  line.setup.workers = std::max(1U, std::thread::hardware_concurrency());
  return line.setup.dps.empty() ? std::nullopt : std::optional(line);
}

ExitStatus fail(const std::string& message) {
  std::fprintf(stderr, "dps: error: %s\n", message.c_str());
  return ExitStatus::kFailed;
}

/// Makes a page that leads to the address, so that no command line contains it. "" without a
/// folder.
std::string make_door(const std::string& folder, const std::string& address) {
  if (folder.empty()) {
    return "";
  }
  const std::string path = folder + "/studio.html";
  constexpr mode_t kMine = 0600;
  const dps::Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMine));
  const std::string page = fmt::format(
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>dps studio</title>"
      "<meta name=\"referrer\" content=\"no-referrer\">"
      "<meta http-equiv=\"refresh\" content=\"0;url={0}\"><a href=\"{0}\">dps studio</a></html>\n",
      address);
  return file.is_open() && dps::write_all(file.get(), page) ? path : "";
}

ExitStatus serve(const CommandLine& line) {
  auto folder = dps::studio::StartFolder::open(".");
  auto token = dps::studio::make_token();
  if (!folder || !token) {
    return fail(folder ? token.error().message : folder.error().message);
  }
  boost::asio::io_context io(1);
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  dps::studio::Hub hub(io, line.setup, *folder, *token);
  dps::studio::WebServer server(io, dps::studio::page_files(), hub);
  const auto port = server.listen();
  if (!port) {
    return fail(port.error().message);
  }
  const std::string address = fmt::format("http://127.0.0.1:{}/#{}", *port, *token);
  fmt::print("dps studio: {}\n", address);
  fmt::print("Ctrl-C ends it.\n");
  std::fflush(stdout);
  const std::string door = make_door(line.setup.private_folder, address);
  if (!door.empty() && line.ready >= 0) {
    dps::write_all(line.ready, door);
    ::close(line.ready);
  }
  hub.set_on_greeting([&] { ::unlink(door.c_str()); });
  hub.set_on_abandoned([&] { io.stop(); });
  signals.async_wait([&](boost::system::error_code /*error*/, int /*signal*/) { io.stop(); });
  io.run();
  server.stop();
  return ExitStatus::kDone;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto line = read_command_line({argv + 1, argv + argc});
  if (!line) {
    std::fputs("dps-studio is started by 'dps studio'\n", stderr);
    return static_cast<int>(ExitStatus::kInputWrong);
  }
  try {
    return static_cast<int>(serve(*line));
  } catch (const std::exception& unexpected) {
    return static_cast<int>(
        fail(fmt::format("unexpected: {}; please report this", unexpected.what())));
  }
}
