#include "ring_faults.h"

#include <csignal>

#include <gtest/gtest.h>

namespace dps::end_to_end {
namespace {

using std::chrono::seconds;

constexpr const char* kRing = R"(
V rounds 100000
I Token.i 1 Token.m
C Say.c exec /bin/echo the ring turns
C Leave.c exec /bin/sh -c "setsid sleep 12345 >/dev/null 2>&1 &"
C Work.c sleep 5ms
F begin.f NULL Leave.c {self==0 ? Pass.o : NULL} {self==0 ? say.u : ring.u}
F say.f Token.i Say.c Pass.o ring.u
F pass.f Token.i Work.c Pass.o SAME*{self==0 ? rounds-3 : rounds-1},{self==0 ? last.u : NULL}
F last.f Token.i Work.c NULL NULL
U begin.u begin.f
U say.u say.f
U ring.u pass.f
U last.u last.f
P Ring.p 4 begin.u say.u ring.u last.u
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64 )";

}  // namespace

std::string write_ring(const RingKind& kind) {
  return cluster().write_file("ring.dps", kRing + kind.route + "\n" + kind.terrain);
}

bool turns(const Running& run) {
  return run.err().find("the ring turns") != std::string::npos;
}

pid_t victim(const std::string& host, const std::string& text, int which) {
  const auto found = cluster().processes(host, text);
  const std::size_t index = which < 0 ? found.size() - 1 : static_cast<std::size_t>(which);
  EXPECT_LT(index, found.size()) << "no '" << text << "' on " << host;
  return index < found.size() ? found[index] : 0;
}

void hit(pid_t pid, int signal) {
  if (pid > 0) {
    kill(pid, signal);
  }
}

void PrintTo(const Fault& fault, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << fault.name;
}

std::string name_of(const Fault& fault) {
  return fault.name;
}

void expect_reported_in_time(const std::vector<std::string>& words, const Fault& fault) {
  Running run(words);
  ASSERT_TRUE(eventually(seconds(25), [&] { return turns(run); })) << run.err();
  const auto injected = std::chrono::steady_clock::now();
  fault.inject();
  const Running::Finished finished = run.wait(seconds(40));
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - injected;
  EXPECT_EQ(finished.status, fault.status) << finished.err;
  EXPECT_NE(finished.err.find(fault.words), std::string::npos) << finished.err;
  EXPECT_LE(passed.count(), fault.within_s);
  EXPECT_EQ(cluster().left_after(fault.left_within), std::vector<std::string>{});
  if (fault.status != 128 + SIGKILL) {
    EXPECT_NE(finished.out.find("Ring.p[0]"), std::string::npos) << "the profile so far";
    EXPECT_NE(finished.out.find("INCOMPLETE"), std::string::npos) << finished.out;
  }
}

}  // namespace dps::end_to_end
