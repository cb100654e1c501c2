// The two programs with which the paper on Parasol validates its model (4.5.1, 4.5.2), in Fortran
// and in C: measured times beside predictions from counted operations, at eleven sizes.
// `counted_programs [FILE.par FILE_C.par]`: the timings of both languages; without them, `dps
// calibrate --operations --quick` measures those that the programs need.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr std::uint32_t kStep = 10'000;
constexpr std::uint32_t kSizes = 11;
constexpr int kRounds = 7;

// Each program runs `times` times for a size, and prints the least CPU seconds of one.

constexpr const char* kFortran = R"(program counted
  implicit none
  integer :: n, times, k
  character(32) :: word, which
  real(8) :: before, after, least
  integer :: found
  call get_command_argument(1, which)
  call get_command_argument(2, word); read (word, *) n
  call get_command_argument(3, word); read (word, *) times
  found = 0
  least = huge(least)
  do k = 1, times
    call cpu_time(before)
    if (which == 'geb') then
      call geb(n, found)
    else
      call primes(n, found)
    end if
    call cpu_time(after)
    least = min(least, after - before)
  end do
  print *, least, found
end program

subroutine geb(n, found)
  implicit none
  integer :: n, found, i, x
  do i = 2, n
    x = i
10  continue
    if (mod(x, 2) == 0) then
      x = x / 2
    else
      x = x * 3 + 1
    end if
    if (x /= 1) goto 10
  end do
  found = found + x
end subroutine

subroutine primes(n, found)
  implicit none
  integer :: n, found, i, d
  do i = n - 9999, n
    d = 2
20  continue
    if (d * d > i) then
      found = found + 1
    else if (mod(i, d) /= 0) then
      d = d + 1
      goto 20
    end if
  end do
end subroutine
)";

constexpr const char* kC = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int geb(int n) {
  int x = 0;
  for (int i = 2; i <= n; ++i) {
    x = i;
  again:
    if (x % 2 == 0) {
      x = x / 2;
    } else {
      x = x * 3 + 1;
    }
    if (x != 1) goto again;
  }
  return x;
}

static int primes(int n) {
  int found = 0;
  for (int i = n - 9999; i <= n; ++i) {
    int d = 2;
  again:
    if (d * d > i) {
      found = found + 1;
    } else if (i % d != 0) {
      d = d + 1;
      goto again;
    }
  }
  return found;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char** words) {
  const int n = atoi(words[2]);
  const int times = atoi(words[3]);
  int found = 0;
  double least = 1e9;
  for (int k = 0; k < times; ++k) {
    const double before = now();
    found += strcmp(words[1], "geb") == 0 ? geb(n) : primes(n);
    const double time = now() - before;
    least = time < least ? time : least;
  }
  printf("%.9f %d %d\n", least, found, count);
  return 0;
}
)";

/// Operations of a program at one size, as the sum of an `ops` line.
std::string geb_sum(std::uint32_t n) {
  std::uint64_t even = 0;
  std::uint64_t odd = 0;
  for (std::uint64_t i = 2; i <= n; ++i) {
    for (std::uint64_t x = i; x != 1;) {
      ++(x % 2 == 0 ? even : odd);
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    }
  }
  return fmt::format(
      "{}*(modi + 2*llic + goto) + {}*(ild + ils) + {}*(ilm + ila + ils) + {}*(loopin + loopohn + "
      "ilt)",
      even + odd, even, odd, n - 1);
}

std::string primes_sum(std::uint32_t n) {
  std::uint64_t tests = 0;    // of d*d > i
  std::uint64_t divided = 0;  // mod(i, d)
  std::uint64_t further = 0;  // d = d + 1
  for (std::uint32_t i = n - 9999; i <= n; ++i) {
    std::uint32_t d = 2;
    while (++tests, d * d <= i) {
      ++divided;
      if (i % d == 0) {
        break;
      }
      ++further;
      ++d;
    }
  }
  return fmt::format(
      "{}*(ilm + llic) + {}*(modi + llic) + {}*(ila + ils + goto) + {}*(loopin + loopohn + ilt)",
      tests, divided, further, 10'000);
}

struct CountedProgram {
  const char* name;
  const char* times;  ///< of a run
  std::string (*sum)(std::uint32_t n);
};

/// The median time of each size over rounds through all sizes, so that neither other work on this
/// machine counts nor a moment in which its clock is faster. Empty after a failure.
std::vector<double> measured(const std::string& program, const CountedProgram& counted) {
  std::vector<std::vector<double>> times(kSizes);
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t i = 0; i < kSizes; ++i) {
      const Finished finished =
          run({program, counted.name, fmt::format("{}", kStep * (i + 1)), counted.times});
      if (finished.status != 0) {
        return {};
      }
      times[i].push_back(std::strtod(finished.out.c_str(), nullptr));
    }
  }
  std::vector<double> medians;
  medians.reserve(times.size());
  for (const auto& one : times) {
    medians.push_back(median(one));
  }
  return medians;
}

double predicted(const std::string& folder, const std::string& machine, const std::string& sum) {
  std::ofstream(folder + "/program.txt") << fmt::format(
      "C All.c ops \"{}\" loop 40\nF f NULL All.c NULL NULL\nU u f\nP A.p 1 u\n", sum);
  const auto result = result_of({"predict", folder + "/program.txt", "--machine", machine});
  return result ? makespan_seconds(*result) : NAN;
}

/// The standard deviation of the ratios by their mean.
double variation(const std::vector<double>& ratios) {
  double mean = 0;
  for (const double ratio : ratios) {
    mean += ratio / static_cast<double>(ratios.size());
  }
  double squares = 0;
  for (const double ratio : ratios) {
    squares += (ratio - mean) * (ratio - mean);
  }
  return std::sqrt(squares / static_cast<double>(ratios.size() - 1)) / mean;
}

void validate(const std::string& folder, const std::string& language, const std::string& program,
              const std::string& machine, Limits& limits) {
  for (const CountedProgram& counted :
       {CountedProgram{"geb", "5", geb_sum}, CountedProgram{"primes", "50", primes_sum}}) {
    std::vector<double> ratios;
    fmt::print("{} in {}: size, predicted s, measured s, ratio\n", counted.name, language);
    const std::vector<double> times = measured(program, counted);
    for (std::uint32_t i = 0; i < times.size(); ++i) {
      const std::uint32_t n = kStep * (i + 1);
      const double theirs = times[i];
      const double ours = predicted(folder, machine, counted.sum(n));
      fmt::print("  {:>6} {:9.6f} {:9.6f} {:6.3f}\n", n, ours, theirs, ours / theirs);
      ratios.push_back(ours / theirs);
    }
    const std::string what =
        fmt::format("{} in {}, variation of predicted/measured", counted.name, language);
    if (ratios.empty() || std::isnan(variation(ratios))) {
      limits.failed(what);
    } else {
      limits.at_most(what, 100 * variation(ratios), 2, "%");
    }
  }
}

/// The timings that both programs need.
bool calibrate(const std::string& language, const std::string& file) {
  return run(dps_command({"calibrate", "--operations", "--quick", "--quiet", "--language", language,
                          "--only", "@local,@loop,@branch,modi", "-o", file}))
             .status == 0;
}

int measure(int count, char** words) {
  Limits limits;
  const support::ScratchFolder folder;
  const std::string path = folder.path().string();
  std::ofstream(path + "/counted.f90") << kFortran;
  std::ofstream(path + "/counted.c") << kC;
  struct Side {
    std::string language, compiler, source;
  };
  const std::vector<Side> sides{{"fortran", "/usr/bin/gfortran", path + "/counted.f90"},
                                {"c", "/usr/bin/cc", path + "/counted.c"}};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto& [language, compiler, source] = sides[i];
    const std::string program = fmt::format("{}/{}", path, language);
    const std::string machine =
        count == 3 ? words[i + 1] : fmt::format("{}/{}.par", path, language);
    if (run({compiler, "-O0", "-fno-inline", source, "-o", program}).status != 0 ||
        (count != 3 && !calibrate(language, machine))) {
      limits.failed(language);
      continue;
    }
    validate(path, language, program, machine, limits);
  }
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  return dps::bench::measure(argc, argv);
}
