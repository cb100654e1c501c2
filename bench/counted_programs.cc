// The two programs with which the paper on Parasol validates its model (4.5.1, 4.5.2), in Fortran
// and in C: measured times beside predictions from counted operations, at eleven sizes. The paper
// does not print the search for primes; here it divides by all smaller numbers.
// `counted_programs [FILE.par FILE_C.par]`: the timings of both languages; without them, `dps
// calibrate --operations --quick` measures those that the programs need.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
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

// A program is called with its name, the first and the last number, and the number of parts. It
// prints the CPU seconds of each part. All parts take some milliseconds, since a longer time is
// less often undisturbed by other processes on the core. No part is repeated within a process,
// since the processor would predict the branches of a repetition better.

constexpr const char* kFortran = R"(program counted
  implicit none
  integer :: number(3), first, last, part, k, found
  character(32) :: word, which
  real(8) :: before, after
  call get_command_argument(1, which)
  do k = 1, 3
    call get_command_argument(k + 1, word)
    read (word, *) number(k)
  end do
  found = 0
  last = number(1) - 1
  do part = 1, number(3)
    first = last + 1
    last = number(1) - 1 + (number(2) - number(1) + 1) * part / number(3)
    call cpu_time(before)
    if (which == 'geb') then
      call geb(first, last, found)
    else
      call primes(first, last, found)
    end if
    call cpu_time(after)
    print *, after - before
  end do
  if (found < 0) print *, found
end program

subroutine geb(first, last, found)
  implicit none
  integer :: first, last, found, i, x
  do i = first, last
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

subroutine primes(first, last, found)
  implicit none
  integer :: first, last, found, i, d
  do i = first, last
    do d = 2, i - 1
      if (mod(i, d) == 0) goto 20
    end do
    found = found + 1
20  continue
  end do
end subroutine
)";

constexpr const char* kC = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int geb(int first, int last) {
  int x = 0;
  for (int i = first; i <= last; ++i) {
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

static int primes(int first, int last) {
  int found = 0;
  for (int i = first; i <= last; ++i) {
    for (int d = 2; d < i; ++d) {
      if (i % d == 0) goto next;
    }
    found = found + 1;
  next:;
  }
  return found;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char** words) {
  const int begin = atoi(words[2]);
  const int numbers = atoi(words[3]) - begin + 1;
  const int parts = atoi(words[4]);
  int found = 0;
  int last = begin - 1;
  for (int part = 1; part <= parts; ++part) {
    const int first = last + 1;
    last = begin - 1 + numbers * part / parts;
    const double before = now();
    found += strcmp(words[1], "geb") == 0 ? geb(first, last) : primes(first, last);
    printf("%.9f\n", now() - before);
  }
  return found < count ? 1 : 0;
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
  std::uint64_t divided = 0;
  std::uint64_t found = 0;
  for (std::uint32_t i = n - 9999; i <= n; ++i) {
    std::uint32_t d = 2;
    while (d < i && i % d != 0) {
      ++d;
    }
    found += d >= i ? 1 : 0;
    divided += d >= i ? std::max(i, 2U) - 2 : d - 1;
  }
  return fmt::format(
      "{}*(modi + llic + loopin + loopohn) + {}*(ila + ils) + {}*(2*loopi1 + 2*loopoh1 + goto)",
      divided, found, 10'000);
}

struct CountedProgram {
  const char* name;
  int rounds;
  std::string (*sum)(std::uint32_t n);
};
constexpr CountedProgram kGeb{"geb", 60, geb_sum};
constexpr CountedProgram kPrimes{"primes", 15, primes_sum};

/// Lowers the times of the parts to those of one more process. Returns false after a failure.
bool time_parts(const std::string& program, const char* name, std::uint32_t first,
                std::uint32_t last, std::vector<double>& parts) {
  const Finished finished = run({program, name, fmt::format("{}", first), fmt::format("{}", last),
                                 fmt::format("{}", parts.size())});
  std::istringstream out(finished.out);
  double time = 0;
  std::size_t read = 0;
  for (; read < parts.size() && out >> time; ++read) {
    parts[read] = std::min(parts[read], time);
  }
  return finished.status == 0 && read == parts.size();
}

constexpr double kNoTime = std::numeric_limits<double>::max();

/// The time of each size: the sum over its parts, each of which is the least of all rounds, so that
/// other work on this machine does not count. Returns an empty list after a failure.
std::vector<double> measured_geb(const std::string& program) {
  std::vector<double> parts(kSizes, kNoTime);
  for (int round = 0; round < kGeb.rounds; ++round) {
    if (!time_parts(program, kGeb.name, 2, kSizes * kStep, parts)) {
      return {};
    }
  }
  std::partial_sum(parts.begin(), parts.end(), parts.begin());
  return parts;
}

std::vector<double> measured_primes(const std::string& program) {
  constexpr std::uint32_t kParts = 5;  // number of parts of the first size
  std::vector<std::vector<double>> parts;
  for (std::uint32_t i = 0; i < kSizes; ++i) {
    parts.emplace_back(kParts * (i + 1), kNoTime);
  }
  for (int round = 0; round < kPrimes.rounds; ++round) {
    for (std::uint32_t i = 0; i < kSizes; ++i) {
      if (!time_parts(program, kPrimes.name, kStep * i + 1, kStep * (i + 1), parts[i])) {
        return {};
      }
    }
  }
  std::vector<double> sizes;
  sizes.reserve(parts.size());
  for (const auto& one : parts) {
    sizes.push_back(std::accumulate(one.begin(), one.end(), 0.0));
  }
  return sizes;
}

double predicted(const std::string& folder, const std::string& machine, const std::string& sum) {
  std::ofstream(folder + "/program.txt") << fmt::format(
      "C All.c ops \"{}\" loop 40\nF f NULL All.c NULL NULL\nU u f\nP A.p 1 u\n", sum);
  const auto result = result_of({"predict", folder + "/program.txt", "--machine", machine});
  return result ? makespan_seconds(*result) : NAN;
}

/// The standard deviation of the ratios, divided by their mean.
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
  for (const CountedProgram& counted : {kGeb, kPrimes}) {
    std::vector<double> ratios;
    fmt::print("{} in {}: size, predicted s, measured s, ratio\n", counted.name, language);
    const std::vector<double> times =
        counted.sum == geb_sum ? measured_geb(program) : measured_primes(program);
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
