#include "commands/files/file_kind.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace dps::commands {
namespace {

TEST(FileKind, IsRecognisedByTheFormOfTheText) {
  using namespace std::string_literals;
  const std::vector<std::pair<std::string, FileKind>> table{
      {"", FileKind::kUnknown},
      {"\n \n", FileKind::kUnknown},
      {"Dear diary,\n", FileKind::kUnknown},
      {"# a plan\n  P A.p 1 u\nU u f\n", FileKind::kBlueprint},
      {"#!/usr/bin/env dps\nP A.p 1 u\nU u f\n", FileKind::kBlueprint},
      {"#!/bin/sh\necho\n", FileKind::kScript},
      {"\x7f"
       "ELF\1\0"s,
       FileKind::kProgram},
      {"\xff\xfeP\0 \0"s, FileKind::kBinary},
      {"name = \"x\"\n[[host]]\nname = \"h\"\n", FileKind::kMachine},
      {"SP2\nreceive latency = 1 seconds\n", FileKind::kMachine},
      {"format = \"dps-datasheet\"\n[[host]]\n", FileKind::kSheet},
      {"[[function]]\nname = \"f\"\n", FileKind::kSheet},
      {"# a model\nc = 1\n f (p, d) = c*p\n", FileKind::kModel},
      {"f(p) == 1\nc = (1)\nf(p\n", FileKind::kUnknown},
      {"[[component]]\ncall = \"f\"\n", FileKind::kCosts},
      {"node1 slots=4\n", FileKind::kHosts},
      {"{\"format\": \"dps-result\"}", FileKind::kResult},
      {"{\"format\": \"dps-comparison\"}", FileKind::kComparison},
      {"{\"a\": 1}", FileKind::kJson},
      {"$types\nState BUSY\n$bars\n", FileKind::kStateLines}};
  for (const auto& [text, kind] : table) {
    EXPECT_EQ(kind_of(text), kind) << text;
  }
}

TEST(FileKind, TheErrorNamesTheKindOfTheFileAndACommandForIt) {
  EXPECT_EQ(wrong_kind({"m.toml", "[[host]]\n"}, FileKind::kBlueprint),
            "'m.toml' is a machine file, not a blueprint; 'dps predict BLUEPRINT --machine m.toml' "
            "uses it");
  EXPECT_EQ(wrong_kind({"r.json", "{\"format\": \"dps-result\"}"}, FileKind::kMachine),
            "'r.json' is a result, not a machine file; 'dps profile r.json' prints it");
  EXPECT_EQ(wrong_kind({"m.toml", "[[host]]\n"}, FileKind::kMachine), "");
  EXPECT_EQ(wrong_kind({"s.toml", "[[function]]\n"}, FileKind::kMachine), "");
  EXPECT_EQ(wrong_kind({"s.toml", "[[function]]\n"}, FileKind::kBlueprint),
            "'s.toml' is a data sheet, not a blueprint; 'dps timecalc s.toml' evaluates its "
            "equations");
  EXPECT_EQ(wrong_kind({"a.trace", "$types\nState BUSY\n"}, FileKind::kResult),
            "'a.trace' is a trace as lines of states, not a result; 'dps compare a.trace "
            "OTHER.trace' compares it; for report and trace, record FILE.dpstrace with --trace");
  EXPECT_EQ(wrong_kind({"notes", "Dear diary,\n"}, FileKind::kMachine), "");
}

}  // namespace
}  // namespace dps::commands
