// Parasol machines, as a user calls dps.
#include <cmath>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

using Json = nlohmann::json;

class Parasol : public support::CommandTest {
 protected:
  [[nodiscard]] std::string text(const std::string& arguments) const { return dps(arguments).out; }
  [[nodiscard]] Json json(const std::string& arguments) const {
    return Json::parse(dps(arguments).out, nullptr, false);
  }
};

TEST_F(Parasol, TheLibraryHasThePrintedFigures) {
  EXPECT_EQ(dps("machine check gcel 2>&1 >/dev/null").out, "");
  const Json values =
      json("machine eval gcel 'po(1).ia_spd' mc.maxtotalspd 'to(1).links' --format json");
  EXPECT_EQ(values["format"], "dps-values");
  EXPECT_NEAR(values["values"][0]["value"].get<double>(), 0.81, 0.0005);
  EXPECT_NEAR(values["values"][1]["value"].get<double>(), 2.145e9, 0.0005e9);
  EXPECT_EQ(values["values"][2],
            Json({{"expression", "to(1).links"}, {"type", "integer"}, {"value", 976}}));
  const Json machine = json("machine describe gcel --format json");
  EXPECT_EQ(machine["shape"], "XY 32x16");
  EXPECT_EQ(machine["host_count"], 512);
  EXPECT_EQ(machine["link_count"], 976);
  EXPECT_EQ(machine["known_timings"], Json({{"T805", 1}}));
  EXPECT_EQ(json("machine describe fwi_csys timings --format json")["timings"].size(), 150U);
  EXPECT_EQ(json("machine describe fwi_csys 'tl(1)' --format json")["links"][0]["connect"].size(),
            40U);
}

TEST_F(Parasol, ExpressionsMayBeginWithASign) {
  EXPECT_EQ(text("machine eval fwi_csys '-2 ** 2' '7 / 2' '-pt(1).dlm' 'size * 2' --define size=5"),
            "-4\n3\n-3.46e-07\n10\n");
}

TEST_F(Parasol, QuietSilencesTheWarningsOfTheFileButNotItsErrors) {
  const std::string file = R"(begin machine; id = 1; processors = 1; topologies = 1
begin processor; id = 1; begin timings; dlm = 1e-7; end timings; end processor
begin topology; id = 1; routing = "broadcast"; processors = 2; links = 1
begin procid; p[1] = 1; p[2] = 1; end procid
begin linklist; begin link; id = 1; latency = 1e-6; speed = 1e-7; connect = 2 1 2; end link; end linklist
end topology
begin express; send = tl(1)(1).latency; end express
end machine
)";
  folder_.write("v.par", file);
  folder_.write("wrong.par", "begin nothing; end nothing\n" + file);
  folder_.write("plan.txt", "C c.c work 1\nF a.f NULL c.c NULL NULL\nU a.u a.f\nP A.p 1 a.u\n");
  const std::string warning = "v.par:7:23: warning: ex.send has a value of the network";
  for (const std::string command :
       {"machine check v.par", "machine describe v.par", "machine keys v.par",
        "machine show v.par --set-machine 'pt(1).dlm=1'", "predict plan.txt --machine v.par",
        "sweep plan.txt --machine v.par"}) {
    EXPECT_NE(dps(command + " 2>&1 >/dev/null").out.find(warning), std::string::npos) << command;
    EXPECT_EQ(dps(command + " --quiet 2>&1 >/dev/null").out, "") << command;
  }
  const auto wrong = dps("machine check wrong.par --quiet 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("error: "), std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.out.find("warning: "), std::string::npos) << wrong.out;
}

TEST_F(Parasol, WrongExpressionsAreReportedWithACaret) {
  const auto wrong = dps("machine eval fwi_csys '1 + * 2' 'pt(1).ila' 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.out,
            "expression:1:5: error: expected a value, got '*'\n1 + * 2\n    ^\n"
            "expression:1:1: error: pt(1).ila is unknown: the machine file does not have it\n"
            "pt(1).ila\n^~~~~~~~~\n");
}

TEST_F(Parasol, AMessageToAllIsOneTransmission) {
  const Json routes = json("machine route fwi_csys '1,*,1000' --format json");
  const Json& route = routes["routes"][0];
  EXPECT_EQ(route["to"], "*");
  EXPECT_EQ(route["links"], Json({1}));
  EXPECT_TRUE(route["hops"].is_null());
  EXPECT_EQ(route["arrives_s"], 0.03086);
}

TEST_F(Parasol, ChangesAreWrittenToANewFile) {
  EXPECT_EQ(dps("machine show fwi_csys --set-machine 'tl(1)(*).speed*=2' -o new.par").status, 0);
  EXPECT_EQ(text("machine eval new.par 'tl(1)(1).speed'"), "1.72e-06\n");
  EXPECT_EQ(text("machine eval gcel 'to(1).links' --set-machine 'to(1).routing=2Dtorus'"),
            "1024\n");
  const auto wrong = dps("machine show fwi_csys --set-machine 'pt(1).ilm*=2' 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("did you mean 'pt(1).dlm'?"), std::string::npos) << wrong.out;
}

TEST_F(Parasol, ChoicesOfOtherKindsAreRefused) {
  folder_.write("plan.txt", "F a.f NULL NULL NULL NULL\nU a.u a.f\nP A.p 1 a.u\n");
  const auto wrong = dps("predict plan.txt --machine laptop --runtime pvm 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("--topology and --runtime go with a Parasol machine"), std::string::npos)
      << wrong.out;
  for (const std::string action : {"show", "keys", "check", "describe"}) {
    for (const std::string option : {"--topology foo", "--runtime mpi"}) {
      const auto refused = dps("machine " + action + " laptop " + option + " 2>&1");
      EXPECT_EQ(refused.status, 2) << action;
      EXPECT_NE(refused.out.find("--topology and --runtime go with a Parasol machine"),
                std::string::npos)
          << action << ": " << refused.out;
    }
  }
  EXPECT_EQ(dps("machine list --runtime mpi 2>&1").status, 2);
  for (const std::string action : {"show", "keys"}) {
    const auto without_effect = dps("machine " + action + " gcel --runtime none 2>&1");
    EXPECT_EQ(without_effect.status, 2) << action;
    EXPECT_NE(without_effect.out.find("'dps machine " + action + "' prints all topologies"),
              std::string::npos)
        << without_effect.out;
  }
  EXPECT_EQ(dps("predict plan.txt --machine gcel --mode max 2>&1").status, 2);
  EXPECT_EQ(dps("predict plan.txt --machine gcel --topology 'to(2)' 2>&1").status, 2);
}

TEST_F(Parasol, WhatIfAsksAboutLinksAndGroups) {
  folder_.write("plan.txt",
                "I in.i 1 R.m\nC work.c work 1000000\nO out.o B.p -t R.m -b 1000000\n"
                "F send.f NULL work.c out.o NULL\nF got.f in.i NULL NULL NULL\nU a.u send.f\n"
                "U b.u got.f\nP A.p 1 a.u\nP B.p 1 b.u\n");
  const auto all = dps("predict plan.txt --machine fwi_csys --what-if all 2>&1");
  EXPECT_EQ(all.status, 0) << all.out;
  EXPECT_NE(all.out.find("tl(1)(*).speed"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("pt(1).@arithmetic"), std::string::npos) << all.out;
  EXPECT_EQ(all.out.find("pt(1).@local"), std::string::npos) << all.out;
  const auto sweep =
      dps("sweep plan.txt --machine fwi_csys --set-machine 'tl(1)(*).latency=1ms,2ms' 2>&1");
  EXPECT_EQ(sweep.status, 0) << sweep.out;
}

TEST_F(Parasol, ARunThatWouldEndDuringTheSetUpIsRefused) {
  folder_.write("plan.txt", "F f NULL NULL NULL NULL\nU u f\nP A.p 1 u\n");
  const std::string predict = "predict plan.txt --machine gcel --set-machine 'to(1).setup=1' ";
  const auto short_run = dps(predict + "--for 100ms 2>&1");
  EXPECT_EQ(short_run.status, 2);
  EXPECT_NE(short_run.out.find("the run is to end after 100 ms, but the set-up of the machine "
                               "takes 1 s, and no process begins before"),
            std::string::npos)
      << short_run.out;
  EXPECT_EQ(json(predict + "--for 1s --format json")["runs"][0]["processes"][0]["real_s"], 0);
}

constexpr const char* kOneType = R"(begin machine; id = 1; name = "here"
begin processor; id = 1; name = "any"
  begin timings; ila = 1.0e-6; end timings
  begin cache; size = 100; smallloopspeedup = 2.0; end cache
end processor
begin topology; id = 1; routing = "broadcast"; processors = 1; begin procid; p[1] = 1; end procid; end topology
end machine
)";

TEST_F(Parasol, RunsUseTheCpuTimeOfSums) {
  folder_.write("ops.txt",
                "C Loop.c ops 2e5*ila loop 40\nF f NULL Loop.c NULL NULL\nU u f\nP A.p 1 u\n");
  folder_.write("here.par", kOneType);
  EXPECT_EQ(json("predict ops.txt --machine here.par --format json")["runs"][0]["makespan_s"], 0.1);
  const Json run = json("run ops.txt --timings here.par --format json");
  EXPECT_GE(run["runs"][0]["processes"][0]["cpu_s"].get<double>(), 0.1) << run;
  EXPECT_LT(run["runs"][0]["processes"][0]["cpu_s"].get<double>(), 0.2);
}

TEST_F(Parasol, NothingStartsWithoutTheTimesOfSums) {
  folder_.write("ops.txt", "C Loop.c ops ila+goto\nF f NULL Loop.c NULL NULL\nU u f\nP A.p 1 u\n");
  folder_.write("here.par", kOneType);
  folder_.write("wrong.par", "begin machine\nid = x\nend machine\n");
  const auto without = dps("run ops.txt 2>&1");
  EXPECT_EQ(without.status, 2);
  EXPECT_EQ(without.out,
            "dps: error: 'Loop.c' counts operations (ops): a run needs their times, --timings "
            "FILE; 'dps calibrate --operations -o FILE' measures them\n");
  const auto lacking = dps("run ops.txt --timings here.par 2>&1 >/dev/null");
  EXPECT_EQ(lacking.status, 2);
  EXPECT_NE(lacking.out.find("the timings of processor type 'any' do not have goto, which "
                             "computation 'Loop.c' needs"),
            std::string::npos)
      << lacking.out;
  // No host is contacted.
  EXPECT_EQ(dps("run ops.txt --timings here.par --hosts no-such-host 2>&1").out, lacking.out);
  EXPECT_EQ(dps("run ops.txt --timings wrong.par 2>/dev/null").status, 2);
  EXPECT_EQ(dps("run ops.txt --timings none.par 2>/dev/null").status, 2);
}

TEST_F(Parasol, PartsHaveHeadings) {
  for (const auto& [part, heading] : std::vector<std::pair<std::string, std::string>>{
           {"timings", "processor  name     mean (s)  deviation (s)  meaning"},
           {"processors", "processor  name  timings  cache  per word (s)  small loops"},
           {"topologies", "topology  name  routing   processors  links  set-up (s)"},
           {"links", "link  processors  latency (s)  per byte (s)"},
           {"routes", "topology  name  routing   processors  links  set-up (s)"}}) {
    const std::string printed = text("machine describe gcel " + part);
    EXPECT_EQ(printed.substr(0, printed.find('\n')), heading) << part;
  }
  const std::string formulas = text("machine describe gcel formulas");
  EXPECT_TRUE(std::regex_search(formulas, std::regex("^name +formula +value\n"))) << formulas;
}

TEST_F(Parasol, APartThatTheMachineLacksIsNotSuggested) {
  const auto lacking = dps("machine describe gcel 'vt(1)' 2>&1");
  EXPECT_EQ(lacking.status, 2);
  EXPECT_EQ(lacking.out,
            "dps: error: this machine has no part 'vt(1)'; its parts are processors, timings, "
            "topologies, links, routes, formulas, pr(1), pt(1), to(1), tl(1); did you mean "
            "'pt(1)'?\n");
}

TEST_F(Parasol, CheckPrintsEveryMistake) {
  std::string text = "begin machine; id = 1\n";
  for (int i = 0; i < 30; ++i) {
    text += "wrong = 1\n";
  }
  folder_.write("many.par", text + "end machine\n");
  const auto checked = dps("machine check many.par 2>&1");
  EXPECT_EQ(checked.status, 2);
  EXPECT_NE(checked.out.find("many.par:31:1: error:"), std::string::npos) << checked.out;
  EXPECT_EQ(checked.out.find("more error"), std::string::npos) << checked.out;
  EXPECT_NE(dps("machine describe many.par 2>&1").out.find("... and 10 more errors"),
            std::string::npos);
}

TEST_F(Parasol, TextsCountInTheSingularAndThePlural) {
  const std::string one = text("machine check fwi_csys");
  EXPECT_NE(one.find("broadcast, 40 processors, 1 link, set-up 0 s\n"), std::string::npos) << one;
  const std::string many = text("machine check gcel");
  EXPECT_NE(many.find("512 processors, 976 links, set-up 0 s\n"), std::string::npos) << many;
  const std::string route = text("machine route fwi_csys 1,2,1");
  EXPECT_NE(route.find("p1 -> p2  1 byte over 1 link: 1\n"), std::string::npos) << route;
}

TEST_F(Parasol, OperationsOfThisHostAreMeasured) {
  const auto measured =
      dps("calibrate --operations --language c --quick --quiet --only goto,ild -o here.par");
  ASSERT_EQ(measured.status, 0) << measured.out;
  EXPECT_EQ(folder_.read("here.par").find("begin machine") == std::string::npos, false);
  EXPECT_EQ(dps("machine check here.par 2>&1 >/dev/null").out, "");
  const Json values = json("machine eval here.par 'pt(1).ild' --format json");
  EXPECT_GT(values["values"][0]["value"].get<double>(), 0) << measured.out;
  EXPECT_EQ(json("machine describe here.par --format json")["known_timings"].size(), 1U);
}

TEST_F(Parasol, AMissingCompilerIsNamedWithItsPackage) {
  const auto missing =
      support::run_shell("FC=/none CC=/none '" DPS_PROGRAM "' calibrate --operations 2>&1");
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.out,
            "dps: error: there is no Fortran compiler '/none'; install the package gfortran, or "
            "name one in FC\n");
}

TEST_F(Parasol, OptionsOfOtherMeasurementsAreRefused) {
  const auto expect_refused = [&](const std::string& options, const std::string& error) {
    const auto refused = dps("calibrate " + options + " 2>&1");
    EXPECT_EQ(refused.status, 2) << options;
    EXPECT_TRUE(refused.out.starts_with("dps: error: " + error)) << options << refused.out;
  };
  for (const std::string option :
       {"--hosts x", "--launcher mpi", "--wait spin", "--as architecture", "--as native",
        "--raw dir", "--components ops.txt"}) {
    const std::string name = option.substr(0, option.find(' '));
    expect_refused("--operations " + option, name + " does not go with --operations");
  }
  for (const char* options : {"--only dlmm", "--as parasol --only dlmm"}) {
    expect_refused(std::string("--operations ") + options,
                   "--only: 'dlmm' is neither an operation nor a group; did you mean 'dlm'?");
  }
  for (const char* option : {"--language c", "--only dlm", "--dependent"}) {
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    expect_refused(option, name + " goes with --operations");
  }
  expect_refused("--as parasol --only dlm", "--only goes with --operations");
  expect_refused("--as parasol --components ops.txt",
                 "--as parasol does not go with --components, which makes no machine file");
  expect_refused("--as native --components ops.txt",
                 "--as native does not go with --components, which makes no machine file");
  expect_refused("--operations --as parasol --components ops.txt",
                 "--components does not go with --operations");
  expect_refused("--as pvm", "--as: expected native, architecture or parasol, got 'pvm'");
}

}  // namespace
}  // namespace dps
