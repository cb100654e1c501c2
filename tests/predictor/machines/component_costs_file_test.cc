#include "predictor/machines/files/component_costs_file.h"

#include <string>

#include <gtest/gtest.h>

namespace dps::machines {
namespace {

ComponentCostsReading read(const std::string& text) {
  return read_component_costs({"c.toml", text});
}

std::string complaints(const std::string& text) {
  const auto reading = read(text);
  EXPECT_FALSE(reading.costs) << text;
  return render({"c.toml", text}, reading.diagnostics);
}

TEST(ComponentCosts, AFileContainsTheCostsOfComponents) {
  const auto reading = read(R"(name = "lab"
[calibration]
date = "2026-01-01"
[[component]]
call = "mult_vectors"
arguments = ["10", ""]
ctag = "Mult.c"
ftag = "wf2.f"
type = "SGI"
time = "2.1us"
speed = 1300
calibration = {runs = 100}
[[component]]
exec = "read_mats"
time = "3min"
)");
  ASSERT_TRUE(reading.costs);
  ASSERT_EQ(reading.costs->size(), 2U);
  const ComponentCost& call = reading.costs->at(0);
  EXPECT_FALSE(call.is_exec);
  EXPECT_EQ(call.name, "mult_vectors");
  EXPECT_EQ(call.arguments, (std::vector<std::string>{"10", ""}));
  EXPECT_EQ(call.ctag, "Mult.c");
  EXPECT_EQ(call.ftag, "wf2.f");
  EXPECT_EQ(call.type, "SGI");
  EXPECT_DOUBLE_EQ(call.seconds, 2.1e-6);
  EXPECT_EQ(call.speed, 1300U);
  EXPECT_TRUE(reading.costs->at(1).is_exec);
  EXPECT_FALSE(reading.costs->at(1).arguments);
  EXPECT_EQ(reading.costs->at(1).seconds, 180);
  EXPECT_EQ(reading.costs->at(1).speed, 1000U);
}

TEST(ComponentCosts, EveryErrorHasItsPosition) {
  EXPECT_EQ(complaints(R"([[component]]
call = "f"
time = 5
sped = 3
[[component]]
call = "f"
exec = "g"
time = "soon"
[[component]]
time = "5"
speed = 0
)"),
            R"(c.toml:3:8: error: expected a time such as '2.1us', got '5', which has no unit
time = 5
       ^
c.toml:4:1: error: unknown key 'sped' in [[component]]; did you mean 'speed'?
sped = 3
^~~~
c.toml:5:1: error: a component has either 'call' or 'exec'
[[component]]
^~~~~~~~~~~~~
c.toml:8:8: error: expected a time such as '2.1us', got 'soon'
time = "soon"
       ^~~~~~
c.toml:9:1: error: a component has either 'call' or 'exec'
[[component]]
^~~~~~~~~~~~~
c.toml:10:8: error: expected a time such as '2.1us', got '5', which has no unit
time = "5"
       ^~~
c.toml:11:9: error: expected a whole number from 1 to 1000000000 for 'speed', got 0
speed = 0
        ^
)");
}

TEST(ComponentCosts, AFileWithoutAListOfComponentsIsRefused) {
  EXPECT_NE(complaints("name = \"x\"\n").find("at least one [[component]]"), std::string::npos);
  EXPECT_NE(complaints("[component]\ncall = \"f\"\n").find("two pairs of brackets"),
            std::string::npos);
  EXPECT_NE(complaints("component = [1]\n").find("expected a component's table, got a number"),
            std::string::npos);
  EXPECT_NE(complaints("[[component]\n").find("error:"), std::string::npos);
  EXPECT_NE(complaints("[[component]]\ncall = \"f\"\ntime = \"1e30s\"\n").find("out of range"),
            std::string::npos);
}

TEST(ComponentCosts, ArgumentsAreAListOfTexts) {
  const std::string component = "[[component]]\ncall = \"f\"\ntime = \"1us\"\narguments = ";
  for (const char* wrong : {"\"10\"", "[10]", "[\"a\", 1]", "{}"}) {
    EXPECT_NE(complaints(component + wrong)
                  .find("c.toml:4:13: error: expected a list of texts for 'arguments', such as"),
              std::string::npos)
        << complaints(component + wrong);
  }
  EXPECT_TRUE(read(component + "[]\n" + component + "['']\n" + component + "['x', \"\"]").costs);
}

TEST(ComponentCosts, TheSameComponentTwiceIsAMistakeWithANoteAtTheFirst) {
  const std::string twice = "[[component]]\ncall = \"f\"\ntime = \"1us\"\n";
  const std::string text = complaints(twice + twice);
  EXPECT_NE(text.find("c.toml:4:1: error: the same component twice: 'f'"), std::string::npos)
      << text;
  EXPECT_NE(text.find("c.toml:1:1: note: first given here"), std::string::npos) << text;
  EXPECT_TRUE(read(twice + twice + "type = \"SGI\"\n").costs);
}

}  // namespace
}  // namespace dps::machines
