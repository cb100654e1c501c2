// The program that scaled.txt describes: demand-driven matrix multiplication by a master and its
// workers, over TCP sockets. usage() describes its options.
// Source: the DPS paper, figure 18.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include <getopt.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "master.h"
#include "message.h"
#include "worker.h"

namespace {

struct Options {
  std::size_t workers = 4;
  std::size_t size = 10;
  bool bind = false;              ///< binds each process on this host to a core
  std::optional<Address> master;  ///< run only the master, which listens at this address
  std::optional<Address> worker;  ///< run a worker of the master at this address
};

[[noreturn]] void usage() {
  std::fputs(
      "usage: matrix_multiply_2_real [--workers N] [--size N] [--bind]\n"
      "           all processes on this host, with --bind each on a core of its own\n"
      "       matrix_multiply_2_real [...] --master ADDRESS:PORT    the master, for N workers\n"
      "       matrix_multiply_2_real --worker ADDRESS:PORT          a worker of that master\n"
      "prints the wall seconds of the master\n",
      stderr);
  std::exit(2);
}

std::size_t parse_count(const char* text, std::size_t most) {
  std::size_t value = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || stop != end || value < 1 || value > most) {
    usage();
  }
  return value;
}

Address parse_place(const char* text) {
  const auto address = parse_address(text);
  if (!address) {
    usage();
  }
  return *address;
}

Options parse_options(int argc, char** argv) {
  static const option long_options[] = {
      {"workers", required_argument, nullptr, 'w'}, {"size", required_argument, nullptr, 'n'},
      {"master", required_argument, nullptr, 'm'},  {"worker", required_argument, nullptr, 'c'},
      {"bind", no_argument, nullptr, 'b'},          {nullptr, 0, nullptr, 0}};
  Options options;
  for (int letter = 0; (letter = getopt_long(argc, argv, "", long_options, nullptr)) != -1;) {
    switch (letter) {
      case 'w':
        options.workers = parse_count(optarg, 1000);
        break;
      case 'n':
        options.size = parse_count(optarg, 10'000);
        break;
      case 'm':
        options.master = parse_place(optarg);
        break;
      case 'c':
        options.worker = parse_place(optarg);
        break;
      case 'b':
        options.bind = true;
        break;
      default:
        usage();
    }
  }
  if (optind != argc) {
    usage();
  }
  return options;
}

void bind_to_core(std::size_t which) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(which % static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN)), &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) != 0) {
    fail("cannot bind to a core");
  }
}

/// Starts the workers of a run on this host only.
void fork_workers(const Address& master, const Options& options) {
  for (std::size_t i = 0; i < options.workers; ++i) {
    const pid_t child = fork();
    if (child < 0) {
      fail("cannot fork");
    }
    if (child == 0) {
      if (options.bind) {
        bind_to_core(i + 1);
      }
      run_worker(connect_to(master));
      _exit(0);
    }
  }
}

bool is_product(const Cells& product, std::size_t size) {
  const Matrices factors = fill_matrices(size);
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    if (product[cell] != multiply_vectors(factors, size, cell / size, cell % size)) {
      return false;
    }
  }
  return true;
}

int run_as_master(const Options& options) {
  Address address = options.master.value_or(Address{"127.0.0.1", 0});
  const int listener = listen_on(address);
  if (!options.master) {
    fork_workers(address, options);
    if (options.bind) {
      bind_to_core(0);
    }
  }
  std::vector<int> sockets;
  while (sockets.size() < options.workers) {
    sockets.push_back(accept_from(listener));
  }
  const MasterResult result = run_master(sockets, options.size);
  while (wait(nullptr) > 0) {
  }
  if (!is_product(result.product, options.size)) {
    std::fputs("matrix_multiply_2_real: the product is wrong\n", stderr);
    return 1;
  }
  std::printf("%.9f\n", result.seconds);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse_options(argc, argv);
  if (options.worker) {
    run_worker(connect_to(*options.worker));
    return 0;
  }
  return run_as_master(options);
}
