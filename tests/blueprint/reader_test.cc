#include "blueprint/reading/reader.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

using Strings = std::vector<std::string>;

/// The evaluated lines of a process as text, without positions in tables.
class Description {
 public:
  explicit Description(const Program& program) : program_(program) {}

  [[nodiscard]] std::string process(std::uint32_t id) const {
    std::string out;
    for (const std::uint32_t unit : program_.units_of(program_.plan(ProcessId{id}))) {
      out += describe(program_.units[unit]);
    }
    return out;
  }

 private:
  [[nodiscard]] std::string describe(const Unit& unit) const {
    std::string out = program_.tag(unit.definition) + (unit.early ? " early" : "") + ":";
    for (const std::uint32_t each : program_.functionalities_of(unit)) {
      out += " " + describe(program_.functionalities[each]);
    }
    return out + "\n";
  }

  [[nodiscard]] std::string describe(const Functionality& functionality) const {
    std::string out = program_.tag(functionality.definition) + "(";
    if (functionality.collection == kNone) {
      out += "NULL";
    } else {
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        out += std::to_string(pair.count) + program_.mtag(pair.mid) + ";";
      }
    }
    for (const std::uint32_t each : program_.computations_of(functionality)) {
      out += " " + describe(program_.computations[each]);
    }
    for (const std::uint32_t each : program_.outputs_of(functionality)) {
      out += " " + describe(program_.outputs[each]);
    }
    for (const NextLeg& leg : program_.nexts_of(functionality)) {
      out += leg.target == kNextSame       ? " SAME"
             : leg.target == kNextComplete ? " NULL"
                                           : " #" + std::to_string(leg.target);
      out += leg.firings == 1 ? "" : "*" + std::to_string(leg.firings);
    }
    return out + ")";
  }

  [[nodiscard]] std::string describe(const Computation& computation) const {
    static const Strings kKinds{"sleep", "busywait", "compute", "work", "call", "exec"};
    std::string out = kKinds[static_cast<std::size_t>(computation.kind)];
    const auto words = program_.words_of(computation);
    out += words.empty() ? "=" + number(computation.amount) : "";
    for (const std::string& word : words) {
      out += "," + word;
    }
    return out + (computation.cost ? "!" + number(*computation.cost) : "");
  }

  [[nodiscard]] std::string describe(const Output& output) const {
    std::string out = std::to_string(output.copies) + "x" + program_.mtag(output.mid) + "/" +
                      std::to_string(output.bytes) + "->";
    for (const Receivers& each : program_.receivers_of(output)) {
      out += each.is_ack() ? "ACK+" : "";
      for (std::uint32_t i = 0; i < each.count; ++i) {
        out += std::to_string(index(each.first) + i * each.step) + "+";
      }
    }
    out += output.packed ? "" : " unpacked";
    out += output.xdr ? "" : " copied";
    out += output.others ? " others" : "";
    out += output.route == MessageRoute::kDirect   ? " TCP"
           : output.route == MessageRoute::kDaemon ? " Pvmd"
                                                   : "";
    return out + (output.delay ? " after" + number(*output.delay) : "");
  }

  static std::string number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
  }

  const Program& program_;
};

std::string process(std::string_view text, std::uint32_t id = 0) {
  const Program program = program_of(text);
  return program.plan_of.empty() ? "" : Description(program).process(id);
}

/// The collection of process `id` of four from an I line with these pairs.
std::string input(std::string_view pairs, std::uint32_t id = 0) {
  return process("P A.p 4 a.u\nU a.u a.f\nF a.f a.i NULL NULL NULL\nI a.i " + std::string(pairs),
                 id);
}
std::string computation(std::string_view rest) {
  return process("P A.p 1 a.u\nU a.u a.f\nF a.f NULL a.c NULL NULL\nC a.c " + std::string(rest));
}
std::string output(std::string_view rest, std::uint32_t id = 0) {
  return process(
      "P A.p 4 a.u\nP Bee.p 12 b.u\nU b.u b.f\nF b.f NULL NULL NULL NULL\nU a.u a.f\n"
      "F a.f a.i NULL a.o NULL\nI a.i 1 0\nO a.o " +
          std::string(rest),
      id);
}

TEST(Input, CountsItsMessages) {
  EXPECT_EQ(input("2 a.m"), "a.u: a.f(2a.m; NULL)\n");
  EXPECT_EQ(input("2 a.m 1e3 b.m"), "a.u: a.f(2a.m;1000b.m; NULL)\n");
}

TEST(Input, ACountOfZeroFromBracesLeavesItsPairOut) {
  EXPECT_EQ(input("{self} a.m 1 b.m", 0), "a.u: a.f(1b.m; NULL)\n");
  EXPECT_EQ(input("{self} a.m 1 b.m", 3), "a.u: a.f(3a.m;1b.m; NULL)\n");
  EXPECT_EQ(input("{0} a.m"), "a.u: a.f( NULL)\n");
}

TEST(Input, TakesTagsFromBraces) {
  EXPECT_EQ(input("1 Row{self}.m", 2), "a.u: a.f(1Row2.m; NULL)\n");
  EXPECT_EQ(input("1 {self==2 ? x.m : y.m}", 2), "a.u: a.f(1x.m; NULL)\n");
}

TEST(Computation, ReadsItsKinds) {
  EXPECT_EQ(computation("sleep 0.5"), "a.u: a.f(NULL sleep=0.5 NULL)\n");
  EXPECT_EQ(computation("busywait 20ms"), "a.u: a.f(NULL busywait=0.02 NULL)\n");
  EXPECT_EQ(computation("compute 2min"), "a.u: a.f(NULL compute=120. NULL)\n");
  EXPECT_EQ(computation("work 1e6"), "a.u: a.f(NULL work=1000000. NULL)\n");
  EXPECT_EQ(computation("call f"), "a.u: a.f(NULL call,f NULL)\n");
  EXPECT_EQ(computation("exec ls -l \"a b\" {1+1}"), "a.u: a.f(NULL exec,ls,-l,a b,2 NULL)\n");
}

TEST(Computation, TheLastTwoFieldsMayBeACost) {
  EXPECT_EQ(computation("call f cost 3ms"), "a.u: a.f(NULL call,f!0.003 NULL)\n");
  EXPECT_EQ(computation("call f x cost {1/2}"), "a.u: a.f(NULL call,f,x!0.5 NULL)\n");
  EXPECT_EQ(computation("work 10 cost 1"), "a.u: a.f(NULL work=10.!1. NULL)\n");
  EXPECT_EQ(computation("call f \"cost\" 3"), "a.u: a.f(NULL call,f,cost,3 NULL)\n");
  EXPECT_EQ(computation("call f cost x"), "a.u: a.f(NULL call,f,cost,x NULL)\n");
  EXPECT_EQ(computation("call cost 3"), "a.u: a.f(NULL call,cost,3 NULL)\n");
}

TEST(Output, HasThePapersDefaults) {
  EXPECT_EQ(output("A.p[1]"), "a.u: a.f(10; 1x0/0->1+ NULL)\n");
}

TEST(Output, ReadsItsFlagsAndTheirSynonyms) {
  EXPECT_EQ(output("A.p[1] -t x.m -b 8 -n 3 -p off -e off -X TCP"),
            "a.u: a.f(10; 3xx.m/8->1+ unpacked copied TCP NULL)\n");
  EXPECT_EQ(output("A.p[1] -m x.m -s 8 -p on -e on -X Pvmd -others"),
            "a.u: a.f(10; 1xx.m/8->1+ others Pvmd NULL)\n");
  EXPECT_EQ(output("A.p[{self}] -d 5ms"), "a.u: a.f(10; 1x0/0->0+ after0.005 NULL)\n");
}

TEST(Output, NamesReceiversInTheOrderOfTheListEachOnce) {
  EXPECT_EQ(output("Bee.p[1,A.p"), "a.u: a.f(10; 1x0/0->5+14+15+0+1+2+3+ NULL)\n");
  EXPECT_EQ(output("A.p[2],A.p,ACK,A.p[3]"), "a.u: a.f(10; 1x0/0->2+0+1+3+ACK+ NULL)\n");
  EXPECT_EQ(output("A.p[0..3:2]"), "a.u: a.f(10; 1x0/0->0+2+ NULL)\n");
  EXPECT_EQ(output("A.p[{min(self+1,3)}..{count-1}]", 1), "a.u: a.f(10; 1x0/0->2+3+ NULL)\n");
}

TEST(Output, MayHaveNoReceiverIfItSendsNothing) {
  EXPECT_EQ(output("Nobody.p -n 0"), "a.u: a.f(10; 0x0/0-> NULL)\n");
  EXPECT_EQ(output("A.p[{self-1}],Nobody.p[{1/self}] -n {0*self}", 0).substr(0, 22),
            "a.u: a.f(10; 0x0/0-> N");
}

TEST(Functionality, NamesItsPartsInOrder) {
  EXPECT_EQ(process("P A.p 1 a.u b.u\nU a.u a.f\nU b.u b.f\nF a.f NULL y.c,x.c o.o,o.o b.u\n"
                    "F b.f NULL NULL NULL NULL\nC x.c sleep 1\nC y.c sleep 2\nO o.o A.p"),
            "a.u: a.f(NULL sleep=2. sleep=1. 1x0/0->0+ 1x0/0->0+ #1)\nb.u: b.f(NULL NULL)\n");
}

TEST(Functionality, MayRestartTheUnitAfterSomeFirings) {
  const auto next = [](const std::string& text) {
    return process(
        "P A.p 1 a.u b.u\nU a.u a.f\nU b.u b.f\nI i.i 1 0\nF b.f i.i NULL NULL NULL\n"
        "F a.f i.i NULL NULL " +
        text);
  };
  EXPECT_EQ(next("SAME*3,b.u"), "a.u: a.f(10; SAME*3 #1)\nb.u: b.f(10; NULL)\n");
  EXPECT_EQ(next("b.u*1,NULL"), "a.u: a.f(10; #1 NULL)\nb.u: b.f(10; NULL)\n");
  EXPECT_EQ(next("{self==0 ? b.u : a.u}*{2^3},SAME"),
            "a.u: a.f(10; #1*8 SAME)\nb.u: b.f(10; NULL)\n");
}

TEST(Unit, MayBeEarly) {
  EXPECT_EQ(process("P A.p 1 a.u\nU a.u -early a.f\nF a.f NULL NULL NULL NULL"),
            "a.u early: a.f(NULL NULL)\n");
}

TEST(Processes, AreNumberedInTheOrderOfTheirLines) {
  const Program program =
      program_of("U a.u a.f\nP B.p 2 a.u\nF a.f NULL NULL NULL NULL\nP A.p {1+2} -server a.u");
  EXPECT_EQ(program.process_count(), 5U);
  EXPECT_EQ(program.process_name(ProcessId{1}), "B.p[1]");
  EXPECT_EQ(program.process_name(ProcessId{2}), "A.p[0]");
  EXPECT_FALSE(program.is_server(ProcessId{1}));
  EXPECT_TRUE(program.is_server(ProcessId{4}));
}

TEST(EvaluatedLines, AreStoredOnceIfTheyAreEqual) {
  const Program same = program_of("P A.p 1000 a.u\nU a.u a.f\nF a.f NULL NULL a.o NULL\nO a.o A.p");
  EXPECT_EQ(same.plans.size(), 1U);
  EXPECT_EQ(same.outputs.size(), 1U);
  const Program two = program_of(
      "P A.p 1000 a.u\nU a.u a.f\nF a.f NULL NULL a.o NULL\nO a.o A.p -b {self==0 ? 1 : 2}");
  EXPECT_EQ(two.plans.size(), 2U);
  EXPECT_EQ(two.outputs.size(), 2U);
  EXPECT_EQ(two.plan_of[1], two.plan_of[999]);
}

TEST(EvaluatedLines, AreThoseOfEachGroup) {
  const std::string text =
      "P A.p 2 a.u\nP B.p 3 b.u a.u\nU a.u a.f\nU b.u b.f\nF a.f NULL NULL a.o NULL\n"
      "F b.f NULL NULL NULL a.u\nO a.o A.p -b {count}";
  EXPECT_EQ(process(text, 0), "a.u: a.f(NULL 1x0/2->0+1+ NULL)\n");
  EXPECT_EQ(process(text, 2), "b.u: b.f(NULL #1)\na.u: a.f(NULL 1x0/3->0+1+ NULL)\n");
}

TEST(EvaluatedLines, MaySelectTagsByProcess) {
  const std::string text =
      "P A.p 2 {n > 1 ? a.u : b.u}\nV n 2\nU a.u {self==0 ? x.f : y.f}\n"
      "F x.f NULL {self==0 ? c0.c : nowhere.c} NULL NULL\nF y.f NULL C{self}.c NULL NULL\n"
      "C c0.c sleep 0\nC C1.c sleep 1";
  EXPECT_EQ(process(text, 0), "a.u: x.f(NULL sleep=0. NULL)\n");
  EXPECT_EQ(process(text, 1), "a.u: y.f(NULL sleep=1. NULL)\n");
}

TEST(MessageTypes, AreNumberedAsTheyAreMentioned) {
  const Program program = program_of(
      "I x.i 1 b.m 1 a.m\nO y.o A.p -t c.m\nO z.o A.p\nP A.p 1 a.u\nU a.u a.f\n"
      "F a.f x.i NULL y.o,z.o NULL\nI w.i 1 c.m 1 Late{2}.m");
  Strings mtags;
  for (const MessageType& type : program.message_types) {
    mtags.push_back(type.mtag);
  }
  EXPECT_EQ(mtags, (Strings{"b.m", "a.m", "c.m", "0", "Late2.m"}));
  EXPECT_EQ(program.message_types[2].sent_at, (Span{2, 14, 3}));
  EXPECT_EQ(program.message_types[2].awaited_at, (Span{7, 9, 3}));
  EXPECT_EQ(program.message_types[0].sent_at.line, 0U);
  EXPECT_EQ(program.message_types[3].sent_at, (Span{3, 3, 3}));
}

TEST(Definitions, KnowIfAnotherLineNamesThem) {
  const Program program = program_of(
      "I a.i 1 a.m\nI b.i 1 b.m\nP A.p 1 a.u\nU a.u a.f\nF a.f a.i NULL NULL NULL\n"
      "U never.u {self ? x.f : b.f}\nF b.f {self ? a.i : b.i} NULL NULL NULL\nF x.f NULL NULL NULL "
      "NULL");
  Strings unmentioned;
  for (const Definition& each : program.definitions) {
    if (!each.mentioned) {
      unmentioned.push_back(each.tag);
    }
  }
  EXPECT_EQ(unmentioned, (Strings{"A.p", "never.u"}));
}

std::string terrain(std::string_view lines) {
  const Program program = program_of(
      "P A.p 3 a.u\nP B.p 1 a.u\nU a.u a.f\n"
      "F a.f NULL NULL NULL NULL\n" +
      std::string(lines));
  static const Strings kVariables{"NAME", "TYPE", "SPEED", "CORES", "MEMORY"};
  static const Strings kSigns{"=", "!=", "<", ">", "<=", ">="};
  std::string out;
  for (const LogicalHost& host : program.logical_hosts) {
    out += host.htag + ":";
    for (const Constraint& each : host.constraints) {
      out += " " + kVariables[static_cast<std::size_t>(each.variable)] +
             kSigns[static_cast<std::size_t>(each.comparison)] +
             (each.text.empty() ? std::to_string(each.number) : each.text);
    }
    out += "; ";
  }
  for (const std::uint32_t host : program.logical_host_of) {
    out += host == kNone ? "-" : std::to_string(host);
  }
  return out;
}

TEST(Terrain, PlacesProcesses) {
  EXPECT_EQ(terrain(""), "");
  EXPECT_EQ(terrain("T A.p[1] X\nT B.p Y"), "X:; Y:; -0-1");
  EXPECT_EQ(terrain("T A.p X"), "X:; 000-");
}

TEST(Terrain, ConstraintsOfOneHostAddUp) {
  EXPECT_EQ(terrain("T A.p[0] X TYPE = sun SPEED >= 1e3\nT A.p[1] X MEMORY > 16G CORES != 2\n"
                    "T A.p[0] X NAME = n.1"),
            "X: TYPE=sun SPEED>=1000 MEMORY>17179869184 CORES!=2 NAME=n.1; 00--");
}

TEST(Terrain, IsReadForEachProcessThatALineNames) {
  EXPECT_EQ(terrain("T A.p H{self} TYPE = {self==0 ? SGI : HP} CORES >= {count}"),
            "H0: TYPE=SGI CORES>=3; H1: TYPE=HP CORES>=3; H2: TYPE=HP CORES>=3; 012-");
  EXPECT_EQ(terrain("T A.p {self==0 ? X : Y} SPEED > 5"), "X: SPEED>5; Y: SPEED>5; 011-");
}

TEST(Terrain, ALineForOneProcessReplacesTheLinesForAllClones) {
  EXPECT_EQ(terrain("T A.p X\nT A.p[1] Y"), "X:; Y:; 010-");
  EXPECT_EQ(terrain("T A.p[1] Y\nT A.p X"), "Y:; X:; 101-");
  EXPECT_EQ(terrain("T A.p H{self} SPEED > {self+1}\nT A.p[2] Y"),
            "H0: SPEED>1; H1: SPEED>2; Y:; 012-");
  EXPECT_EQ(terrain("T B.p X TYPE = SUN\nT B.p[0] Y"), "Y:; ---0") << "no process is left on X";
  EXPECT_EQ(diagnostics_of("P A.p 2 a.u\nU a.u a.f\nF a.f NULL NULL NULL NULL\nT A.p X\nT A.p Y\n"),
            (Strings{"5:7: error: 'A.p[0]' has two htags, 'X' and 'Y'"}));
}

TEST(Terrain, AllMistakesOfALineAreReported) {
  EXPECT_EQ(diagnostics_of(with("T Nobody.p X TPYE = SGI SPEED ~ 5 CORES > x SPEED>=3 MEMORY < y "
                                "NAME < n TYPE")),
            (Strings{"7:3: error: 'Nobody.p' names no process",
                     "7:14: error: unknown host variable 'TPYE'; did you mean 'TYPE'?",
                     "7:31: error: unknown operator '~'; expected =, !=, <, >, <= or >=",
                     "7:43: error: CORES must be a whole number, got 'x'",
                     "7:45: error: separate variable, operator and value by blanks; write 'SPEED "
                     ">= 3'",
                     "7:63: error: MEMORY must be a whole number of bytes, or of M, G or T, got "
                     "'y'; as in 16G",
                     "7:70: error: NAME has no order; compare it with = or !=",
                     "7:74: error: TYPE requires an operator and a value, as in 'TYPE = x'"}));
}

TEST(Groups, WithoutAUnitCompleteAtOnce) {
  const std::string text =
      "P Idle 2\nP A.p 1 a.u\nP Rest 1 -server\nU a.u a.f\nF a.f NULL NULL NULL NULL\n";
  EXPECT_EQ(diagnostics_of(text),
            (Strings{"1:1: warning: a process without a unit completes at once and does nothing",
                     "3:1: warning: a process without a unit completes at once and does nothing"}));
  const Program program = program_of(text);
  const auto units = program.units_of(program.plan(ProcessId{1}));
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(program.tag(program.units[units[0]].definition), "(none)");
  EXPECT_EQ(program.plan_of[0], program.plan_of[3]);
}

TEST(Computations, AWarningForWordsThatOnlyAShellInterprets) {
  EXPECT_EQ(diagnostics_of(with(
                "C x.c exec echo a b > zz.txt\nF x.f NULL x.c NULL NULL\nU x.u x.f\nP X.p 1 x.u")),
            (Strings{"7:21: warning: exec uses no shell, so '>' is passed to the program as an "
                     "argument; a shell interprets it in: exec sh -c \"echo a b > zz.txt\""}));
  EXPECT_EQ(diagnostics_of(with("C x.c exec sh -c \"echo a > b\" \">\" a>b 2*3\n"
                                "F x.f NULL x.c NULL NULL\nU x.u x.f\nP X.p 1 x.u")),
            Strings{});
}

TEST(EndlessCycles, AreFoundThroughUnitsThatTakeNoMessage) {
  const auto mistakes = [](const std::string& functionalities) {
    return diagnostics_of(
        "P A.p 1 a.u b.u c.u\nU a.u a.f w.f\nU b.u b.f\nU c.u c.f w.f\nI w.i 1 0\n"
        "O o.o A.p\nF w.f w.i NULL o.o NULL\n" +
        functionalities);
  };
  const std::string b_and_c = "F b.f NULL NULL NULL a.u\nF c.f NULL NULL NULL SAME\n";
  EXPECT_EQ(mistakes(b_and_c + "F a.f NULL NULL NULL b.u"),
            Strings{"10:22: error: units follow each other forever without taking a message: "
                    "'a.u' -> 'b.u' -> 'a.u'"});
  EXPECT_EQ(mistakes(b_and_c + "F a.f NULL NULL NULL b.u*3,c.u"), Strings{});
  EXPECT_EQ(mistakes(b_and_c + "F a.f NULL NULL NULL SAME"), Strings{});
  EXPECT_EQ(mistakes(b_and_c + "F a.f NULL NULL NULL NULL"), Strings{});
  EXPECT_EQ(mistakes(b_and_c + "F a.f w.i NULL NULL b.u"), Strings{});
}

TEST(Diagnostics, NameTheFirstProcessAndCountTheOthers) {
  EXPECT_EQ(diagnostics_of("P A.p 1000 a.u\nU a.u a.f\nF a.f NULL NULL a.o NULL\n"
                           "O a.o A.p[{self*2}]"),
            Strings{"4:7: error: for A.p[500] and 499 other processes: 'A.p[1000]' names no "
                    "process; 'A.p' has 1,000 clones, 0 to 999"});
}

TEST(Diagnostics, LookOnlyAtLinesThatAreReached) {
  EXPECT_EQ(diagnostics_of("P A.p 2 a.u\nP B.p 2 b.u\nU a.u a.f\nU b.u b.f\n"
                           "F a.f NULL NULL a.o NULL\nF b.f NULL NULL NULL NULL\n"
                           "O a.o B.p[{count - self - 1}] -b {8/(2-self)}"),
            Strings{});
}

TEST(Diagnostics, ABrokenLineDoesNotMakeItsTagUnknown) {
  EXPECT_EQ(
      diagnostics_of("P A.p 1 a.u\nU a.u a.f b.f\nF a.f NULL c.c o.o NULL\nF b.f i.i NULL NULL "
                     "SAME\nC c.c sleep x\nO o.o A.p -n x\nI i.i \"1"),
      (Strings{"5:13: error: a time must be written like 0.5 (seconds) or 20ms, got 'x'",
               "6:14: error: -n must be a whole number, got 'x'",
               "7:7: error: the quote is not closed on its line"}));
}

TEST(Diagnostics, ABrokenPLineDoesNotMakeItsProcessesUnknown) {
  EXPECT_EQ(diagnostics_of("P A.p 1 a.u\nP B.p x a.u\nU a.u a.f\nF a.f NULL NULL o.o NULL\n"
                           "O o.o B.p[7],B -d 1\nT B.p[9] X"),
            Strings{"2:7: error: N must be a whole number, got 'x'"});
}

TEST(Diagnostics, AllMistakesOfALineAreReported) {
  EXPECT_EQ(diagnostics_of(with("F x.f no.i no.c,no2.c no.o no.u")),
            (Strings{"7:7: error: unknown itag 'no.i'", "7:12: error: unknown ctag 'no.c'",
                     "7:17: error: unknown ctag 'no2.c'", "7:23: error: unknown otag 'no.o'",
                     "7:28: error: unknown futag 'no.u'"}));
}

TEST(Diagnostics, UnreachedLinesAreCheckedUnlessTheyUseSelf) {
  EXPECT_EQ(
      diagnostics_of(with("F x.f NULL NULL ack.o NULL\nO ack.o ACK\nU x.u x.f y.f\n"
                          "O bad.o Nobody.p\nO self.o Nobody.p[{self}]\n")),
      (Strings{"7:7: error: otag 'ack.o' sends to ACK, the sender of the message that completed "
               "the collection; with itag NULL there is none",
               "9:11: error: unknown ftag 'y.f'; did you mean 'x.f'?",
               "10:9: error: 'Nobody.p' names no process"}));
}

TEST(Diagnostics, ReservedWordsAreWrittenWithoutQuotes) {
  EXPECT_EQ(diagnostics_of(with("F x.f \"NULL\" NULL NULL \"SAME\"\nU x.u x.f")),
            (Strings{"7:8: error: 'NULL' is reserved and cannot be an itag",
                     "7:25: error: 'SAME' is reserved and cannot be a futag"}));
}

TEST(Figures, OfThePaperAreReadAsPrinted) {
  const std::string one = R"(
I Mats.i    2    Mat.m
I Rslt.i    1    RsltMat.m
I DoneM.i   4    RsltMat.m
C Mult.c    call    mult_routine
C Read.c    exec    read_mats
C Add.c     busywait 1.5
C Print.c   exec    print_matrix
O SndRslt.o Master.p -t RsltMat.m -n 1 -b 400
O SndMats.o Worker.p -t Mat.m    -n 2 -b 400
F fw1.f Mats.i    Mult.c    SndRslt.o NULL
F fm1.f NULL      Read.c    SndMats.o SAME
F fm2.f Rslt.i    Add.c     NULL      SAME
F fm3.f DoneM.i   Print.c   NULL      NULL
U worker.fu fw1.f
U master.fu fm1.f fm2.f fm3.f
P Worker.p 4    worker.fu
P Master.p 1    master.fu
T Master.p[0] A    TYPE = SGI SPEED >= 1000
T Worker.p[0] B    NAME = htsum2
T Worker.p[1] C    TYPE = SGI
T Worker.p[2] D    TYPE != IBM TYPE != SGI
T Worker.p[3] C    NAME = htsgi3
)";
  EXPECT_EQ(diagnostics_of(one), Strings{});
  EXPECT_EQ(process(one, 2),
            "worker.fu: fw1.f(2Mat.m; call,mult_routine 1xRsltMat.m/400->4+ NULL)\n");
  EXPECT_EQ(process(one, 4),
            "master.fu: fm1.f(NULL exec,read_mats 2xMat.m/400->0+1+2+3+ SAME) "
            "fm2.f(1RsltMat.m; busywait=1.5 SAME) fm3.f(4RsltMat.m; exec,print_matrix NULL)\n");
  const std::string two = R"(# Blueprint for MatrixMultiply2
I GetMats.i      2  Mat.m
I GetRowCol.i    1  Pair.m
I GetVal.i        1  Val.m
I DoneM.i        104 Val.m
I DoneW.i         1  Halt.m
C Read.c         exec  read_mats
C Mult.c         call  mult_vectors
C Assign.c       sleep 0
C Print.c        exec  print_matrix
O RtrnVal.o     ACK      -t Val.m -n 1 -b 12
O SndRowCol.o   ACK      -t Pair.m -n 1 -b 8
O SndMats.o     Worker.p -t Mat.m -n 2 -b 400
O HaltWkrs.o    Worker.p -t Halt.m -n 1
F wf1.f GetMats.i  NULL          RtrnVal.o  SAME
F wf2.f GetRowCol.i Mult.c        RtrnVal.o  SAME
F wf3.f DoneW.i    NULL          NULL        NULL
F mf1.f NULL       Read.c         SndMats.o  SAME
F mf2.f GetVal.i   Assign.c       SndRowCol.o SAME
F mf3.f DoneM.i    Print.c         HaltWkrs.o NULL
U worker.fu wf1.f wf2.f wf3.f
U master.fu mf1.f mf2.f mf3.f
P Worker.p 4 worker.fu
P Master.p 1 master.fu
T Master.p[0] A  NAME = htsgi1
T Worker.p[0] B  TYPE = HP
T Worker.p[1] C  TYPE = SUN
T Worker.p[2] D  TYPE = IBM
T Worker.p[3] E  TYPE = DEC
)";
  EXPECT_EQ(diagnostics_of(two), Strings{});
  EXPECT_EQ(process(two, 4),
            "master.fu: mf1.f(NULL exec,read_mats 2xMat.m/400->0+1+2+3+ SAME) "
            "mf2.f(1Val.m; sleep=0. 1xPair.m/8->ACK+ SAME) "
            "mf3.f(104Val.m; exec,print_matrix 1xHalt.m/0->0+1+2+3+ NULL)\n");
}

}  // namespace
}  // namespace dps::blueprint
