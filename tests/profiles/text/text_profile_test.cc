#include "profiles/text/text_profile.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/printable.h"
#include "profiles/run_totals.h"
#include "profiles/text/process_table.h"
#include "profiles/text/wait_table.h"
#include "profiles/view.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    widest = std::max(widest, printed_width(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

TEST(TextProfile, PrintsTheFiguresOfTheWorkedExample) {
  const std::string text = text_profile(matrix_multiply_2(), {});
  EXPECT_TRUE(contains(text,
                       "Process 4: Master.p[0] on node1\n"
                       "  CPU Time: 20 ms user, 6.56 ms sys, 250 ms real.\n"
                       "  Received a total of 1248 bytes in 104 messages\n"
                       "  Sent a total of 4032 bytes in 116 messages\n"));
  EXPECT_TRUE(contains(text, "Functionality 1: mf2.f\n      Triggered 104 times.\n"));
  EXPECT_TRUE(contains(text, "224 messages with 5,328 bytes sent"));
  EXPECT_TRUE(contains(
      text, "4 messages arrived late, after the receiver was complete: Val.m to Master.p (4)"));
}

TEST(TextProfile, ASiteKeepsTheNameOfItsFunction) {
  RunResult result = matrix_multiply_2();
  MpiProfile& mpi = result.runs[0].mpi.emplace();
  mpi.sites.resize(2);
  mpi.sites[0].function = "MPI_Allreduce";
  mpi.sites[0].place = "libsuperlu_dist.so.8+0x6f76a";
  mpi.sites[1].function = "MPI_Dist_graph_create_adjacent";
  mpi.sites[1].place = "MPI.cpython-311-x86_64-linux-gnu.so+0x6f76b";
  const std::string wide = text_profile(result, {});
  EXPECT_TRUE(contains(wide, "\nAllreduce  libsuperlu_dist.so.8+0x6f76a  ")) << wide;
  EXPECT_TRUE(contains(wide, "\nDist_graph_create_adjacent  …")) << wide;
  EXPECT_TRUE(contains(wide, "gnu.so+0x6f76b  ")) << wide;
  TextOptions one_site;
  one_site.most_sites = 1;
  const std::string narrow = text_profile(result, one_site);
  EXPECT_TRUE(contains(narrow, "\nMPI by site" + std::string(28, ' ') + "      calls")) << narrow;
}

TEST(TextProfile, AMakespanOfZeroHasNoShares) {
  RunResult result = matrix_multiply_2();
  result.runs[0].makespan_s = 0;
  const std::string text = text_profile(result, {});
  EXPECT_TRUE(contains(text, " after the start.\n")) << text;
  EXPECT_FALSE(contains(text, "Busiest:")) << text;
}

TEST(TextProfile, UnknownFiguresArePrintedAsADash) {
  RunResult result = matrix_multiply_2();
  ProcessProfile& lost = result.runs[0].processes[0];
  lost = {};
  lost.ptag = "Worker.p[0]";
  lost.counted = Counted::kMessages;
  lost.msgs_in = 29;
  lost.msgs_out = 27;
  lost.real_s = lost.cpu_s = lost.user_s = lost.sys_s = kUnknown;
  lost.compute_s = lost.send_s = lost.wait_s = lost.take_s = lost.sleep_s = kUnknown;
  lost.start_late_s = lost.idle_s = lost.pack_s = kUnknown;
  const std::string text = text_profile(result, {});
  EXPECT_TRUE(contains(text, "224 messages with - bytes sent"));
  EXPECT_TRUE(
      contains(text, "Worker.p[0]                   -      -       -      -      -      -\n"))
      << text;
  EXPECT_TRUE(contains(text,
                       "Process 0: Worker.p[0]\n"
                       "  CPU Time: - user, - sys, - real.\n"
                       "  Received a total of - bytes in 29 messages\n"
                       "  Sent a total of - bytes in 27 messages\n"));
}

TEST(TextProfile, GroupsClonesUnlessTheyAreSelected) {
  const RunResult result = many_clones();
  EXPECT_TRUE(contains(text_profile(result, {}), "Processes 1-64: Worker.p ×64"));
  EXPECT_FALSE(contains(text_profile(result, {}), "Process 18: "));
  TextOptions each;
  each.list_clones = true;
  EXPECT_TRUE(contains(text_profile(result, each), "Process 18: Worker.p[17] on node[1]\n"));
  EXPECT_FALSE(contains(text_profile(result, each), "×64"));
}

TEST(TextProfile, ListsUpToEightClones) {
  RunResult result = many_clones();
  result.runs[0].processes.resize(9);
  EXPECT_FALSE(contains(text_profile(result, {}), "Worker.p ×"));
  result = many_clones();
  result.runs[0].processes.resize(10);
  EXPECT_TRUE(contains(text_profile(result, {}), "Worker.p ×9"));
}

TEST(TextProfile, ReportsThatThereIsNoCompletedRun) {
  RunResult result = incomplete();
  result.runs.clear();
  result.notes.clear();
  EXPECT_EQ(text_profile(result, {}),
            "INCOMPLETE: no reason was recorded\n"
            "ring \\x1b[31m.txt: run\n"
            "no completed run\n");
}

TEST(TextProfile, ColorOnlyMakesHeadingsBold) {
  TextOptions options;
  options.color = true;
  std::string text = text_profile(incomplete(), options);
  EXPECT_EQ(text.rfind("\x1b[1mINCOMPLETE", 0), 0U);
  for (const std::string code : {"\x1b[1m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = text.find(code)) != std::string::npos;) {
      text.erase(at, code.size());
    }
  }
  EXPECT_EQ(text, text_profile(incomplete(), {}));
}

TEST(TextProfile, NoControlCharacterReachesTheTerminal) {
  for (const Sample& sample : all_samples()) {
    for (const char c : text_profile(sample.result, {})) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << sample.name;
    }
  }
}

RC_GTEST_PROP(SummaryTable, FitsEightyColumns, (std::uint32_t index)) {
  const auto part = [] {
    return *rc::gen::element(0.0, 1e-9, 2.5e-5, 0.1, 0.99949, 0.99951, 1.0, 59.9, 12'345.6, 1e9,
                             1e300);
  };
  RunProfile run;
  for (int i = 0; i < 12; ++i) {
    ProcessProfile process;
    process.ptag = i < 10 ? "Worker.p[" + std::to_string(index) + "]" : std::string(50, 'x');
    process.real_s = part();
    process.cpu_s = part();
    process.compute_s = std::min(process.real_s, part());
    process.send_s = std::min(process.real_s - process.compute_s, part());
    process.sleep_s = std::min(process.compute_s, part());
    process.wait_s = process.real_s - process.compute_s - process.send_s;
    process.idle_s = process.wait_s;
    run.messages.push_back({"Some.m", "Sender.p[0]", process.ptag, 1, 1, 0, 0, 0, process.wait_s});
    run.processes.push_back(process);
  }
  RC_ASSERT(widest_line(summary_table(rows_of(run, false), part()).text()) <= 80);
  RC_ASSERT(widest_line(summary_table(rows_of(run, true), part()).text()) <= 80);
  RC_ASSERT(widest_line(wait_table(rows_of(run, true), run, false)) <= 80);
}

}  // namespace
}  // namespace dps::profiles
