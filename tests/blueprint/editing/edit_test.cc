// Each edit but deletions, as text.
#include "blueprint/editing/edit.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/editing/picture.h"
#include "tests/blueprint/editing/edited_text.h"

namespace dps::blueprint {
namespace {

TEST(Edit, MakesTheFirstProcessOfAnEmptyText) {
  EXPECT_EQ(edited("", {NewProcess{"Client.p", "1"}}),
            "F client.f  NULL  NULL  NULL  NULL\n"
            "\n"
            "U client.fu  client.f\n"
            "\n"
            "P Client.p  1  client.fu\n");
}

TEST(Edit, KeepsTheCommentsOfATextWithoutLines) {
  EXPECT_EQ(edited("# mine", {NewProcess{"A.p", "{2*3}"}}),
            "# mine\n"
            "\n"
            "F a.f  NULL  NULL  NULL  NULL\n"
            "\n"
            "U a.fu  a.f\n"
            "\n"
            "P A.p  {2*3}  a.fu\n");
}

TEST(Edit, AddsAProcessBelowTheOthers) {
  EXPECT_EQ(difference({NewProcess{"Client", "4"}}),
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F ask.f     NULL        NULL    Ask.o    SAME\n"
            "+F got.f     Answer.i    NULL    NULL     NULL\n"
            "+F serve.f   Question.i  Look.c  Reply.o  NULL\n"
            "+F client.f  NULL        NULL    NULL     NULL\n"
            "-U client.fu  ask.f    got.f\n"
            "-U server.fu  serve.f\n"
            "+U client.fu   ask.f     got.f\n"
            "+U server.fu   serve.f\n"
            "+U client2.fu  client.f\n"
            "+P Client    4  client2.fu\n");
}

TEST(Edit, SendsAMessageWithTheLinesThatItsReceiverNeeds) {
  const std::string two = edited("", {NewProcess{"Client.p", "1"}, NewProcess{"Server.p", "2"}});
  const std::string ask = edited(two, {message("Client.p", "Server.p", "Ask.m", "100")});
  EXPECT_EQ(ask,
            "I Ask.i  1 Ask.m\n"
            "\n"
            "O Ask.o  Server.p  -t Ask.m  -b 100\n"
            "\n"
            "F client.f  NULL   NULL  Ask.o  NULL\n"
            "F server.f  Ask.i  NULL  NULL   NULL\n"
            "\n"
            "U client.fu  client.f\n"
            "U server.fu  server.f\n"
            "\n"
            "P Client.p  1  client.fu\n"
            "P Server.p  2  server.fu\n");
  NewMessage reply = message("Server.p", "Client.p", "Reply.m", "{10}kB");
  reply.functionality = "server.f";
  reply.is_answer = true;
  EXPECT_EQ(edited(ask, {reply}),
            "I Ask.i    1 Ask.m\n"
            "I Reply.i  1 Reply.m\n"
            "\n"
            "O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "O Reply.o  ACK       -t Reply.m  -b {10}kB\n"
            "\n"
            "F client.f  NULL     NULL  Ask.o    SAME\n"
            "F reply.f   Reply.i  NULL  NULL     NULL\n"
            "F server.f  Ask.i    NULL  Reply.o  NULL\n"
            "\n"
            "U client.fu  client.f  reply.f\n"
            "U server.fu  server.f\n"
            "\n"
            "P Client.p  1  client.fu\n"
            "P Server.p  2  server.fu\n");
}

TEST(Edit, AnotherMessageOfATypeThatIsAwaitedNeedsOneLine) {
  NewMessage again = message("Client.p", "Server.p", "Ask.m", "");
  again.functionality = "got.f";
  EXPECT_EQ(difference({again}),
            "+O Ask2.o   Server.p  -t Ask.m\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "+F got.f    Answer.i    NULL    Ask2.o   NULL\n");
}

TEST(Edit, NamesOnlyTheClonesOfAProcessWhoseNameBeginsAnother) {
  const std::string text = edited(kPlan, {NewProcess{"Serve", "1"}});
  const std::string sent = edited(text, {message("Client.p", "Serve", "Stop.m", "1")});
  EXPECT_NE(sent.find("O Stop.o   Serve["), std::string::npos) << sent;
}

TEST(Edit, AddsAComputation) {
  EXPECT_EQ(difference({NewComputation{"got.f", "Show.c", "sleep 3ms cost 1"}}),
            "+C Show.c  sleep     3ms cost 1\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "+F got.f    Answer.i    Show.c  NULL     NULL\n");
  EXPECT_EQ(difference({NewComputation{"serve.f", "Put.c", "work {2*8}"}}),
            "+C Put.c   work      {2*8}\n"
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F ask.f    NULL        NULL          Ask.o    SAME\n"
            "+F got.f    Answer.i    NULL          NULL     NULL\n"
            "+F serve.f  Question.i  Look.c,Put.c  Reply.o  NULL\n");
}

TEST(Edit, AddsAFunctionalityBelowThoseOfItsUnit) {
  EXPECT_EQ(difference({NewFunctionality{"client.fu", "stop.f", "2 Stop.m 1 Reply.m", "NULL"}}),
            "+I stop.i      2 Stop.m   1 Reply.m\n"
            "+F stop.f   stop.i      NULL    NULL     NULL\n"
            "-U client.fu  ask.f    got.f\n"
            "+U client.fu  ask.f    got.f stop.f\n");
}

TEST(Edit, TakesOneFieldForATagAndMoreForPairs) {
  const std::string text = "V a 0\n" + plan_with("Answer.i    1", "Answer1.i   1");
  const std::string named = text.substr(0, text.find("F got.f")) +
                            "F got.f    Answer1.i   NULL    NULL     NULL\n" +
                            text.substr(text.find("F serve.f"));
  const auto awaiting = [&](const std::string& words) {
    return edited(named, {NewFunctionality{"client.fu", "x.f", words, "NULL"}});
  };
  for (const char* words : {"Answer{a + 1}.i", "Answer1.i "}) {
    const std::string after = awaiting(words);
    EXPECT_EQ(after.find("x.i"), std::string::npos) << after;
  }
  EXPECT_NE(awaiting("1 Reply.m ").find("I x.i "), std::string::npos);
}

TEST(Edit, AddsAUnit) {
  EXPECT_EQ(difference({NewUnit{"Client.p", "late.fu"}}),
            "+F late.f   NULL        NULL    NULL     NULL\n"
            "+U late.fu    late.f\n"
            "-P Client.p  1  client.fu\n"
            "+P Client.p  1  client.fu late.fu\n");
}

TEST(Edit, AddsAVariableAboveTheHeadingsOfTheNextSection) {
  EXPECT_EQ(edited(kPlan, {NewVariable{"jobs", "10 * 2"}}),
            plan_with("# tag ", "V jobs  10 * 2\n\n# tag "));
}

TEST(Edit, ChangesTheFieldsOfLines) {
  const auto change = [](NameKind kind, const char* name, Property property, const char* text) {
    return difference({Change{kind, name, property, text}});
  };
  EXPECT_EQ(change(NameKind::kProcess, "Server.p", Property::kCount, "12"),
            "-P Client.p  1  client.fu\n"
            "-P Server.p  1  server.fu\n"
            "+P Client.p  1   client.fu\n"
            "+P Server.p  12  server.fu\n");
  EXPECT_EQ(change(NameKind::kOutput, "Ask.o", Property::kSize, "8KiB"),
            "-O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "+O Ask.o    Server.p  -t Ask.m    -b 8KiB\n");
  EXPECT_EQ(change(NameKind::kOutput, "Ask.o", Property::kSize, ""),
            "-O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "+O Ask.o    Server.p  -t Ask.m\n");
  EXPECT_EQ(change(NameKind::kOutput, "Ask.o", Property::kCopies, "3"),
            "-O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "+O Ask.o    Server.p  -t Ask.m    -n 3     -b 100\n");
  EXPECT_EQ(change(NameKind::kComputation, "Look.c", Property::kWork, "call look 1 2"),
            "-C Look.c  busywait  20ms\n"
            "+C Look.c  call  look 1 2\n");
  EXPECT_EQ(change(NameKind::kCollection, "Answer.i", Property::kPairs, "1 Reply.m 2 Ask.m"),
            "-I Answer.i    1 Reply.m\n"
            "+I Answer.i    1 Reply.m  2 Ask.m\n");
  EXPECT_EQ(change(NameKind::kFunctionality, "serve.f", Property::kNext, "SAME*3,NULL"),
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F serve.f  Question.i  Look.c  Reply.o  SAME*3,NULL\n");
}

TEST(Edit, ChangesTheChoiceOfAReceiverAndTheWindow) {
  const std::string text =
      "I Go.i 1 Go.m\n"
      "O Go.o  B.p -t Go.m   -n 8 # eight\n"
      "F a.f NULL NULL Go.o NULL\n"
      "F b.f Go.i NULL NULL NULL\n"
      "U a.fu a.f\n"
      "U b.fu b.f\n"
      "P A.p 1 a.fu\n"
      "P B.p 2 b.fu\n";
  const auto with = [&](const std::string& line) {
    std::string after = text;
    const std::size_t at = after.find("O Go.o");
    return after.replace(at, after.find('\n', at) - at, line);
  };
  const auto change = [](Property property, const char* words) {
    return Change{NameKind::kOutput, "Go.o", property, words};
  };
  const std::string picked = with("O Go.o  B.p -t Go.m -pick least   -n 8 # eight");
  EXPECT_EQ(edited(text, {change(Property::kPick, "least")}), picked);
  EXPECT_EQ(edited(picked, {change(Property::kPick, "random")}),
            with("O Go.o  B.p -t Go.m -pick random  -n 8 # eight"));
  EXPECT_EQ(edited(picked, {change(Property::kPick, "")}), text);
  EXPECT_EQ(edited(picked, {change(Property::kWindow, "{2*3}")}),
            with("O Go.o  B.p -t Go.m -window {2*3} -pick least   -n 8 # eight"));
  EXPECT_EQ(refusal(text, change(Property::kPick, "lest")),
            "the text would have a mistake: -pick must be random, round_robin or least, got "
            "'lest'; did you mean 'least'?");
  EXPECT_EQ(refusal(text, change(Property::kWindow, "0")),
            "the text would have a mistake: -window must be at least 1, got '0'");
}

TEST(Edit, MakesAMessageACollectiveOperationAndBack) {
  const std::string plain =
      "I Sum.i  1 Sum.m\n"
      "\n"
      "C Add.c  work  1000\n"
      "\n"
      "O Sum.o  A.p  -t Sum.m  -b 8000\n"
      "\n"
      "F give.f  NULL   NULL  Sum.o  SAME\n"
      "F sum.f   Sum.i  NULL  NULL   NULL\n"
      "\n"
      "U a.fu  give.f  sum.f\n"
      "\n"
      "P A.p  4  a.fu\n";
  EXPECT_EQ(edited("", {NewProcess{"A.p", "4"}, message("A.p", "A.p", "Sum.m", "8000"),
                        NewVariable{"n", "1000"}, NewComputation{"sum.f", "Add.c", "work {n}"},
                        Change{NameKind::kFunctionality, "sum.f", Property::kComputes, "NULL"},
                        Renaming{NameKind::kFunctionality, "a.f", "give.f"},
                        Change{NameKind::kComputation, "Add.c", Property::kWork, "work 1000"},
                        Removal{NameKind::kVariable, "n"}}),
            plain);
  const auto change = [](Property property, const char* words) {
    return Change{NameKind::kOutput, "Sum.o", property, words};
  };
  const std::string summed =
      edited(plain, {change(Property::kCombine, "Add.c"), change(Property::kAlgorithm, "ring"),
                     change(Property::kOperation, "allreduce")});
  EXPECT_NE(summed.find("O Sum.o  A.p  -t Sum.m  -collective allreduce  -alg ring  -combine Add.c  "
                        "-b 8000\n"),
            std::string::npos)
      << summed;
  EXPECT_EQ(edited(summed, {change(Property::kCombine, ""), change(Property::kAlgorithm, ""),
                            change(Property::kOperation, "")}),
            plain);
  EXPECT_EQ(refusal(plain, change(Property::kOperation, "barier")),
            "the text would have a mistake: 'barier' is not a collective operation; did you mean "
            "'barrier'?");
  EXPECT_EQ(refusal(summed, change(Property::kCopies, "2")),
            "the text would have a mistake: -n cannot be used with -collective, whose messages "
            "follow from the operation");
}

TEST(Edit, PutsProcessesOnHosts) {
  EXPECT_EQ(difference({Terrain{"Server.p", "A", "MEMORY >= 16G CORES > 4"}}),
            "+\n"
            "+T Server.p  A  MEMORY >= 16G  CORES > 4\n");
  const std::string text = std::string(kPlan) + "\nT Server.p   A  TYPE = SUN   # the old one\n";
  const auto with = [](const std::string& line) { return kPlan + ("\n" + line); };
  EXPECT_EQ(edited(text, {Terrain{"Client.p[0]", "B", ""}}), text + "T Client.p[0]  B\n");
  EXPECT_EQ(edited(text, {Terrain{"Server.p", "B", "TYPE = SUN"}}),
            with("T Server.p   B  TYPE = SUN   # the old one\n"));
  EXPECT_EQ(edited(text, {Terrain{"Server.p", "A", "SPEED >= 2000"}}),
            with("T Server.p   A  SPEED >= 2000  # the old one\n"));
  EXPECT_EQ(edited(text, {Terrain{"Server.p", "A", ""}}), with("T Server.p   A   # the old one\n"));
  EXPECT_EQ(edited(text, {Terrain{"Server.p", "A", "TYPE = SUN"}}), text);
  EXPECT_EQ(edited(text, {Terrain{"Server.p", "", ""}}), with("# the old one\n"));
}

TEST(Edit, KeepsTheColumnsOfATextInAnotherLayout) {
  const std::string text =
      "C Look.c     busywait    20ms   # long\n"
      "F  go.f  NULL   Look.c    NULL   NULL\n"
      "U go.fu go.f\n"
      "P Go.p 1 go.fu # only one\n";
  EXPECT_EQ(edited(text, {Change{NameKind::kFunctionality, "go.f", Property::kComputes, "NULL"},
                          Removal{NameKind::kComputation, "Look.c"}}),
            "# long\n"
            "F  go.f  NULL   NULL      NULL   NULL\n"
            "U go.fu go.f\n"
            "P Go.p 1 go.fu # only one\n");
  EXPECT_EQ(edited(text, {NewComputation{"go.f", "Put.c", "sleep 1"}}),
            "C Look.c     busywait    20ms   # long\n"
            "C Put.c      sleep       1\n"
            "F  go.f  NULL   Look.c,Put.c  NULL   NULL\n"
            "U go.fu go.f\n"
            "P Go.p 1 go.fu # only one\n");
  EXPECT_EQ(edited(text, {Change{NameKind::kProcess, "Go.p", Property::kCount, "10"}}),
            "C Look.c     busywait    20ms   # long\n"
            "F  go.f  NULL   Look.c    NULL   NULL\n"
            "U go.fu go.f\n"
            "P Go.p 10 go.fu # only one\n");
}

TEST(Edit, KeepsLineEndsAndContinuations) {
  EXPECT_EQ(edited("F a.f NULL NULL NULL NULL # one\r\nU a.fu a.f\r\nP A.p 1 a.fu",
                   {NewProcess{"B.p", "1"}}),
            "F a.f NULL NULL NULL NULL # one\r\n"
            "F b.f NULL NULL NULL NULL\r\n"
            "U a.fu a.f\r\n"
            "U b.fu b.f\r\n"
            "P A.p 1 a.fu\r\n"
            "P B.p 1 b.fu\r\n");
  EXPECT_EQ(
      edited("C A.c sleep 1 # long\r\nF a.f NULL \\\r\n  A.c NULL \\\r\n  NULL\r\nU a.fu a.f\r\n"
             "P A.p 1 a.fu\r\n",
             {Removal{NameKind::kComputation, "A.c"}, NewUnit{"A.p", "b.fu"}}),
      "# long\r\n"
      "F a.f NULL \\\r\n  NULL NULL \\\r\n  NULL\r\n"
      "F b.f NULL NULL NULL NULL\r\n"
      "U a.fu a.f\r\n"
      "U b.fu b.f\r\n"
      "P A.p 1 a.fu b.fu\r\n");
}

TEST(Edit, ChangesOnlyLinesThatDiffer) {
  const auto changes = edit_blueprint(
      kPlan, std::vector<Edit>{Change{NameKind::kOutput, "Ask.o", Property::kSize, "200"}});
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(changes->front().text, "O Ask.o    Server.p  -t Ask.m    -b 200\n");
}

TEST(Edit, RenamesEverywhere) {
  EXPECT_EQ(difference({Renaming{NameKind::kOutput, "Ask.o", "Query.o"}}),
            "-O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "+O Query.o  Server.p  -t Ask.m    -b 100\n"
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "+F ask.f    NULL        NULL    Query.o  SAME\n");
  EXPECT_EQ(refusal(kPlan, Renaming{NameKind::kOutput, "Ask.o", "Reply.o"}),
            "'Reply.o' already exists (otag)");
}

TEST(Edit, RefusesWithAReason) {
  const struct {
    Edit edit;
    const char* reason;
  } kCases[] = {
      {NewProcess{"Client.p", "1"}, "'Client.p' already exists (ptag)"},
      {NewProcess{"Other.p", "1 x"},
       "the number of clones must be one field; one with blanks is written in quotes"},
      {NewProcess{"Other.p", "x"}, "the text would have a mistake: "},
      {NewProcess{"Other.p", "1 # none"},
       "the number of clones must be on one line, without a comment"},
      {NewProcess{"Other.p", "1\nP Evil.p 1 client.fu"},
       "the number of clones has characters that a line cannot have"},
      {NewProcess{"Other.p", "1\\"}, "the number of clones"},
      {NewProcess{"Other.p", ""}, "the number of clones is missing"},
      {NewProcess{"Other\n.p", "1"}, "the name has characters that a line cannot have"},
      {NewProcess{"Other p", "1"}, "a ptag cannot contain blanks, got 'Other p'"},
      {NewProcess{std::string(300, 'x'), "1"}, "a ptag can have at most 255 bytes"},
      {NewUnit{"Other.p", "x.fu"}, "there is no ptag 'Other.p'"},
      {NewFunctionality{"x.fu", "x.f", "NULL", "NULL"}, "there is no futag 'x.fu'"},
      {NewFunctionality{"client.fu", "x.f", "Nothing.i", "NULL"},
       "the text would have a mistake: unknown itag 'Nothing.i'"},
      {message("Client.p", "Nobody.p", "x.m", ""), "there is no ptag 'Nobody.p'"},
      {message("Client.p", "Server.p", "x m", ""),
       "the message type must be one field; one with blanks is written in quotes"},
      {message("Client.p", "Server.p", "x.m", "4k"),
       "the text would have a mistake: -b must be a number of bytes, got '4k'"},
      {NewComputation{"ask.f", "x.c", "dream 1"}, "the text would have a mistake: "},
      {Change{NameKind::kProcess, "Client.p", Property::kSize, "1"},
       "ptag 'Client.p' has no such property"},
      {Change{NameKind::kProcess, "Client.p", Property::kCount, std::string(5000, '1')},
       "the number of clones has more than 4,096 bytes"},
      {Removal{NameKind::kUnit, "client.fu"}, "'Client.p' would be empty; delete it instead"},
      {Removal{NameKind::kFunctionality, "serve.f"},
       "'server.fu' would be empty; delete it instead"},
      {Removal{NameKind::kCollection, "Answer.i"},
       "'got.f' waits for 'Answer.i'; change its collection first"},
      {Removal{NameKind::kMessage, "Ask.m"}, "'Ask.m' has no line of its own (mtag)"},
      {Terrain{"Nobody.p", "A", ""}, "there is no ptag 'Nobody.p'"},
      {Terrain{"Client.p", "", ""}, "there is no T line of 'Client.p'"},
      {Terrain{"Client.p[7]", "A", ""}, "the text would have a mistake: "},
      {Terrain{"Client.p", "A B", ""},
       "the host must be one field; one with blanks is written in quotes"},
      {Terrain{"Client.p", "A", "COLOUR = red"}, "the text would have a mistake: "},
      {Terrain{"Client.p", "A", "SPEED > 1 # fast"},
       "the list of conditions must be on one line, without a comment"},
  };
  for (const auto& each : kCases) {
    const std::string reason = refusal(kPlan, each.edit);
    EXPECT_TRUE(reason.starts_with(each.reason)) << reason << "\nexpected: " << each.reason;
  }
}

TEST(Edit, MayLeaveTheErrorsThatATextHas) {
  const std::string text = plan_with("Look.c  Reply.o", "Lok.c   Reply.o");
  EXPECT_NE(edited(text, {Change{NameKind::kOutput, "Ask.o", Property::kSize, "7"}}), "");
  EXPECT_NE(edited(text, {Renaming{NameKind::kComputation, "Lok.c", "Luk.c"}}), "");
}

TEST(Edit, MakesNoErrorInPlaceOfAnother) {
  const std::string text = plan_with("Look.c  Reply.o", "Lok.c   Reply.o");
  const Edit edit = Change{NameKind::kFunctionality, "serve.f", Property::kComputes, "Luk.c"};
  const std::string reason = refusal(text, edit);
  EXPECT_TRUE(reason.starts_with("the text would have a mistake: unknown ctag 'Luk.c'")) << reason;
}

TEST(Edit, RefusesToChangeALineThatIsNotComplete) {
  const struct {
    const char* line;
    Edit edit;
  } kCases[] = {
      {"F w.f NULL", NewComputation{"w.f", "Work.c", "compute 1ms"}},
      {"F w.f NULL", NewMessage{"Client.p", "Server.p", "New.m", "", "", "w.f", false}},
      {"F w.f NULL NULL", NewMessage{"Client.p", "Server.p", "New.m", "", "", "w.f", false}},
      {"F w.f NULL NULL", Change{NameKind::kFunctionality, "w.f", Property::kSends, "NULL"}},
      {"O w.f", Change{NameKind::kOutput, "w.f", Property::kSize, "8"}},
      {"O w.f", Change{NameKind::kOutput, "w.f", Property::kReceivers, "ACK"}},
      {"T Client.p", Terrain{"Client.p", "A", ""}},
      {"V n", Change{NameKind::kVariable, "n", Property::kValue, "8"}},
  };
  for (const auto& each : kCases) {
    const std::string reason = refusal(std::string(kPlan) + each.line + "\n", each.edit);
    EXPECT_TRUE(reason.starts_with("the line of ") && reason.ends_with(" is not complete"))
        << each.line << ": " << reason;
  }
}

TEST(Edit, RefusesATextWithMoreLinesThanAPicture) {
  std::string text = kPlan;
  for (std::size_t i = 0; i < kMostPicturedLines; ++i) {
    text += "C C" + std::to_string(i) + ".c sleep 1ms\n";
  }
  EXPECT_EQ(refusal(text, Removal{NameKind::kComputation, "C7.c"}),
            "the picture of a text of more than 3,000 lines cannot be edited; edit the text");
}

}  // namespace
}  // namespace dps::blueprint
