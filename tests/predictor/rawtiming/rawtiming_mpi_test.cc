// dps-rawtiming as a user starts it, on two ranks of this host.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "predictor/datasheets/fit/make_sheet.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps::rawtiming {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using support::run_shell;

/// Quick, and independent of the load of the machine.
constexpr std::string_view kQuick =
    "--sync barrier --passes 2 --min-trials 8 --max-trials 12 --cache-size 1MiB";

std::string command(int ranks, const std::string& arguments) {
  return fmt::format(
      "'{}' --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n {} '{}' {}", DPS_MPIRUN,
      ranks, DPS_RAWTIMING, arguments);
}

datasheets::RawFolder read(const std::string& folder) {
  const auto reading = datasheets::read_raw_folder(folder, {});
  EXPECT_TRUE(reading.has_value()) << (reading ? "" : reading.error().message);
  EXPECT_TRUE(!reading || reading->bad.empty());
  return reading ? reading->folder : datasheets::RawFolder{};
}

TEST(Rawtiming, MeasuresEveryFunctionAndTheFilesAreFitted) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const Finished run = run_shell(command(
      2, fmt::format("-o {} {} --sizes 1..64*8 --functions "
                     "p2p,contended,collective,nonblocking,neighbour,communicator,rma,local 2>&1",
                     folder, kQuick)));
  ASSERT_EQ(run.status, 0) << run.out;
  const auto raw = read(folder);
  EXPECT_EQ(raw.series.size() + 1, datasheets::known_functions().size());  // without an alias
  for (const datasheets::RawSeries& series : raw.series) {
    for (const datasheets::RawPoint& point : series.points) {
      ASSERT_TRUE(point.counts.has_value());
      EXPECT_GE(point.counts->trials, 8U) << series.name;
      EXPECT_EQ(point.counts->passes, 2U) << series.name;
      EXPECT_EQ(point.counts->late, 0U) << series.name;
    }
  }
  const auto sheet = datasheets::make_sheet(raw, "test", {});
  ASSERT_TRUE(sheet.has_value());
  EXPECT_EQ(sheet->sheet.functions.size(), raw.series.size());
}

TEST(Rawtiming, OnFourRanksGroupsAndHalvesAreMeasured) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const Finished run = run_shell(
      command(4, fmt::format("-o {} {} --sizes 8 --functions allsendrecv,bcast,gatherv,iallreduce2,"
                             "neighbor_alltoall,comm_split --subgroups random --uneven 0.5 --op "
                             "user --type double --root 1 2>&1",
                             folder, kQuick)));
  ASSERT_EQ(run.status, 0) << run.out;
  const auto raw = read(folder);
  ASSERT_EQ(raw.series.size(), 8U);
  for (const datasheets::RawSeries& series : raw.series) {
    const bool is_half = series.name.ends_with("_half");
    EXPECT_EQ(series.points.size(), is_half ? 1U : 2U) << series.name;
    EXPECT_EQ(series.points.back().processes, 4U) << series.name;
  }
}

TEST(Rawtiming, StartsTrialsAtAnAgreedTime) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const Finished run = run_shell(
      command(2, fmt::format("-o {} --sync window --sizes 8 --functions pingpong,barrier,"
                             "recvmin --cache-size 1MiB --point-time 500ms --keep-trials 2>&1",
                             folder)));
  const std::string facts = scratch.read("raw/run.toml");
  ASSERT_EQ(run.status, facts.find("no point is measured") == std::string::npos ? 0 : 1) << run.out;
  EXPECT_NE(facts.find("start = \"window: "), std::string::npos);
  for (const std::string_view name : {"pingpong", "barrier", "recvmin"}) {
    // On a busy machine, all trials of a point may be late.
    EXPECT_TRUE(fs::exists(folder + fmt::format("/{}.data", name)) ||
                facts.find(fmt::format("{}: no point is measured", name)) != std::string::npos)
        << name;
  }
}

/// It prepares nothing after the start, which would make every trial late. On a busy machine, a
/// rank may still lose its core each time, so there are several attempts.
TEST(Rawtiming, ComputeIsInTimeForAnAgreedStart) {
  const support::ScratchFolder scratch;
  bool is_measured = false;
  Finished run;
  for (int attempt = 0; attempt < 8 && !is_measured; ++attempt) {
    const std::string folder = scratch.path() / fmt::format("raw{}", attempt);
    run = run_shell(command(2, fmt::format("-o {} --sync window --functions compute --passes 1 "
                                           "--cache-size 1MiB --point-time 500ms 2>&1",
                                           folder)));
    is_measured = fs::exists(folder + "/compute.data");
    EXPECT_EQ(run.status, is_measured ? 0 : 1) << run.out;
  }
  EXPECT_TRUE(is_measured) << run.out;
}

TEST(Rawtiming, FindsTheClockOfARankThatIsAHundredSecondsOff) {
  const std::string shifted = "unshare --fork --time --monotonic 100";
  if (run_shell(shifted + " true 2>&1").status != 0) {
    GTEST_SKIP() << "there are no time namespaces for this user";
  }
  const Finished run = run_shell(
      fmt::format("'{0}' --oversubscribe --bind-to none -n 1 '{1}' 100 : -n 1 {2} '{1}' 100 2>&1",
                  DPS_MPIRUN, DPS_CLOCK_PROBE, shifted));
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_NE(run.out.find(" within "), std::string::npos) << run.out;
}

TEST(Rawtiming, AppendAddsALineForEachPoint) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const std::string arguments =
      fmt::format("-o {} {} --sizes 8 --functions barrier --quiet 2>&1", folder, kQuick);
  const Finished first = run_shell(command(2, arguments));
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(first.out, "");
  EXPECT_EQ(run_shell(command(2, "--append " + arguments)).status, 0);
  EXPECT_EQ(read(folder).series.at(0).points.size(), 2U);
}

TEST(Rawtiming, ADryRunPrintsThePointsAndWritesNothing) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const Finished run = run_shell(command(
      2, fmt::format("-o {} --dry-run --sizes 1,8 --functions send,barrier --min-trials 20 --quiet",
                     folder)));
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out,
            "send 2 1\nsend 2 8\nbarrier 2 0\n"
            "# 3 points of 2 functions on 2 ranks, 3 passes: from about 1 s to 6 s\n");
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Rawtiming, MistakesArePrintedOnce) {
  const support::ScratchFolder scratch;
  struct Mistake {
    int ranks;
    std::string arguments;
    std::string text;
  };
  for (const Mistake& mistake :
       {Mistake{2, "--functions bcats",
                "dps-rawtiming: --functions: there is no function or group 'bcats'; did you mean "
                "'bcast'?; --list prints them"},
        Mistake{2, "-o '" + scratch.path().string() + "'",
                "dps-rawtiming: '" + scratch.path().string() +
                    "' exists; choose another folder with -o, or add to it with --append"},
        Mistake{2, "--processes 2,3", "dps-rawtiming: --processes: there are only 2 ranks, not 3"},
        Mistake{1, "",
                "dps-rawtiming: needs at least 2 processes; start it with mpirun -n 2 or "
                "more"}}) {
    const Finished run = run_shell(command(mistake.ranks, mistake.arguments + " 2>&1"));
    EXPECT_EQ(run.status, 2);
    // The report of mpirun on the exit statuses may come first.
    const std::size_t at = run.out.find("dps-rawtiming: ");
    ASSERT_NE(at, std::string::npos) << run.out;
    EXPECT_EQ(run.out.substr(at, run.out.find('\n', at) - at), mistake.text);
    EXPECT_EQ(run.out.find("dps-rawtiming: ", at + 1), std::string::npos) << run.out;
  }
}

TEST(Rawtiming, AloneItAsksForMpirun) {
  const Finished run = run_shell(fmt::format("'{}' 2>&1", DPS_RAWTIMING));
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out,
            "dps-rawtiming: needs at least 2 processes; start it with mpirun -n 2 or more\n");
}

TEST(Rawtiming, ListAndVersionNeedNoMpirun) {
  EXPECT_EQ(run_shell(fmt::format("'{}' --list", DPS_RAWTIMING)).status, 0);
  const Finished version = run_shell(fmt::format("'{}' --version", DPS_RAWTIMING));
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("dps-rawtiming ")) << version.out;
}

/// Starts a shell command whose first program is `exec`ed, so that its pid is returned.
pid_t start(const std::string& shell_command) {
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string text = "exec " + shell_command;
    ::execl("/bin/sh", "sh", "-c", text.c_str(), nullptr);
    ::_exit(127);
  }
  return child;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The first of the processes that mpirun has started.
pid_t first_rank(pid_t mpirun) {
  std::istringstream children(bytes_of(fmt::format("/proc/{0}/task/{0}/children", mpirun)));
  for (pid_t child = 0; children >> child;) {
    const std::string environment = bytes_of(fmt::format("/proc/{}/environ", child));
    if (environment.find(std::string("OMPI_COMM_WORLD_RANK=0") + '\0') != std::string::npos) {
      return child;
    }
  }
  return -1;
}

TEST(Rawtiming, AfterSigintTheMeasuredPointsAreWritten) {
  const support::ScratchFolder scratch;
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  const std::string folder = scratch.path() / "raw";
  const std::string errors = scratch.path() / "errors";
  // There are far more trials than the test can wait for.
  const pid_t mpirun = start(
      command(2, fmt::format("-o {} --sync barrier --sizes 262144 --functions pingpong --passes 1 "
                             "--min-trials 1000000 --max-trials 1000000 --point-time 1h 2>{}",
                             folder, errors)));
  while (!fs::exists(folder)) {  // it has begun
    ::usleep(1000);
    ASSERT_EQ(::waitpid(mpirun, nullptr, WNOHANG), 0) << scratch.read("errors");
  }
  // mpirun kills processes a second after Ctrl-C, which is not enough on every machine.
  const pid_t rank = first_rank(mpirun);
  ASSERT_GT(rank, 0);
  ::kill(rank, SIGINT);
  int status = 0;
  ASSERT_EQ(::waitpid(mpirun, &status, 0), mpirun);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(scratch.read("errors").find("dps-rawtiming: stopped; the measured times are in '"),
            std::string::npos)
      << scratch.read("errors");
  EXPECT_NE(scratch.read("raw/run.toml").find("ended the measurement"), std::string::npos);
}

TEST(Rawtiming, TheTimeLimitEndsItAndIsNoted) {
  const support::ScratchFolder scratch;
  const std::string folder = scratch.path() / "raw";
  const Finished run = run_shell(
      command(2, fmt::format("-o {} --sync barrier --sizes 8 --functions pingpong --passes 1 "
                             "--min-trials 1000000 --max-trials 1000000 --point-time 1h "
                             "--time-limit 200ms --cache-size 1MiB 2>&1",
                             folder)));
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_EQ(read(folder).series.at(0).points.size(), 1U);
  EXPECT_NE(run.out.find("warning: --time-limit ended the measurement"), std::string::npos);
}

}  // namespace
}  // namespace dps::rawtiming
