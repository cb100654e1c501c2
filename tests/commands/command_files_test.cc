// The files of a command line, as a user names them: nothing is lost, and "-" is a stream.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/command_test.h"

namespace dps {
namespace {

constexpr const char* kPlan =
    "I Go.i 1 Go.m\n"
    "O Go.o Worker.p -t Go.m -b 64\n"
    "F go.f NULL NULL Go.o NULL\n"
    "F work.f Go.i NULL NULL NULL\n"
    "U master.u go.f\n"
    "U worker.u work.f\n"
    "P Worker.p 1 worker.u\n"
    "P Master.p 1 master.u\n";

class CommandFiles : public support::CommandTest {
 protected:
  CommandFiles() {
    folder_.write("plan.txt", kPlan);
    folder_.write("job.sh", "#!/bin/sh\n");
    std::filesystem::copy(DPS_SOURCE_DIR "/predictor/machines/library/laptop.toml", in("m.toml"));
    EXPECT_EQ(dps("predict plan.txt --machine m.toml -o a.json").status, 0);
  }
  [[nodiscard]] std::string in(const std::string& name) const { return folder_.path() / name; }
};

TEST_F(CommandFiles, NoOutputReplacesAnInput) {
  std::filesystem::create_symlink("a.json", in("link.json"));
  folder_.write("lab.hosts", "node1\n");
  for (const char* arguments :
       {"run plan.txt -o plan.txt", "predict plan.txt --machine m.toml -o ./plan.txt",
        "predict plan.txt --machine m.toml -o m.toml", "compare a.json m.toml -o m.toml",
        "compare m.toml a.json -o link.json", "calibrate --components plan.txt -o plan.txt",
        "calibrate --hosts lab.hosts -o lab.hosts", "check plan.txt >>plan.txt",
        "profile a.json --format json >>link.json",
        "predict - --machine m.toml -o m.toml <plan.txt",
        "predict - --machine m.toml -o plan.txt <plan.txt"}) {
    const auto refused = dps(std::string(arguments) + " 2>err.txt");
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_NE(folder_.read("err.txt").find("another file"), std::string::npos)
        << arguments << ": " << folder_.read("err.txt");
    EXPECT_EQ(folder_.read("plan.txt"), kPlan) << arguments;
  }
  EXPECT_EQ(output_of("predict plan.txt --machine m.toml -o - 2>err.txt"), folder_.read("a.json"));
}

TEST_F(CommandFiles, ErrorsHaveColourAsOtherDiagnostics) {
  const std::string colored = "\x1b[1mdps:\x1b[0m \x1b[1;31merror:\x1b[0m ";
  for (const char* arguments : {"predict none.txt --machine m.toml", "profile none.json",
                                "run plan.txt --hosts none.hosts", "graph none.txt"}) {
    const std::string wanted = std::string(arguments) + " --color always 2>&1";
    EXPECT_TRUE(dps(wanted).out.starts_with(colored)) << arguments;
    EXPECT_TRUE(dps(std::string(arguments) + " 2>&1").out.starts_with("dps: error: ")) << arguments;
  }
}

TEST_F(CommandFiles, ADesignIsNotComparedWithItself) {
  std::filesystem::create_symlink("a.json", in("link.json"));
  const auto twice = dps("compare --designs a.json a.json 2>&1");
  EXPECT_EQ(twice.status, 2);
  EXPECT_EQ(twice.out, "dps: error: the result 'a.json' is given twice\n");
  const auto linked = dps("compare --designs a.json link.json 2>&1");
  EXPECT_EQ(linked.status, 2);
  EXPECT_EQ(linked.out, "dps: error: 'a.json' and 'link.json' are the same file\n");
  EXPECT_EQ(dps("compare --designs a.json - <a.json 2>&1").status, 2);
  EXPECT_EQ(dps("compare --designs a.json b.json -o a.json 2>&1").status, 2);
}

TEST_F(CommandFiles, ADashReadsStandardInput) {
  const auto predicted = dps("predict - --machine m.toml -o b.json <plan.txt");
  EXPECT_EQ(predicted.status, 0);
  EXPECT_EQ(predicted.out.rfind("<stdin>: ", 0), 0U) << predicted.out;
  EXPECT_EQ(dps("predict plan.txt --machine - <m.toml").status, 0);
  EXPECT_EQ(dps("compare a.json - <a.json").status, 0);
  EXPECT_EQ(output_of("profile - <a.json"), output_of("profile a.json"));
  EXPECT_EQ(dps("compare - - <a.json 2>&1").status, 2);
  // These commands read the file twice, first to detect a Parasol file.
  for (const char* question : {"check", "describe", "show"}) {
    EXPECT_EQ(dps(std::string("machine ") + question + " - <m.toml 2>&1").status, 0) << question;
  }
}

/// A shell passes a pipe for <(COMMAND).
TEST_F(CommandFiles, APipeIsReadOnceForAllQuestions) {
  for (const char* question : {"check", "describe", "show"}) {
    const std::string words = std::string("machine ") + question + " ";
    const auto piped =
        support::run_shell("cd '" + folder_.path().string() +
                           "' && cat m.toml | '" DPS_PROGRAM "' " + words + "/dev/fd/0 2>&1");
    EXPECT_EQ(piped.status, 0) << piped.out;
    EXPECT_NE(piped.out, "") << question;
  }
}

TEST_F(CommandFiles, MistakesOnStandardInputHaveAPlace) {
  folder_.write("wrong.txt", "X y\n");
  const auto checked = dps("check - <wrong.txt 2>&1");
  EXPECT_EQ(checked.status, 2);
  EXPECT_EQ(checked.out.rfind("<stdin>:1:1: error: ", 0), 0U) << checked.out;
}

TEST_F(CommandFiles, WithADashTheResultIsOnStandardOutputAndTheProfileOnStderr) {
  for (const char* output : {"-", "/dev/stdout"}) {
    const auto result =
        dps(std::string("predict plan.txt --machine m.toml 2>err.txt -o ") + output);
    EXPECT_EQ(result.status, 0);
    folder_.write("piped.json", result.out);
    EXPECT_EQ(output_of("profile piped.json --format csv"),
              output_of("profile a.json --format csv"));
    EXPECT_EQ(folder_.read("err.txt"), output_of("predict plan.txt --machine m.toml"));
  }
}

TEST_F(CommandFiles, AResultPassesThroughPipes) {
  const auto profile =
      dps("predict - --machine m.toml -o - <plan.txt 2>err.txt | '" DPS_PROGRAM "' profile -");
  EXPECT_EQ(profile.status, 0);
  EXPECT_EQ(profile.out, folder_.read("err.txt"));
  EXPECT_TRUE(profile.out.starts_with("<stdin>: ")) << profile.out;
}

TEST_F(CommandFiles, TooFewOpenFilesAreNoFaultOfDps) {
  for (const char* limit : {"6", "7"}) {
    const auto limited =
        support::run_shell("cd '" + folder_.path().string() + "' && exec 2>&1 && ulimit -n " +
                           limit + " && exec '" DPS_PROGRAM "' run plan.txt -o few.json");
    EXPECT_EQ(limited.status, 1);
    EXPECT_EQ(limited.out, "dps: error: dps needs more open files; raise the limit (ulimit -n)\n");
  }
}

TEST_F(CommandFiles, CommandsThatOnlyPrintWriteToAFileInstead) {
  int number = 0;
  for (const char* command : {"profile a.json", "profile a.json --format csv", "check plan.txt",
                              "check plan.txt --format json", "hosts -q", "machine show laptop"}) {
    const std::string file = "out" + std::to_string(++number) + ".txt";
    const auto written = dps(std::string(command) + " -o " + file);
    EXPECT_EQ(written.status, 0) << command;
    EXPECT_EQ(written.out, "") << command;
    const std::string text = folder_.read(file);
    EXPECT_EQ(text.substr(0, text.find("# dps wrote this output of")), output_of(command))
        << command;
    EXPECT_EQ(output_of(std::string(command) + " -o -"), output_of(command)) << command;
  }
  EXPECT_EQ(dps("profile a.json -o a.json 2>&1").status, 2);
  EXPECT_EQ(dps("check plan.txt -o missing/out.txt 2>&1").status, 2);
}

TEST_F(CommandFiles, QuietWithADashPrintsTheResultAlone) {
  const auto result = dps("predict plan.txt --machine m.toml --quiet -o - 2>err.txt");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, folder_.read("a.json"));
  EXPECT_EQ(folder_.read("err.txt"), "");
}

TEST_F(CommandFiles, AMachineOfTheLibraryIsNamedWithoutAFolder) {
  const auto by_name = dps("predict plan.txt --machine laptop");
  EXPECT_EQ(by_name.status, 0);
  EXPECT_EQ(by_name.out, output_of("predict plan.txt --machine m.toml"));
  EXPECT_EQ(output_of("machine show laptop"), folder_.read("m.toml"));
  EXPECT_NE(dps("machines").out.find("\n  laptop "), std::string::npos);
  EXPECT_EQ(output_of("machine list"), output_of("machines"));
}

TEST_F(CommandFiles, AFileIsPreferredToAMachineOfTheLibrary) {
  folder_.write("laptop", "no machine\n");
  EXPECT_EQ(dps("predict plan.txt --machine laptop 2>&1").out.rfind("laptop:1:", 0), 0U);
}

TEST_F(CommandFiles, TheNameOfAMachineAloneIsTakenForShow) {
  const auto refused = dps("machine laptop 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("did you mean 'dps machine show laptop'?"), std::string::npos);
}

TEST_F(CommandFiles, AMachineThatIsNotThereHasASuggestion) {
  const auto refused = dps("predict plan.txt --machine laptp 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("did you mean 'laptop'?"), std::string::npos) << refused.out;
}

TEST_F(CommandFiles, AFileThatIsNotThereHasASuggestion) {
  for (const char* arguments :
       {"plan.tx", "check ./plan.tx", "profile a.jsn", "compare a.json a.jso",
        "predict plan.txt --machine n.toml", "check plan.txt --hosts ./plan.tx"}) {
    const auto refused = dps(std::string(arguments) + " 2>&1");
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_NE(refused.out.find("did you mean '"), std::string::npos)
        << arguments << ": " << refused.out;
  }
  EXPECT_EQ(dps("check nothing/like.it 2>&1").out,
            "dps: error: cannot read blueprint 'nothing/like.it': No such file or directory\n");
}

TEST_F(CommandFiles, AFileOfAnotherKindIsReportedInOneLine) {
  for (const auto& [arguments, kind] :
       {std::pair("/bin/true",
                  "is an executable program, not a blueprint; 'dps run -- mpirun -n 4 /bin/true' "
                  "records an MPI program"),
        std::pair("job.sh", "is a script, not a blueprint; 'dps run -- ./job.sh' records"),
        std::pair("m.toml", "is a machine file, not a blueprint"),
        std::pair("check a.json", "is a result, not a blueprint"),
        std::pair("predict plan.txt --machine a.json", "is a result, not a machine file"),
        std::pair("predict plan.txt --machine m.toml --costs a.json", "not a costs file"),
        std::pair("profile plan.txt", "is a blueprint, not a result"),
        std::pair("run plan.txt --hosts plan.txt", "is a blueprint, not a hosts file")}) {
    const auto refused = dps(std::string(arguments) + " 2>&1");
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_NE(refused.out.find(kind), std::string::npos) << arguments << ": " << refused.out;
    EXPECT_EQ(std::count(refused.out.begin(), refused.out.end(), '\n'), 1) << refused.out;
  }
}

TEST_F(CommandFiles, AnyTextMayBeginWithAByteOrderMark) {
  const std::string mark = "\xef\xbb\xbf";
  for (const std::string name : {"gcel.par", "sp2.arch", "cray_t3d.toml"}) {
    const std::filesystem::path library = DPS_SOURCE_DIR "/predictor/machines/library";
    std::filesystem::copy(library / name, in("plain-" + name));
    folder_.write(name, mark + folder_.read("plain-" + name));
  }
  folder_.write("marked.txt", mark + kPlan);
  folder_.write("a.model", mark + "total(p, d) = p * d\n");
  folder_.write("a.times", mark + "# 1 10\nwork 4\n");
  folder_.write("marked.json", mark + folder_.read("a.json"));
  folder_.write("raw/send.data", mark + "2 1 1e-6 0\n2 8 2e-6 0\n2 16 3e-6 0\n");
  folder_.write("questions.txt", mark + "send 2 8\n");
  for (const char* arguments :
       {"machine check gcel.par", "machine check sp2.arch", "machine check cray_t3d.toml",
        "predict plan.txt --machine sp2.arch", "check marked.txt", "profile marked.json",
        "model a.model --machine cray_t3d.toml --vary p=1,2 --vary d=8", "surface a.times",
        "surface marked.json --only total", "datasheet raw",
        "timecalc cray_t3d.toml <questions.txt"}) {
    const auto accepted = dps(std::string(arguments) + " 2>&1");
    EXPECT_EQ(accepted.status, 0) << arguments << ": " << accepted.out;
    EXPECT_EQ(accepted.out.find(mark), std::string::npos) << arguments;
  }
}

TEST_F(CommandFiles, HostsWithoutHostsDescribesThisMachine) {
  const auto listed = dps("hosts 2>err.txt");
  EXPECT_EQ(listed.status, 0);
  EXPECT_NE(listed.out.find("\nlocalhost "), std::string::npos) << listed.out;
  EXPECT_NE(folder_.read("err.txt").find("no hosts are named"), std::string::npos);
  EXPECT_NE(dps("hosts --check -q").out.find("localhost  ok "), std::string::npos);
}

TEST_F(CommandFiles, ACommandIsPreferredToAFileOfItsName) {
  folder_.write("check", kPlan);
  const auto refused = dps("check 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("for the file 'check' write ./check"), std::string::npos);
  EXPECT_EQ(dps("check ./check").status, 0);
}

}  // namespace
}  // namespace dps
