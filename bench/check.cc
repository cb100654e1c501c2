// The time of `dps check` for a blueprint of 10,000 lines and for two with 65,536 processes. They
// end after few messages, so reading and checking take nearly all of the time.
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

/// A chain of processes, each with its own seven lines.
std::string long_blueprint(int lines) {
  std::string text = "V size 64\n";
  const int links = lines / 7;
  for (int i = 0; i < links; ++i) {
    text += fmt::format("I In{0}.i 1 Link{0}.m\n", i);
    text += fmt::format("C Do{}.c compute 1us cost 2us\n", i);
    text +=
        fmt::format("O Out{0}.o Link{1}.p[0] -t Link{1}.m -b {{size*{0}}}\n", i, (i + 1) % links);
    text += fmt::format("F first{0}.f NULL Do{0}.c {1} SAME\n", i, i == 0 ? "Out0.o" : "NULL");
    text += fmt::format("F pass{0}.f In{0}.i Do{0}.c {1} NULL\n", i,
                        i == 0 ? "NULL" : fmt::format("Out{}.o", i));
    text += fmt::format("U link{0}.u first{0}.f pass{0}.f\n", i);
    text += fmt::format("P Link{0}.p 1 link{0}.u\n", i);
  }
  return text;
}

/// A ring in which every process reads its lines for itself.
constexpr const char* kManyProcesses = R"(
V n 65536
I Token.i 1 Token.m
C Work.c compute {self%2 ? 1e-6 : 2e-6}
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b {self%1000}
F begin.f NULL NULL {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i Work.c {self==0 ? NULL : Pass.o} NULL
U begin.u begin.f
U ring.u pass.f
P Ring.p {n} begin.u ring.u
)";

/// Every process does the same, so the lines are read once.
constexpr const char* kManyClones = R"(
V n 65535
I Task.i 1 Task.m
I Done.i {n} Done.m
C Work.c compute 1us
O Task.o Clone.p -t Task.m -b 64
O Done.o ACK -t Done.m
F give.f NULL NULL Task.o SAME
F end.f Done.i NULL NULL NULL
F work.f Task.i Work.c Done.o NULL
U master.u give.f end.f
U clone.u work.f
P Master.p 1 master.u
P Clone.p {n} clone.u
)";

void measure(Limits& limits, const std::string& what, const std::string& path, double limit) {
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    const Finished finished = run(dps_command({"check", path, "--quiet"}));
    if (finished.status != 0) {
      limits.failed(what);
      return;
    }
    times.push_back(finished.seconds * 1e3);
  }
  limits.at_most(what, median(times), limit, "ms");
}

}  // namespace

int check() {
  const support::ScratchFolder folder;
  Limits limits;
  measure(limits, "check of 10,000 lines", folder.write("long.txt", long_blueprint(10'000)), 100);
  measure(limits, "check of a ring of 65,536 processes", folder.write("ring.txt", kManyProcesses),
          1500);
  measure(limits, "check of a master and 65,535 clones", folder.write("clones.txt", kManyClones),
          1500);
  return limits.exit_status();
}

}  // namespace dps::bench

int main() {
  return dps::bench::check();
}
