// `step` and `to`. Source: docs/language.md, "One line for many firings", "… for many receivers".
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/codec.h"
#include "blueprint/engine/engine.h"
#include "blueprint/operations_text.h"
#include "blueprint/slice.h"
#include "reading.h"

namespace dps::blueprint {
namespace {

using Strings = std::vector<std::string>;

/// The actions of process 0 in its first `firings` firings: "c 2" for a computation, "B.p[1] 8" for
/// a message, "d 3" for a timer after 3 s.
Strings step_actions(const Program& program, int firings) {
  Strings out;
  engine::Engine engine(program, ProcessId{0});
  while (firings > 0) {
    const engine::Step step = engine.next();
    if (step.kind == engine::StepKind::kCompute) {
      const Computation& line = program.computations[step.computation];
      out.push_back(fmt::format("c {}", program.amount_of(line, step.draw)));
    } else if (step.kind == engine::StepKind::kSend) {
      const Output& line = program.outputs[step.output];
      out.push_back(line.delay ? fmt::format("d {}", *program.delay_of(line, step.draw))
                               : fmt::format("{} {}", program.process_name(step.receiver),
                                             program.bytes_of(line, step.draw)));
    }
    firings -= step.kind == engine::StepKind::kEndFunctionality ? 1 : 0;
    if (step.kind == engine::StepKind::kComplete) {
      break;
    }
  }
  return out;
}

/// Process A.p[0] fires `f.f` again and again, with this next.
std::string step_loop(const std::string& lines, const std::string& next = "u.fu*2,v.fu") {
  return "F f.f NULL c.c o.o " + next +
         "\nF g.f NULL NULL h.o u.fu*9,NULL\nF x.f NULL NULL NULL NULL\nU u.fu f.f\n"
         "U v.fu g.f\nU x.fu x.f\nP A.p 1 u.fu v.fu\nP B.p 3 x.fu\nO h.o B.p -n 0\n" +
         lines + "\n";
}

TEST(Steps, ValuesAndReceiversFollowTheFirings) {
  const Program program =
      program_of(step_loop("C c.c sleep {2+step}\nO o.o B.p[{step}] -b {10*step} -n {step!=1}"));
  EXPECT_EQ(step_actions(program, 5),
            (Strings{"c 2", "B.p[0] 0", "c 3", "c 4", "B.p[2] 20", "c 2", "B.p[0] 0"}));
  EXPECT_EQ(program.outputs.size(), 4U);  // three steps, and h.o
}

TEST(Steps, SumsOfOperationsFollowTheFirings) {
  const Program program =
      program_of(step_loop("C c.c ops \"{4-step}*ila + goto\" loop {10*(step+1)}\nO o.o B.p -n 0"));
  Strings sums;
  for (const Computation& line : program.computations) {
    sums.push_back(operations_text(program, line));
  }
  EXPECT_EQ(sums,
            (Strings{"goto + 4*ila loop 10", "goto + 3*ila loop 20", "goto + 2*ila loop 30"}));
}

TEST(Steps, TimersAndCostsFollowTheFirings) {
  const Program program =
      program_of(step_loop("C c.c call f cost {step+1}\nO o.o A.p[0] -d {3-step}", "u.fu*1,v.fu"));
  EXPECT_EQ(step_actions(program, 2), (Strings{"c 0", "d 3", "c 0", "d 2"}));
  EXPECT_EQ(program.cost_of(program.computations[0], 0), 1);
  EXPECT_EQ(program.cost_of(program.computations[1], 0), 2);
}

TEST(Steps, ALineHasTheStepsOfEachFunctionalityThatUsesIt) {
  const Program program = program_of(
      "F f.f NULL c.c NULL u.fu*1,v.fu\nF g.f NULL c.c NULL v.fu*2,NULL\n"
      "C c.c sleep {step}\nU u.fu f.f\nU v.fu g.f\nP A.p 1 u.fu v.fu\n");
  EXPECT_EQ(step_actions(program, 9), (Strings{"c 0", "c 1", "c 0", "c 1", "c 2"}));
}

TEST(Steps, ASharedLineIsAnInstanceOfItsOwnInEachStep) {
  const Program program = program_of(step_loop("C c.c sleep 1\nO o.o B.p[0] -b {step%2}"));
  EXPECT_EQ(program.computations.size(), 1U);
  EXPECT_EQ(program.outputs.size(), 3U);  // equal steps are one
  const Functionality& f = program.functionalities[0];
  EXPECT_EQ(f.steps, 3U);
  EXPECT_EQ(program.outputs_of(f).size(), 3U);
  EXPECT_EQ(program.outputs_of(f, 0)[0], program.outputs_of(f, 2)[0]);
}

TEST(Steps, SlicesKeepThem) {
  const Program program =
      program_of(step_loop("C c.c sleep {step}\nO o.o B.p -b {to+step} -n {to+step}"));
  const auto decoded = decode_program(encode_program(slice(program, ProcessId{0})));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(step_actions(*decoded, 6), step_actions(program, 6));
}

TEST(Receivers, GetTheirShareInRounds) {
  const Program program =
      program_of(step_loop("C c.c sleep 0\nO o.o B.p -b {10+to} -n {2*to}", "NULL"));
  EXPECT_EQ(step_actions(program, 1), (Strings{"c 0", "B.p[1] 11", "B.p[2] 12", "B.p[1] 11",
                                               "B.p[2] 12", "B.p[2] 12", "B.p[2] 12"}));
  EXPECT_EQ(program.outputs[0].bytes, 12U);
  EXPECT_EQ(program.outputs[0].copies, 4U);
}

TEST(Receivers, OfSeveralElementsAreInTheirOrder) {
  const Program program =
      program_of(step_loop("C c.c sleep 0\nO o.o B.p[2],B.p,A.p -others -b {to}", "NULL"));
  EXPECT_EQ(step_actions(program, 1), (Strings{"c 0", "B.p[2] 2", "B.p[0] 0", "B.p[1] 1"}));
}

TEST(Receivers, ThatGetNothingAreNoReceivers) {
  const Program program = program_of(step_loop("C c.c sleep 0\nO o.o B.p -b 1 -n {to==1}", "NULL"));
  ASSERT_EQ(program.receivers_of(program.outputs[0]).size(), 1U);
  EXPECT_EQ(program.receivers_of(program.outputs[0])[0], (Receivers{ProcessId{2}, 1, 1}));
  const Program none = program_of(step_loop("C c.c sleep 0\nO o.o B.p -n {to>9}", "NULL"));
  EXPECT_EQ(step_actions(none, 1), Strings{"c 0"});
}

/// The errors of an O line and a C line that `f.f` uses.
Strings errors_of_loop(const std::string& lines, const std::string& next = "u.fu*2,v.fu") {
  return diagnostics_of(step_loop(lines, next));
}

TEST(Steps, AreRefusedWhereTheyHaveNoMeaning) {
  const std::string where =
      "'step' is not available here; use it in the times, amounts and costs of C lines, and in -b, "
      "-n, -d and the receivers of O lines";
  const std::string c = "C c.c sleep 0\n";
  EXPECT_EQ(errors_of_loop(c + "O o.o B.p -t {step}"), Strings{"11:15: error: " + where});
  EXPECT_EQ(errors_of_loop(c + "O o.o B.p -p {step?on:off}").front(), "11:15: error: " + where);
  EXPECT_EQ(errors_of_loop("C c.c call f {step}\nO o.o B.p"), Strings{"10:15: error: " + where});
  EXPECT_EQ(errors_of_loop(c + "V x step\nO o.o B.p"), Strings{"11:5: error: " + where});
  EXPECT_EQ(errors_of_loop(c + "V step 1\nO o.o B.p"),
            Strings{"11:3: error: 'step' is predefined; choose another name"});
  EXPECT_EQ(errors_of_loop(c + "O o.o B.p -b {stp}"),
            Strings{"11:15: error: unknown name 'stp'; did you mean 'step'?"});
  EXPECT_EQ(errors_of_loop(c + "O o.o B.p -d {to}"),
            Strings{"11:15: error: 'to' is not available here; use it in -b and -n"});
}

TEST(Steps, DoNotVaryAtRandom) {
  EXPECT_EQ(errors_of_loop("C c.c sleep {exponential(step)}\nO o.o B.p"),
            Strings{"10:13: error: a value that varies cannot depend on 'step'"});
  EXPECT_EQ(errors_of_loop("C c.c sleep 0\nO o.o B.p -b {exponential(to+1)}"),
            Strings{"11:14: error: a value that varies cannot depend on 'to'"});
}

TEST(Steps, NeedACycle) {
  EXPECT_EQ(errors_of_loop("C c.c sleep {step}\nO o.o B.p", "NULL"),
            Strings{"1:20: error: 'c.c' depends on 'step', the number of the firing in its cycle, "
                    "so the next of 'f.f' must be a*K,b"});
  EXPECT_EQ(errors_of_loop("C c.c sleep {step}\nO o.o B.p", "u.fu*65535,v.fu"), Strings{});
  EXPECT_EQ(errors_of_loop("C c.c sleep {step}\nO o.o B.p", "u.fu*65536,v.fu"),
            Strings{"1:25: error: 'c.c' depends on 'step', so the K of a*K,b can be at most "
                    "65,535, got 65,536"});
  EXPECT_EQ(errors_of_loop("C c.c sleep 0\nO o.o B.p", "u.fu*65536,v.fu"), Strings{});
}

TEST(Steps, AnErrorNamesTheFirstStep) {
  EXPECT_EQ(errors_of_loop("C c.c sleep {1-step}\nO o.o B.p[{step+2}]"),
            (Strings{"10:13: error: in step 2: a time cannot be negative, got '-1'",
                     "11:7: error: in step 1: 'B.p[3]' names no process; 'B.p' has 3 clones, 0 to "
                     "2"}));
  EXPECT_EQ(errors_of_loop("C c.c sleep 0\nO o.o B.p -b {to/(step-1)-to}"),
            (Strings{"11:14: error: in step 0 to B.p[1]: -b cannot be negative, got '-2'",
                     "11:17: error: in step 1 to B.p[0]: division by zero"}));
}

TEST(Steps, AcknowledgementsOfNoMessageAreFoundInAnyStep) {
  EXPECT_EQ(errors_of_loop("C c.c sleep 0\nO o.o {step==1?ACK:A.p[0]}"),
            Strings{"1:7: error: otag 'o.o' sends to ACK, the sender of the message that completed "
                    "the collection; with itag NULL there is none"});
}

TEST(Receivers, MustBeKnownBeforeTheStart) {
  EXPECT_EQ(diagnostics_of("I i 1 m\nF f i NULL o NULL\nU u f\nP A.p 1 u\nO o ACK -t m -b {to}"),
            Strings{"5:5: error: with ACK the receiver is not known before the start, so -b and -n "
                    "cannot depend on 'to'"});
  EXPECT_EQ(errors_of_loop("C c.c sleep 0\nO o.o A.p[0] -d 1 -n {to}"),
            Strings{"11:22: error: 'to' is the index of the receiver; with -d a process sends only "
                    "to itself"});
}

/// A functionality with `lines` C lines that depend on step and on the process.
std::string step_tables(int lines, const std::string& clones, const std::string& amount) {
  std::string text = "U u.fu f.f\nP A.p " + clones + " u.fu\nF f.f NULL c0";
  for (int i = 1; i < lines; ++i) {
    text += fmt::format(",c{}", i);
  }
  text += " NULL u.fu*65535,NULL\n";
  for (int i = 0; i < lines; ++i) {
    text += fmt::format("C c{} sleep {{{}}}\n", i, amount);
  }
  return text;
}

TEST(Steps, TheirTablesAreLimited) {
  const std::string text =
      "error: the tables of 'step' and 'to' have more than 16,777,216 entries; an entry is a C or "
      "O line in a step, or a receiver";
  EXPECT_EQ(diagnostics_of(step_tables(257, "1", "step%2")), Strings{"3:1192: " + text});
  EXPECT_EQ(diagnostics_of(step_tables(1, "3", "step%2+self*0")), Strings{});
}

}  // namespace
}  // namespace dps::blueprint
