// The recorder: SPMD sources in C and Fortran become streams.
#include "predictor/estimator/recorder/recorder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/processes/program_search.h"
#include "tests/predictor/estimator/support/spmd.h"
#include "tests/support/scratch_folder.h"

namespace dps::estimator {
namespace {

/// Sources are compiled in a folder of the test, which must be empty afterwards.
class RecorderTest : public testing::Test {
 protected:
  RecorderTest() {
    std::filesystem::create_directory(folder_.path() / "tmp");
    ::setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
  }
  ~RecorderTest() override {
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "tmp"));
    ::unsetenv("TMPDIR");
  }

  SpmdSource source(const std::string& name, const std::string& text) {
    const std::string path = folder_.path() / name;
    std::ofstream(path) << text;
    return {.path = path, .language = *language_of(name), .defines = {}, .flags = {}};
  }

  /// The error of recording with this number of processors; "" if there is none.
  static std::string error_of(const SpmdSource& source, std::uint32_t processors = 4,
                              const RecordingLimits& limits = {}) {
    auto recorder = StreamRecorder::compile(source, {processors}, limits);
    if (!recorder) {
      return recorder.error().message;
    }
    const auto streams = recorder->record();
    return streams ? "" : streams.error().message;
  }

  std::string c_error(const std::string& body, std::uint32_t processors = 4,
                      const RecordingLimits& limits = {}) {
    return error_of(source("a.c",
                           "#include <dps_estimate.h>\n#include <stdlib.h>\n#include <math.h>\n"
                           "void spmd(int PID, int NPROCS) {\n" +
                               body + "\n}\n"),
                    processors, limits);
  }

  support::ScratchFolder folder_;
};

constexpr const char* kAllInC = R"(#include <dps_estimate.h>
void spmd(int PID, int NPROCS) {
  int root;
  WORK(2.5);
  if (PID == 0) { SEND(NPROCS - 1, 7); BSEND(NPROCS - 1, 8); }
  if (PID == NPROCS - 1) { RECEIVE(0, 7); BRECEIVE(0, 8); WAIT(); }
  for (root = 0; root < NPROCS; ++root) {
    BROADCAST(root, 3);
    REDUCE(root, 4, 1.5);
    GATHER(root, 5);
  }
  ALLREDUCE(1, 2);
  ALLTOALL(6);
  BARRIER();
}
)";

constexpr const char* kAllInFortran = R"(C     All calls, in fixed form.
      SUBROUTINE SPMD(PID, NPROCS)
      INTEGER PID, NPROCS, ROOT
      CALL DWORK(2.5D0)
      IF (PID .EQ. 0) THEN
        CALL SEND(NPROCS - 1, 7)
        CALL BSEND(NPROCS - 1, 8)
      END IF
      IF (PID .EQ. NPROCS - 1) THEN
        CALL RECEIVE(0, 7)
        CALL BRECEIVE(0, 8)
        CALL WAIT()
      END IF
      DO 10 ROOT = 0, NPROCS - 1
        CALL BROADCAST(ROOT, 3)
        CALL DREDUCE(ROOT, 4, 1.5D0)
        CALL GATHER(ROOT, 5)
 10   CONTINUE
      CALL ALLREDUCE(1, 2)
      CALL ALLTOALL(6)
      CALL BARRIER()
      END
)";

/// The calls of both sources.
Stream all_calls(int pid, int nprocs) {
  Spmd spmd(pid, nprocs);
  Stream head{StreamInstruction::work(2.5)};
  const auto last = static_cast<std::uint32_t>(nprocs - 1);
  if (pid == 0) {
    head.push_back(StreamInstruction::message(StreamOperation::kSend, last, 7));
    head.push_back(StreamInstruction::message(StreamOperation::kBlockingSend, last, 8));
  }
  if (pid == nprocs - 1) {
    head.push_back(StreamInstruction::message(StreamOperation::kReceive, 0, 7));
    head.push_back(StreamInstruction::message(StreamOperation::kBlockingReceive, 0, 8));
    head.push_back(StreamInstruction::wait());
  }
  for (int root = 0; root < nprocs; ++root) {
    spmd.broadcast(root, 3);
    spmd.reduce(root, 4, 1.5);
    spmd.gather(root, 5);
  }
  spmd.allreduce(1, 2);
  spmd.alltoall(6);
  spmd.allreduce(0, 0);
  head.insert(head.end(), spmd.stream().begin(), spmd.stream().end());
  return head;
}

void expect_all_calls(const SpmdSource& source) {
  std::vector<std::uint32_t> numbers{1, 2, 3, 4, 7, 8, 13};
  auto recorder = StreamRecorder::compile(source, numbers, {});
  ASSERT_TRUE(recorder) << recorder.error().message;
  for (const std::uint32_t number : numbers) {
    const auto streams = recorder->record();
    ASSERT_TRUE(streams) << streams.error().message;
    ASSERT_EQ(streams->processors(), number);
    for (std::uint32_t p = 0; p < number; ++p) {
      const auto got = streams->of(p);
      const Stream wanted = all_calls(static_cast<int>(p), static_cast<int>(number));
      EXPECT_TRUE(std::equal(got.begin(), got.end(), wanted.begin(), wanted.end()))
          << p << " of " << number;
    }
  }
}

TEST_F(RecorderTest, AllCallsInC) {
  expect_all_calls(source("all.c", kAllInC));
}

TEST_F(RecorderTest, AllCallsInFortran) {
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  expect_all_calls(source("all.f", kAllInFortran));
}

TEST_F(RecorderTest, ScatterIsSentInTheOrderOfProcessors) {
  const auto given = source("a.c",
                            "#include <dps_estimate.h>\n"
                            "void spmd(int PID, int NPROCS) { SCATTER(1, 5); }\n");
  auto recorder = StreamRecorder::compile(given, {3}, {});
  ASSERT_TRUE(recorder) << recorder.error().message;
  const auto streams = recorder->record();
  ASSERT_TRUE(streams);
  ASSERT_EQ(streams->of(1).size(), 2U);
  EXPECT_EQ(instruction_text(streams->of(1)[0]), "send 0 5");
  EXPECT_EQ(instruction_text(streams->of(1)[1]), "send 2 5");
  EXPECT_EQ(instruction_text(streams->of(2)[0]), "breceive 1 5");
}

TEST_F(RecorderTest, FreeFormWithDefinitionsAndAnotherEntry) {
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  SpmdSource given = source("a.f90",
                            "subroutine other(pid, nprocs)\n  integer :: pid, nprocs\n"
                            "  call work(COUNT)\nend subroutine\n");
  given.entry = "other";
  given.defines = {"COUNT=12"};
  auto recorder = StreamRecorder::compile(given, {1}, {});
  ASSERT_TRUE(recorder) << recorder.error().message;
  EXPECT_EQ(instruction_text(recorder->record()->of(0)[0]), "work 12");
}

TEST_F(RecorderTest, DefinitionsDoNotReplaceNamesOfOurDeclarations) {
  SpmdSource in_c = source("a.c",
                           "#include <dps_estimate.h>\n"
                           "void spmd(int me, int all) { SEND(processor, words);\n"
                           "REDUCE(root, words, multiplies); }\n");
  in_c.defines = {"processor=0", "words=2", "root=0", "multiplies=3", "PID=4", "NPROCS=5"};
  EXPECT_EQ(error_of(in_c), "");
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  for (const char* name : {"a.f", "a.f90"}) {
    SpmdSource in_fortran = source(name,
                                   "      SUBROUTINE SPMD(ME, ALL)\n      INTEGER ME, ALL\n"
                                   "      CALL REDUCE(A, B, M)\n      CALL SEND(P, N)\n"
                                   "      END SUBROUTINE\n");
    in_fortran.defines = {"A=0", "B=2", "M=3", "P=0", "N=2", "PID=4", "NPROCS=5"};
    EXPECT_EQ(error_of(in_fortran), "") << name;
  }
}

TEST_F(RecorderTest, FlagsMayChangeTheKindsOfFortran) {
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  SpmdSource given = source("a.f",
                            "      SUBROUTINE SPMD(PID, NPROCS)\n      INTEGER PID, NPROCS\n"
                            "      CALL DWORK(2.5D0)\n      END\n");
  given.flags = {"-fdefault-real-8", "-fdefault-integer-8"};
  auto recorder = StreamRecorder::compile(given, {1}, {});
  ASSERT_TRUE(recorder) << recorder.error().message;
  EXPECT_EQ(instruction_text(recorder->record()->of(0)[0]), "work 2.5");
}

TEST_F(RecorderTest, StaticVariablesAreFreshForEachProcessor) {
  const auto given = source("a.c",
                            "#include <dps_estimate.h>\nstatic int calls;\n"
                            "void spmd(int PID, int NPROCS) { WORK(++calls); }\n");
  auto recorder = StreamRecorder::compile(given, {3, 3}, {});
  ASSERT_TRUE(recorder) << recorder.error().message;
  for (int round = 0; round < 2; ++round) {
    const auto streams = recorder->record();
    ASSERT_TRUE(streams);
    for (std::size_t p = 0; p < 3; ++p) {
      EXPECT_EQ(streams->of(p)[0].multiplies(), 1);
    }
  }
}

TEST_F(RecorderTest, SomethingImpossibleNamesProcessorAndInstruction) {
  EXPECT_EQ(c_error("WORK(1); if (PID == 3) SEND(9, 1);"),
            "processor 3 of 4: instruction 2: SEND to processor 9: the last one is 3");
  EXPECT_EQ(c_error("if (PID > 1) BRECEIVE(-1, 1);"),
            "processor 2 of 4: instruction 1: BRECEIVE from processor -1: the last one is 3");
  EXPECT_EQ(c_error("SEND(0, -5);"),
            "processor 0 of 4: instruction 1: SEND of -5 words: a message has 0 to 2^40");
  EXPECT_EQ(
      c_error("SEND(0, (1L << 40) + 1);"),
      "processor 0 of 4: instruction 1: SEND of 1099511627777 words: a message has 0 to 2^40");
  EXPECT_EQ(c_error("WORK(-1);"),
            "processor 0 of 4: instruction 1: WORK of -1 multiplies: a number from 0 is expected");
  EXPECT_EQ(c_error("WORK(INFINITY);"),
            "processor 0 of 4: instruction 1: WORK of inf multiplies: a number from 0 is expected");
  EXPECT_EQ(c_error("BROADCAST(4, 1);"),
            "processor 0 of 4: instruction 1: BROADCAST from processor 4: the last one is 3");
}

TEST_F(RecorderTest, AnEndOfTheProcessIsReported) {
  EXPECT_EQ(c_error("WORK(1); if (PID == 2) exit(3);"),
            "processor 2 of 4: after instruction 1: the routine ended the process (exit or STOP, "
            "status 3)");
  EXPECT_EQ(c_error("if (PID == 1) abort();"),
            "processor 1 of 4: after instruction 0: the process was killed by signal 6 (Aborted)");
}

TEST_F(RecorderTest, TooManyInstructionsAreReported) {
  EXPECT_EQ(c_error("for (;;) WORK(1);", 1),
            "processor 0 of 1: instruction 10000001: more than 10000000 instructions");
}

TEST_F(RecorderTest, MuchMemoryIsRefused) {
  EXPECT_EQ(c_error("if (malloc((size_t)2 << 30) != NULL) WORK(-1);", 1), "");
}

TEST_F(RecorderTest, ARoutineThatTakesTooLongIsStopped) {
  EXPECT_EQ(
      c_error("volatile int i = 0; while (PID == 1 && i == 0) {}", 3, {.timeout = Seconds(6)}),
      "processor 1 of 3: after 0 or more instructions: the routine runs longer than --timeout");
}

TEST_F(RecorderTest, AChildThatTheRoutineLeavesIsEnded) {
  EXPECT_EQ(c_error("extern int fork(void); extern int pause(void);\n"
                    "if (fork() == 0) { for (;;) pause(); }"),
            "");
}

TEST_F(RecorderTest, ASourceThatDoesNotCompileIsAnError) {
  const std::string error = error_of(source("bad.c", "void spmd(int PID, int NPROCS) { SEND( }\n"));
  EXPECT_NE(error.find("cannot be compiled: 'cc' failed"), std::string::npos) << error;
}

TEST_F(RecorderTest, FortranRefusesANumberOfAnotherType) {
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  const std::string error =
      error_of(source("bad.f",
                      "      SUBROUTINE SPMD(PID, NPROCS)\n      INTEGER PID, NPROCS\n"
                      "      CALL WORK(1.5E6)\n      END\n"));
  EXPECT_NE(error.find("cannot be compiled: 'gfortran' failed"), std::string::npos) << error;
}

TEST(SplitFlags, QuotesHoldWordsTogether) {
  EXPECT_EQ(*split_flags(" -O2  '-I my folder' -D\"A B\"=1 ''"),
            (std::vector<std::string>{"-O2", "-I my folder", "-DA B=1", ""}));
  EXPECT_FALSE(split_flags("-D'x").has_value());
}

TEST(LanguageOf, FollowsTheEndOfTheName) {
  EXPECT_EQ(language_of("a.c"), Language::kC);
  EXPECT_EQ(language_of("x/a.F"), Language::kFixedFortran);
  EXPECT_EQ(language_of("a.f90"), Language::kFreeFortran);
  EXPECT_EQ(language_of("a.streams"), std::nullopt);
}

}  // namespace
}  // namespace dps::estimator
