// dps report, as a user calls it.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

using Json = nlohmann::json;

constexpr const char* kPlan = R"(
V n 20
I Job.i    1 Job.m
I Result.i {n} Result.m
C Work.c   compute 2ms
O Job.o    Worker.p -t Job.m -b 1000 -n {n}
O Result.o ACK -t Result.m -b 100
F send.f   NULL Work.c Job.o SAME
F got.f    Result.i NULL NULL NULL
F work.f   Job.i Work.c Result.o SAME*{n-1},NULL
U master.u send.f got.f
U worker.u work.f
P Worker.p 1 worker.u
P Master.p 1 master.u
)";

class ReportCommand : public support::CommandTest {
 protected:
  ReportCommand() { folder_.write("plan.txt", kPlan); }

  [[nodiscard]] support::Finished dps(const std::string& arguments) const {
    return CommandTest::dps(arguments + " 2>&1");
  }
  void predict(const std::string& options) const {
    EXPECT_EQ(dps("predict plan.txt --machine laptop --quiet " + options).status, 0);
  }
  [[nodiscard]] Json data(const std::string& name) const {
    const std::string page = folder_.read(name);
    const std::string begin = "id=\"data\">";
    const std::size_t at = page.find(begin) + begin.size();
    return Json::parse(page.substr(at, page.find("</script>", at) - at));
  }
};

TEST_F(ReportCommand, ATraceAndItsResultAreOneResultInAnyOrder) {
  predict("-o a.json --trace a.dpstrace");
  const auto made = dps("report a.dpstrace a.json -o a.html");
  EXPECT_EQ(made.status, 0) << made.out;
  EXPECT_EQ(made.out, "");
  const Json results = data("a.html")["results"];
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0]["name"], "a.json + a.dpstrace");
  EXPECT_TRUE(results[0]["costs"]["has_components"].get<bool>());
  EXPECT_EQ(results[0]["run"]["totals"]["msgs_out"], 40);
  EXPECT_EQ(results[0]["timeline"]["messages"]["count"], 40);
  EXPECT_EQ(results[0]["why"]["last_ptag"], "Master.p[0]");
}

TEST_F(ReportCommand, ARunWithItsTraceHasLatenciesAndTheCostsOfComponents) {
  ASSERT_EQ(dps("run plan.txt -q -o r.json --trace r.dpstrace").status, 0);
  ASSERT_EQ(dps("report r.json r.dpstrace -o r.html").status, 0);
  const Json results = data("r.html")["results"];
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0]["kind"], "run");
  EXPECT_EQ(results[0]["latencies"]["messages"][0]["total"]["count"], 20);
  for (const Json& row : results[0]["costs"]["rows"]) {
    if (row[2] == "Work.c") {
      EXPECT_EQ(row[3], 21);
      EXPECT_GE(row[4], 0.042);
    }
  }
}

TEST_F(ReportCommand, APageOf64ProcessesAnd100000EventsHasLessThan5Megabytes) {
  folder_.write("ring.txt", R"(V n 175
I Ball.i 1 Ball.m
C Play.c compute 20us
O Ball.o Ring.p[{(self+1)%count}] -t Ball.m -b 100
F serve.f NULL NULL Ball.o SAME
F play.f Ball.i Play.c Ball.o SAME*{n-1},end.fu
F last.f Ball.i NULL NULL NULL
U ring.fu serve.f play.f
U end.fu -early last.f
P Ring.p 64 ring.fu end.fu
)");
  ASSERT_EQ(dps("predict ring.txt --machine rack_100g -q -o a.json --trace a.dpstrace").status, 0);
  ASSERT_EQ(dps("report a.json a.dpstrace -o a.html").status, 0);
  EXPECT_GE(data("a.html")["results"][0]["timeline"]["events"], 100'000);
  EXPECT_LT(folder_.read("a.html").size(), 5'000'000U);
}

TEST_F(ReportCommand, ATraceAloneHasTheFiguresOfItsResult) {
  predict("-o a.json --trace a.dpstrace");
  ASSERT_EQ(dps("report a.dpstrace -o alone.html").status, 0);
  ASSERT_EQ(dps("report a.json -o result.html").status, 0);
  const Json alone = data("alone.html")["results"][0];
  const Json result = data("result.html")["results"][0];
  EXPECT_EQ(alone["run"]["makespan_s"], result["run"]["makespan_s"]);
  EXPECT_EQ(alone["run"]["messages"]["rows"], result["run"]["messages"]["rows"]);
  EXPECT_EQ(alone["latencies"], result["latencies"]);
  EXPECT_FALSE(alone["costs"]["has_text"].get<bool>());
}

TEST_F(ReportCommand, ATraceOfAnotherRunIsReportedAndShownByItself) {
  predict("-o a.json");
  predict("--set n=3 --trace b.dpstrace");
  const auto made = dps("report a.json b.dpstrace -o both.html");
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(
      made.out,
      "dps: warning: the trace 'b.dpstrace' belongs to none of these results; the page shows it "
      "as a separate result\n");
  EXPECT_EQ(data("both.html")["results"].size(), 2U);
}

TEST_F(ReportCommand, ASweepHasAPageOfAllItsPointsWithAllTheirFigures) {
  ASSERT_EQ(
      dps("sweep plan.txt --set n=2,10 --machine laptop --machine rack_100g -o s.db -q").status, 0);
  ASSERT_EQ(dps("report s.db -o s.html").status, 0);
  const Json sweep = data("s.html")["sweep"];
  EXPECT_EQ(sweep["name"], "s.db");
  EXPECT_EQ(sweep["axes"], Json::parse(R"([{"name":"machine","is_number":false,"unit":""},
                                           {"name":"n","is_number":true,"unit":""}])"));
  ASSERT_EQ(sweep["points"].size(), 4U);
  EXPECT_EQ(sweep["points"][1]["values"], Json({"laptop", "10"}));
  EXPECT_EQ(sweep["points"][1]["selector"], "kind=predict,machine=laptop,n=10");
  const Json names = sweep["figures"];
  const auto figure = [&](const char* name, std::size_t point) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const Json& one) { return one["name"] == name; });
    return found == names.end()
               ? Json()
               : sweep["points"][point]["figures"][static_cast<std::size_t>(found - names.begin())];
  };
  EXPECT_EQ(figure("count(work.f)", 1), 10);
  ASSERT_EQ(dps("predict plan.txt --set n=10 --machine laptop -q -o p.json").status, 0);
  const Json alone = Json::parse(folder_.read("p.json"))["runs"][0];
  EXPECT_EQ(figure("makespan", 1), alone["makespan_s"]);
  EXPECT_EQ(figure("p99(Job.m)", 1), alone["latencies"]["messages"][0]["total"]["p99_s"]);
}

TEST_F(ReportCommand, ASelectorOfSeveralPointsShowsThemAndOneOfASinglePointItsResult) {
  ASSERT_EQ(
      dps("sweep plan.txt --set n=2,10,20 --machine laptop --machine rack_100g -o s.db -q").status,
      0);
  ASSERT_EQ(dps("report s.db:machine=laptop -o some.html").status, 0);
  EXPECT_EQ(data("some.html")["sweep"]["points"].size(), 3U);
  ASSERT_EQ(dps("report s.db:machine=laptop,n=2 -o one.html").status, 0);
  EXPECT_EQ(data("one.html")["results"].size(), 1U);
  const auto several = dps("report s.db s.db:machine=laptop,n=2 -o two.html");
  EXPECT_EQ(several.status, 2) << "a sweep has a page of its own";
  EXPECT_NE(several.out.find("'s.db' has 6 points; name one of:"), std::string::npos)
      << several.out;
}

TEST_F(ReportCommand, ADashWritesThePageToStandardOutput) {
  predict("-o a.json");
  const auto made = dps("report a.json -o -");
  EXPECT_TRUE(made.out.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(made.out.ends_with("</html>\n"));
  EXPECT_EQ(dps("report - -o - <a.json").status, 0);
}

TEST_F(ReportCommand, WithoutGraphvizThePageHasTheReason) {
  predict("-o a.json");
  folder_.write("empty/x", "");
  ASSERT_EQ(support::run_shell("cd '" + folder_.path().string() +
                               "' && PATH=$PWD/empty '" DPS_PROGRAM "' report a.json -o a.html")
                .status,
            0);
  const std::string reason = data("a.html")["results"][0]["run"]["shape"]["no_layout"];
  EXPECT_TRUE(reason.starts_with("There is no picture: the program dot")) << reason;
}

TEST_F(ReportCommand, NoInputIsOverwritten) {
  predict("-o a.json --trace a.dpstrace");
  for (const char* input : {"a.json", "a.dpstrace"}) {
    const std::string before = folder_.read(input);
    const auto made = dps("report a.json a.dpstrace -o " + std::string(input));
    EXPECT_EQ(made.status, 2);
    EXPECT_NE(made.out.find("would overwrite"), std::string::npos) << made.out;
    EXPECT_EQ(folder_.read(input), before);
  }
}

TEST_F(ReportCommand, ADatabaseIsNotOverwrittenByThePageOfItsPoint) {
  if (!DPS_HAS_SQLITE) {
    GTEST_SKIP() << "this build has no SQLite";
  }
  ASSERT_EQ(dps("sweep plan.txt --machine laptop --set n=2,3 -o s.db").status, 0);
  const auto made = dps("report s.db:n=2 -o s.db");
  EXPECT_EQ(made.status, 2);
  EXPECT_NE(made.out.find("would overwrite"), std::string::npos) << made.out;
  EXPECT_EQ(dps("report s.db:n=2 s.db:n=3 -o s.html").status, 0);
  EXPECT_EQ(data("s.html")["results"].size(), 2U);
}

TEST_F(ReportCommand, MistakesAreRefusedAndNothingIsWritten) {
  predict("-o a.json --trace a.trace");
  for (const auto& [arguments, error] :
       {std::pair("report a.json", "report needs -o FILE.html"),
        std::pair("report -o x.html", "needs"), std::pair("report plan.txt -o x.html", "blueprint"),
        std::pair("report a.trace -o x.html", "record FILE.dpstrace with --trace"),
        std::pair("report b.json -o x.html", "did you mean 'a.json'"),
        std::pair("report a.json a.json -o x.html", "is given twice"),
        std::pair("report a.json -o rep.txt", "-o: expected FILE.html, got 'rep.txt'"),
        std::pair("report a.json -o page", "-o: expected FILE.html, got 'page'"),
        std::pair("report a.json -o none/x.html", "none")}) {
    const auto made = dps(arguments);
    EXPECT_EQ(made.status, 2) << arguments;
    EXPECT_NE(made.out.find(error), std::string::npos) << made.out;
    EXPECT_FALSE(exists("x.html") || exists("rep.txt") || exists("page"));
  }
}

}  // namespace
}  // namespace dps
