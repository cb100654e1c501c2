// The room that the logs of ranks have: in files, in a folder, and among the files of the program.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/mpi_programs/programs/recorded_run.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using support::run_shell;
using support::ScratchFolder;

TEST(MpiProgram, ALogThatMayNotGrowEndsTheRecordingOnly) {
  const Recorded run = record(mpirun(1, program("file_limit")));
  EXPECT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_EQ(run.finished.out, "done\n");
  EXPECT_EQ(run.counts().at("MPI_Barrier"), 40'000);
  ASSERT_EQ(run.notes().size(), 1);
  EXPECT_NE(run.notes().front().find("after the logs were full"), std::string::npos);
}

/// A full folder: a file system of one page, which only this command sees.
TEST(MpiProgram, WithoutRoomForItsCallsItIsNotStarted) {
  const ScratchFolder folder;
  const fs::path full = folder.path() / "full";
  fs::create_directory(full);
  const auto run_in = [&folder](const std::string& temporary) {
    return "TMPDIR='" + temporary + "' '" DPS_PROGRAM "' run -- touch '" +
           (folder.path() / "begun").string() + "' 2>&1";
  };
  const Finished missing = run_shell(run_in(folder.path() / "none"));
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.out,
            "dps: error: ranks cannot write their calls to files in '" +
                (folder.path() / "none").string() +
                "' (TMPDIR): No such file or directory; set TMPDIR to a folder that has room\n");
  if (run_shell("unshare --mount true 2>&1").status != 0) {
    GTEST_SKIP() << "no full file system without the right to mount one";
  }
  const Finished no_room = run_shell("unshare --mount sh -c \"mount -t tmpfs -o size=4k none '" +
                                     full.string() + "' && head -c 4096 /dev/zero >'" +
                                     full.string() + "/page' && " + run_in(full) + "\"");
  EXPECT_EQ(no_room.status, 1);
  EXPECT_EQ(no_room.out,
            "dps: error: ranks cannot write their calls to files in '" + full.string() +
                "' (TMPDIR): No space left on device; set TMPDIR to a folder that has room\n");
  EXPECT_FALSE(fs::exists(folder.path() / "begun"));
}

/// Notes are wrapped, so the test searches only for their beginnings.
TEST(MpiProgram, LogsLeaveTheProgramItsFiles) {
  const std::string run = dps_with("run -- " + mpirun(2, program("many_threads") + " 120"));
  const Finished done = run_shell("ulimit -Sn 160; " + run + " 2>&1");
  EXPECT_EQ(done.status, 0) << done.out;
  if (done.out.find("no MPI_THREAD_MULTIPLE") != std::string::npos) {
    GTEST_SKIP() << "Open MPI has no MPI_THREAD_MULTIPLE";
  }
  EXPECT_EQ(done.out.find("10 files\n10 files\n"), 0U) << done.out;
  EXPECT_NE(done.out.find("several threads call MPI"), std::string::npos) << done.out;
  EXPECT_NE(done.out.find(" threads are not recorded: "), std::string::npos) << done.out;
  const Finished many = run_shell("ulimit -Sn 256; " + run + " 2>&1");
  EXPECT_EQ(many.status, 0) << many.out;  // dps has 242 logs
}

}  // namespace
}  // namespace dps
