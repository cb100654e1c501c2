#include "simulator/mpi/daemon_session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/scratch_folder.h"

namespace dps::simulator {
namespace {

namespace fs = std::filesystem;

/// The command line with which mpirun starts orted for a job.
std::vector<std::string> daemon_of(const std::string& job) {
  return {"orted",          "-mca", "ess",  "env",           "-mca",
          "ess_base_jobid", job,    "-mca", "ess_base_vpid", "1"};
}
/// A job of the family 19274.
const std::string job_19274 = std::to_string(19274U << 16U);

class DaemonSession : public testing::Test {
 protected:
  /// The folders of a job on a host.
  fs::path session(const std::string& host, const std::string& family) const {
    const fs::path folder =
        temporary_.path() / ("ompi." + host + "." + std::to_string(getuid())) / family;
    fs::create_directories(folder / "0" / "1");
    return folder;
  }

  support::ScratchFolder temporary_;
};

TEST_F(DaemonSession, IsRemovedWithTheFolderOfTheHost) {
  const fs::path ours = session("node3", "jf.19274");
  remove_session(temporary_.path(), "node3", daemon_of(job_19274));
  EXPECT_FALSE(fs::exists(ours.parent_path()));
  EXPECT_TRUE(fs::exists(temporary_.path()));
}

TEST_F(DaemonSession, IsRemovedIfSlurmHasQuotedTheJobsNumber) {
  const fs::path ours = session("node3", "jf.19274");
  remove_session(temporary_.path(), "node3", daemon_of('"' + job_19274 + '"'));
  EXPECT_FALSE(fs::exists(ours));
}

TEST_F(DaemonSession, IsFoundWithAndWithoutTheDomainOfTheHost) {
  const fs::path without = session("node3", "jf.19274");
  const fs::path with = session("node3.lab.example", "jf.19274");
  remove_session(temporary_.path(), "node3.lab.example", daemon_of(job_19274));
  EXPECT_FALSE(fs::exists(without));
  EXPECT_FALSE(fs::exists(with));
}

TEST_F(DaemonSession, NothingOfAnotherHostOrJobIsTouched) {
  const fs::path other_host = session("node4", "jf.19274");
  const fs::path longer_name = session("node31", "jf.19274");
  const fs::path ours = session("node3", "jf.19274");
  const fs::path other_job = session("node3", "jf.19275");
  remove_session(temporary_.path(), "node3", daemon_of(job_19274));
  EXPECT_FALSE(fs::exists(ours));
  for (const fs::path& left : {other_host, longer_name, other_job}) {
    EXPECT_TRUE(fs::exists(left / "0" / "1")) << left;
  }
}

TEST_F(DaemonSession, NothingIsRemovedWhenTheJobIsNotKnown) {
  const fs::path ours = session("node3", "jf.19274");
  for (const auto& command :
       {std::vector<std::string>{"orted"}, std::vector<std::string>{"orted", "ess_base_jobid"},
        daemon_of("12x"), daemon_of(""), daemon_of("\""), daemon_of("\"\"")}) {
    remove_session(temporary_.path(), "node3", command);
  }
  remove_session(temporary_.path(), "", daemon_of(job_19274));
  EXPECT_TRUE(fs::exists(ours));
}

TEST_F(DaemonSession, ALinkIsNotFollowed) {
  const fs::path elsewhere = session("elsewhere", "jf.19274");
  fs::create_directory_symlink(elsewhere.parent_path(),
                               temporary_.path() / ("ompi.node3." + std::to_string(getuid())));
  remove_session(temporary_.path(), "node3", daemon_of(job_19274));
  EXPECT_TRUE(fs::exists(elsewhere));
}

}  // namespace
}  // namespace dps::simulator
