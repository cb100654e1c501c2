#include "bench/private_pvm.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::bench {
namespace {

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

}  // namespace

PrivatePvm::PrivatePvm() {
  std::string folder = "/tmp/dps_bench_XXXXXX";
  folder_ = mkdtemp(folder.data()) != nullptr ? folder : std::string();
  setenv("PVM_TMP", folder_.c_str(), 1);
  setenv("PVM_VMID", "bench", 1);
  std::array<int, 2> said{};
  if (folder_.empty() || pipe2(said.data(), O_CLOEXEC) != 0) {
    die("cannot make a folder for PVM");
  }
  daemon_ = fork();
  if (daemon_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(said[1], STDOUT_FILENO);
    execlp("pvmd", "pvmd", "-n127.0.0.1", nullptr);
    _exit(127);
  }
  close(said[1]);
  char first = 0;
  if (read(said[0], &first, 1) != 1 || first != '/') {
    std::filesystem::remove_all(folder_);
    die("pvmd does not start (as root it wants PVM_ALLOW_ROOT=1)");
  }
}

PrivatePvm::~PrivatePvm() {
  kill(daemon_, SIGKILL);
  waitpid(daemon_, nullptr, 0);
  std::filesystem::remove_all(folder_);
}

}  // namespace dps::bench
