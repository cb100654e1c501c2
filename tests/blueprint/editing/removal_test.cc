// Deletions, as text.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/editing/edit.h"
#include "tests/blueprint/editing/edited_text.h"

namespace dps::blueprint {
namespace {

TEST(Edit, TakesADeletedProcessFromReceiversAndTerrain) {
  const std::string text =
      "I Go.i 1 Go.m\n"
      "O Go.o B.p,C.p[0],{1 ? 'D.p' : 'B.p'} -t Go.m\n"
      "O To.o C -t Go.m\n"
      "F go.f NULL NULL Go.o,To.o NULL\n"
      "F b.f Go.i NULL NULL NULL\n"
      "U go.fu go.f\n"
      "U b.fu b.f\n"
      "P A.p 1 go.fu\n"
      "P B.p 1 b.fu\n"
      "P C.p 1 b.fu # third\n"
      "P D.p 1 b.fu\n"
      "T C.p[0] H MEMORY >= 1G\n"
      "T A.p H\n";
  EXPECT_EQ(edited(text, {Removal{NameKind::kProcess, "C.p"}}),
            "I Go.i 1 Go.m\n"
            "O Go.o B.p,{1 ? 'D.p' : 'B.p'} -t Go.m\n"
            "F go.f NULL NULL Go.o NULL\n"
            "F b.f Go.i NULL NULL NULL\n"
            "U go.fu go.f\n"
            "U b.fu b.f\n"
            "P A.p 1 go.fu\n"
            "P B.p 1 b.fu\n"
            "# third\n"
            "P D.p 1 b.fu\n"
            "T A.p H\n");
}

TEST(Edit, TakesADeletedFunctionalityFromChoices) {
  const std::string text =
      "F a.f NULL NULL NULL NULL\n"
      "F b.f NULL NULL NULL NULL\n"
      "F c.f NULL NULL NULL SAME\n"
      "U u.fu -early a.f*3|b.f*2 c.f\n"
      "P A.p 1 u.fu\n";
  EXPECT_NE(
      edited(text, {Removal{NameKind::kFunctionality, "b.f"}}).find("U u.fu -early a.f c.f\n"),
      std::string::npos);
  EXPECT_NE(
      edited(text, {Removal{NameKind::kFunctionality, "c.f"}}).find("U u.fu -early a.f*3|b.f*2\n"),
      std::string::npos);
}

TEST(Edit, DeletesLinesThatOnlyTheDeletedLineUsed) {
  EXPECT_EQ(edited(kPlan, {Removal{NameKind::kProcess, "Server.p"}}),
            "# A client and a server.\n"
            "\n"
            "# tag       message\n"
            "# asked\n"
            "I Answer.i  1 Reply.m\n"
            "\n"
            "# the page\n"
            "\n"
            "F ask.f  NULL      NULL  NULL  SAME\n"
            "F got.f  Answer.i  NULL  NULL  NULL\n"
            "\n"
            "U client.fu  ask.f  got.f\n"
            "\n"
            "P Client.p  1  client.fu\n");
}

TEST(Edit, DeletesAMessage) {
  EXPECT_EQ(difference({Removal{NameKind::kOutput, "Reply.o"}}),
            "-O Ask.o    Server.p  -t Ask.m    -b 100\n"
            "-O Reply.o  ACK       -t Reply.m  -b 4000  # the page\n"
            "+O Ask.o  Server.p  -t Ask.m  -b 100\n"
            "+# the page\n"
            "-F ask.f    NULL        NULL    Ask.o    SAME\n"
            "-F got.f    Answer.i    NULL    NULL     NULL\n"
            "-F serve.f  Question.i  Look.c  Reply.o  NULL\n"
            "+F ask.f    NULL        NULL    Ask.o  SAME\n"
            "+F got.f    Answer.i    NULL    NULL   NULL\n"
            "+F serve.f  Question.i  Look.c  NULL   NULL\n");
}

TEST(Edit, DeletesBesideAQuotedBrace) {
  const Removal edit{NameKind::kVariable, "n"};
  for (const char* line : {"O x.o \"\\{\" -t x.m\n", "U x.fu \"a\\{|b\"\n", "P x.p 1 \"\\{\"\n",
                           "F x.f NULL \"\\{\" \"\\{,x\" NULL\n", "T \"\\{\" h\n"}) {
    EXPECT_EQ(edited(std::string(line) + "V n 1\n", {edit}), line);
  }
}

TEST(Edit, DeletesParagraphsWithTheEmptyLinesBetweenThem) {
  const std::string rest = "P B.p 1 b.fu\n\nU b.fu b.f\n\nF b.f NULL NULL NULL NULL\n";
  const std::string gone =
      "P A.p 1 a.fu\n\nU a.fu a.f\n\n\nF a.f NULL C.c NULL NULL\n\nC C.c sleep 1ms\n";
  const Removal edit{NameKind::kProcess, "A.p"};
  EXPECT_EQ(edited(gone + "\n" + rest, {edit}), rest);
  EXPECT_EQ(edited(rest + "\n" + gone, {edit}), rest);
  EXPECT_EQ(edited("# A.\n" + gone + "\n" + rest, {edit}), "# A.\n\n" + rest);
}

TEST(Edit, DeletesNoLineThatIsNotComplete) {
  const std::string text = std::string(kPlan) + "T\nO\n";
  const std::string after = edited(text, {Removal{NameKind::kComputation, "Look.c"}});
  EXPECT_TRUE(after.ends_with("T\nO\n")) << after;
}

TEST(Edit, KeepsAnEmptyElementOfAList) {
  const std::string reason =
      refusal("C A.c sleep 1ms\nC B.c sleep 1ms\nF x.f NULL ,A.c,B.c NULL NULL\n",
              Removal{NameKind::kComputation, "A.c"});
  EXPECT_NE(reason.find("',B.c': there is no ctag beside a comma"), std::string::npos) << reason;
}

TEST(Edit, DeletesThousandsOfLinesAtOnce) {
  std::string lines;
  std::string outputs;
  for (std::size_t i = 0; i < 2900; ++i) {
    const std::string tag = "O" + std::to_string(i) + ".o";
    lines += "O " + tag + " B -t Go.m\n\n";
    outputs += (i == 0 ? "" : ",") + tag;
  }
  const std::string rest = "I Go.i 1 Go.m\nF a.f NULL NULL NULL NULL\nU a.fu a.f\nP A.p 1 a.fu\n";
  std::string text = lines + rest + "F b.f Go.i NULL NULL NULL\nU b.fu b.f\nP B.p 1 b.fu\n";
  text.replace(text.find("NULL NULL NULL"), 14, "NULL NULL " + outputs);
  EXPECT_EQ(edited(text, {Removal{NameKind::kProcess, "B.p"}}), rest.substr(rest.find('F')));
}

}  // namespace
}  // namespace dps::blueprint
