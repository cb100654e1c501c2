// Hosts and terrain on the command line. No host is contacted, since the hosts files contain all
// properties to which the terrains refer.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

namespace {

constexpr const char* kProgram =
    "I Go.i 1 Go.m\n"
    "O Go.o Worker.p -t Go.m\n"
    "F go.f NULL NULL Go.o NULL\n"
    "F work.f Go.i NULL NULL NULL\n"
    "U master.u go.f\n"
    "U worker.u work.f\n"
    "P Worker.p 4 worker.u\n"
    "P Master.p 1 master.u\n";

constexpr const char* kTerrain =
    "T Master.p[0] A    TYPE = SGI SPEED >= 1000\n"
    "T Worker.p[0] B    NAME = htsun2\n"
    "T Worker.p[1] C    TYPE = SGI\n"
    "T Worker.p[2] D    TYPE != IBM TYPE != SGI\n"
    "T Worker.p[3] C    NAME = htsgi3\n";

struct Finished {
  int status = -1;
  std::string out;
  std::string err;
};

/// A scratch folder, which is also the HOME of dps.
class Terrain : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "dps-terrain-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    write("plan.txt", std::string(kProgram) + kTerrain);
    write("free.txt", kProgram);
    write("heat.hosts", "htsgi[1-3] type=SGI\nhtibm[1-3] type=IBM sp=800\n& htsun[1-3] type=SUN\n");
    write("known.hosts",
          "node1 slots=4 type=SGI speed=1200 memory=64G\nnode2 slots=1 type=x "
          "memory=1000\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Runs dps in the folder. `settings` are environment variables: NAME=VALUE.
  [[nodiscard]] Finished dps(const std::string& arguments, const std::string& settings = "") const {
    const std::string command =
        "cd '" + folder_.string() + "' && env -i PATH=\"$PATH\" HOME=\"$PWD\" " + settings +
        " '" DPS_PROGRAM "' " + arguments + " >out.txt 2>err.txt </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out.txt"), read("err.txt")};
  }

  std::filesystem::path folder_;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Terrain, CheckShowsTheHostOfEachProcess) {
  const Finished check = dps("check plan.txt --hosts heat.hosts");
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_TRUE(has(check.out,
                  "placement, by --hosts heat.hosts\n"
                  "  htsgi1  A  Master.p[0]\n"
                  "  htsgi3  C  Worker.p[1], Worker.p[3]\n"
                  "  htsun1  D  Worker.p[2]\n"
                  "  htsun2  B  Worker.p[0]\n"
                  "  5 hosts serve no process\n"))
      << check.out;
}

TEST_F(Terrain, WithoutASolutionNothingStartsAndTheStatusIs3) {
  write("plan.txt", std::string(kProgram) + kTerrain + "T Master.p[0] A NAME = htsgi3\n");
  const Finished run = dps("run plan.txt --hosts heat.hosts -o result.json");
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(has(run.err,
                  "dps: error: no assignment of hosts satisfies the terrain: htags A and C need 2 "
                  "different hosts, but only htsgi3 satisfies either of them\n"))
      << run.err;
  EXPECT_TRUE(has(run.err, "  htsun2  0  1  0  1\n")) << run.err;
  EXPECT_TRUE(has(run.err, "  htibm[1-3]  no: needs TYPE = SGI, has TYPE IBM\n")) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "result.json"));
  const Finished check = dps("check plan.txt --hosts heat.hosts");
  EXPECT_EQ(check.status, 3);
  EXPECT_TRUE(has(check.out, "need 2 different hosts")) << check.out;
}

TEST_F(Terrain, ProcessesAreSpreadByCoresAndCrowdedHostsAreReported) {
  const Finished check = dps("check free.txt --hosts known.hosts");
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_TRUE(has(check.out,
                  "  node1  -  Worker.p[0], Worker.p[2..3], Master.p[0]\n"
                  "  node2  -  Worker.p[1]\n"))
      << check.out;
  EXPECT_FALSE(has(check.out, "share"));
  write("known.hosts", "node1 slots=1 type=x memory=1G\nnode2 slots=2 type=x memory=1G\n");
  EXPECT_TRUE(has(dps("check free.txt --hosts known.hosts").out,
                  "warning: node1: 2 processes share 1 core\n"
                  "warning: node2: 3 processes share 2 cores\n"));
}

TEST_F(Terrain, HostsAreListedWithTheirProperties) {
  const Finished hosts = dps("hosts --hosts known.hosts");
  EXPECT_EQ(hosts.status, 0) << hosts.err;
  EXPECT_EQ(hosts.out,
            "NAME   TYPE  SPEED  CORES  MEMORY\n"
            "node1  SGI    1200      4     64G\n"
            "node2  x      1000      1    1000\n");
}

TEST_F(Terrain, MistakesInHostsAreReportedWithTheirPositionAndStatus2) {
  write("bad.hosts", "node1 slot=4\nnode[1-\n");
  for (const char* command : {"run plan.txt", "check plan.txt", "hosts"}) {
    const Finished bad = dps(std::string(command) + " --hosts bad.hosts");
    EXPECT_EQ(bad.status, 2) << command;
    EXPECT_EQ(bad.err,
              "bad.hosts:1:7: error: unknown option 'slot'; did you mean 'slots'?\n"
              "node1 slot=4\n"
              "      ^~~~\n"
              "bad.hosts:2:5: error: '[' is not closed; there are no blanks inside brackets\n"
              "node[1-\n"
              "    ^\n")
        << command;
  }
  EXPECT_TRUE(has(dps("run plan.txt --hosts 'node[3-1]'").err,
                  "dps: error: --hosts: '3-1' runs backwards; write 1-3\n"));
  EXPECT_EQ(dps("run plan.txt --hosts lab.hosts").err,
            "dps: error: --hosts: there is no file 'lab.hosts'; did you mean the file "
            "'bad.hosts'?\n");
  EXPECT_EQ(dps("run plan.txt --hosts ./lab").err,
            "dps: error: cannot read hosts file './lab': No such file or directory\n");
  EXPECT_EQ(dps("run plan.txt --hosts .").err,
            "dps: error: cannot read hosts file '.': it is a directory\n");
}

TEST_F(Terrain, HostsComeFromTheFirstSourceThatIsSet) {
  const std::string one = " slots=1 type=x memory=1G\n";
  write(".config/dps/hosts", "home" + one);
  write("env.hosts", "env" + one);
  write("given.hosts", "given" + one);
  EXPECT_TRUE(has(dps("hosts").out, "\nhome "));
  EXPECT_TRUE(has(dps("hosts", "DPS_HOSTS=env.hosts").out, "\nenv "));
  const std::string slurm = "DPS_HOSTS=env.hosts SLURM_JOB_NODELIST='tux[1-'";
  EXPECT_TRUE(has(dps("hosts", slurm).err, "SLURM_JOB_NODELIST:1:4: error: '[' is not closed"));
  EXPECT_TRUE(has(dps("hosts --hosts given.hosts", slurm).out, "\ngiven "));
}

TEST_F(Terrain, WithoutHostsEverythingRunsHereAndALineReportsIt) {
  const Finished run = dps("run plan.txt");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(has(run.err, "everything runs on this machine")) << run.err;
  EXPECT_EQ(dps("run plan.txt --launcher local", "DPS_HOSTS=heat.hosts").status, 0);
  EXPECT_EQ(dps("run plan.txt --launcher ssh").status, 2);
  const Finished hosts = dps("hosts");
  EXPECT_EQ(hosts.status, 0);
  EXPECT_TRUE(has(hosts.out, "\nlocalhost ")) << hosts.out;
  EXPECT_TRUE(has(hosts.err, "everything runs on this machine")) << hosts.err;
}

}  // namespace
