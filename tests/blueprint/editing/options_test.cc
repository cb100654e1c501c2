// Edits of the options that lines may have: timers, requests, -each, -early, -server.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/editing/edit.h"
#include "tests/blueprint/editing/edited_text.h"

namespace dps::blueprint {
namespace {

TEST(EditOptions, ChangesTheOptionsOfAMessage) {
  const std::string text =
      "I Go.i 1 Go.m\n"
      "O Go.o  B.p -t Go.m   -b 8 # eight\n"
      "O Rest.o  A.p -t Rest.m\n"
      "F a.f NULL NULL Go.o,Rest.o NULL\n"
      "F b.f Go.i NULL NULL NULL\n"
      "U a.fu a.f\n"
      "U b.fu b.f\n"
      "P A.p 1 a.fu\n"
      "P B.p 2 b.fu\n";
  const auto with = [&](const std::string& before, const std::string& line) {
    std::string after = text;
    const std::size_t at = after.find(before);
    return after.replace(at, after.find('\n', at) - at, line);
  };
  const auto change = [](const char* otag, Property property, const char* words) {
    return Change{NameKind::kOutput, otag, property, words};
  };
  const struct {
    Property property;
    const char* words;
    const char* line;
  } kCases[] = {
      {Property::kRequest, "on", "O Go.o  B.p -t Go.m -new   -b 8 # eight"},
      {Property::kOthers, "on", "O Go.o  B.p -t Go.m -others   -b 8 # eight"},
      {Property::kPacked, "off", "O Go.o  B.p -t Go.m -p off   -b 8 # eight"},
      {Property::kXdr, "off", "O Go.o  B.p -t Go.m -e off   -b 8 # eight"},
      {Property::kRoute, "TCP", "O Go.o  B.p -t Go.m -X TCP   -b 8 # eight"},
  };
  for (const auto& each : kCases) {
    const std::string set = edited(text, {change("Go.o", each.property, each.words)});
    EXPECT_EQ(set, with("O Go.o", each.line));
    EXPECT_EQ(edited(set, {change("Go.o", each.property, each.words)}), set);
    EXPECT_EQ(edited(set, {change("Go.o", each.property, "")}), text);
    EXPECT_EQ(edited(text, {change("Go.o", each.property, "")}), text);
  }
  const std::string timed = edited(text, {change("Rest.o", Property::kDelay, "100ms")});
  EXPECT_EQ(timed, with("O Rest.o", "O Rest.o  A.p -t Rest.m -d 100ms"));
  EXPECT_EQ(edited(timed, {change("Rest.o", Property::kDelay, "{exponential(0.1)}")}),
            with("O Rest.o", "O Rest.o  A.p -t Rest.m -d {exponential(0.1)}"));
  EXPECT_EQ(edited(timed, {change("Rest.o", Property::kDelay, "")}), text);
}

TEST(EditOptions, RefusesOptionsWithTheMessagesOfTheChecker) {
  const std::string text = edited(kPlan, {NewProcess{"Clock.p", "1"}});
  const struct {
    std::vector<Edit> edits;
    const char* reason;
  } kCases[] = {
      {{Change{NameKind::kOutput, "Ask.o", Property::kDelay, "1s"}},
       "the text would have a mistake: for Client.p[0]: with -d a process sends to itself; write "
       "its "
       "own name, such as 'Clock.p[{self}]'"},
      {{NewMessage{"Clock.p", "Clock.p", "Tick.m", "", "Tick.o", "", false, "1s", false},
        Change{NameKind::kOutput, "Tick.o", Property::kRequest, "on"}},
       "the text would have a mistake: a timer begins no request; write -new in the O line that "
       "the process sends when the timer expires"},
      {{Change{NameKind::kOutput, "Ask.o", Property::kPacked, "no"}},
       "the text would have a mistake: -p must be on or off, got 'no'"},
      {{Change{NameKind::kOutput, "Ask.o", Property::kRoute, "UDP"}},
       "the text would have a mistake: "},
      {{Change{NameKind::kOutput, "Ask.o", Property::kRequest, "yes"}},
       "-new must be 'on' or absent, got 'yes'"},
      {{Change{NameKind::kUnit, "client.fu", Property::kServer, "on"}},
       "futag 'client.fu' has no such property"},
      {{NewMessage{"Clock.p", "Client.p", "Tick.m", "", "", "", false, "1s", false}},
       "a timer is a message of a process to itself"},
      {{NewMessage{"Client.p", "Server.p", "More.m", "", "", "", false, "", false, false, "lest"}},
       "the text would have a mistake: -pick must be "},
      {{NewMessage{"Client.p", "Server.p", "More.m", "", "", "", false, "", false, false, "a b"}},
       "the choice of a receiver must be one field"},
      {{NewMessage{"Client.p", "Server.p", "More.m", "", "", "", false, "", false, true}},
       "'ask.f' waits for no message, so it cannot answer one"},
      {{NewMessage{"Clock.p", "Clock.p", "Tick.m", "", "", "", false, "1s # x", false}},
       "the time of the timer must be on one line, without a comment"},
  };
  for (const auto& each : kCases) {
    const auto changes = edit_blueprint(text, each.edits);
    ASSERT_FALSE(changes) << changed(text, *changes);
    EXPECT_TRUE(changes.error().starts_with(each.reason))
        << changes.error() << "\nexpected: " << each.reason;
  }
}

TEST(EditOptions, SetsTheFlagsOfUnitsProcessesAndCollections) {
  const auto change = [](NameKind kind, const char* name, Property property, const char* text) {
    return Change{kind, name, property, text};
  };
  const auto server = change(NameKind::kProcess, "Server.p", Property::kServer, "on");
  const auto early = change(NameKind::kUnit, "client.fu", Property::kEarly, "on");
  const auto each = change(NameKind::kCollection, "Question.i", Property::kEach, "on");
  EXPECT_EQ(difference({server}),
            "-P Server.p  1  server.fu\n"
            "+P Server.p  1  -server server.fu\n");
  EXPECT_EQ(difference({early}),
            "-U client.fu  ask.f    got.f\n"
            "+U client.fu  -early   ask.f got.f\n");
  EXPECT_EQ(difference({each}),
            "-I Question.i  1 Ask.m  # asked\n"
            "+I Question.i  -each      1 Ask.m  # asked\n");
  const std::string all = edited(kPlan, {server, early, each});
  EXPECT_EQ(edited(all, {server, early, each}), all);
  EXPECT_EQ(edited(all, {change(NameKind::kProcess, "Server.p", Property::kServer, ""),
                         change(NameKind::kUnit, "client.fu", Property::kEarly, ""),
                         change(NameKind::kCollection, "Question.i", Property::kEach, "")}),
            kPlan);
  EXPECT_EQ(edited("I A.i\t-each 1 A.m # all\n",
                   {change(NameKind::kCollection, "A.i", Property::kPairs, "2/3 A.m")}),
            "I A.i\t-each 2/3 A.m # all\n");
  EXPECT_TRUE(
      refusal(all, change(NameKind::kCollection, "Question.i", Property::kPairs, "-each 1 Ask.m"))
          .starts_with("the text would have a mistake: -each must come directly after"));
}

TEST(EditOptions, ChangesTheFunctionalitiesOfAUnitAndTheUnitsOfAProcess) {
  const Change choices{NameKind::kUnit, "client.fu", Property::kChoices, "got.f*0.5|serve.f ask.f"};
  EXPECT_EQ(refusal(kPlan, choices),
            "the text would have a mistake: 'serve.f' has the itag 'Question.i', but 'got.f' has "
            "'Answer.i': alternatives must wait for the same collection");
  EXPECT_EQ(difference({Change{NameKind::kUnit, "client.fu", Property::kChoices, "got.f ask.f"}}),
            "-U client.fu  ask.f    got.f\n"
            "+U client.fu  got.f    ask.f\n");
  const std::vector<Edit> edits{
      NewUnit{"Server.p", "rest.fu"},
      Change{NameKind::kUnit, "rest.fu", Property::kEarly, "on"},
      Change{NameKind::kUnit, "rest.fu", Property::kChoices, "serve.f*0.5|rest.f*0.5"},
      Change{NameKind::kFunctionality, "rest.f", Property::kAwaited, "Question.i"},
      Change{NameKind::kProcess, "Server.p", Property::kServer, "on"},
      Change{NameKind::kProcess, "Server.p", Property::kUnits, "rest.fu server.fu"}};
  EXPECT_EQ(difference(edits),
            "+F rest.f   Question.i  NULL    NULL     NULL\n"
            "+U rest.fu    -early   serve.f*0.5|rest.f*0.5\n"
            "-P Server.p  1  server.fu\n"
            "+P Server.p  1  -server rest.fu server.fu\n");
}

TEST(EditOptions, MakesAMessageToTheOriginAndToOneOfSeveralClones) {
  NewMessage more = message("Client.p", "Server.p", "Ask.m", "9");
  more.pick = "least";
  EXPECT_EQ(difference({more}),
            "+O Ask2.o   Server.p  -t Ask.m    -pick least  -b 9\n"
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F ask.f    NULL        NULL    Ask.o,Ask2.o  SAME\n"
            "+F got.f    Answer.i    NULL    NULL          NULL\n"
            "+F serve.f  Question.i  Look.c  Reply.o       NULL\n");
  NewMessage note = message("Server.p", "Client.p", "Note.m", "8");
  note.goes_to_origin = true;
  const std::string noted = edited(plan_with("-b 100", "-b 100  -new"), {note});
  EXPECT_NE(noted.find("O Note.o   ORIGIN    -t Note.m   -b 8\n"), std::string::npos) << noted;
  EXPECT_NE(noted.find("Reply.o,Note.o"), std::string::npos) << noted;
  note.is_answer = true;
  EXPECT_EQ(edited(plan_with("-b 100", "-b 100  -new"), {note}), noted);
}

TEST(EditOptions, MakesATimerOfEachCloneAndARequest) {
  const NewMessage tick{"Server.p", "Server.p", "Tick.m", "", "", "serve.f", false, "1ms", false};
  const std::string timed = edited(plan_with("P Server.p  1", "P Server.p  3"), {tick});
  EXPECT_NE(timed.find("O Tick.o   Server.p[{self}]  -t Tick.m   -d 1ms\n"), std::string::npos)
      << timed;
  EXPECT_NE(timed.find("F tick.f   Tick.i "), std::string::npos) << timed;
  const NewMessage more{"Client.p", "Server.p", "Ask.m", "9", "More.o", "", false, "", true};
  EXPECT_EQ(difference({more}),
            "+O More.o   Server.p  -t Ask.m    -b 9     -new\n"
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F ask.f    NULL        NULL    Ask.o,More.o  SAME\n"
            "+F got.f    Answer.i    NULL    NULL          NULL\n"
            "+F serve.f  Question.i  Look.c  Reply.o       NULL\n");
}

}  // namespace
}  // namespace dps::blueprint
