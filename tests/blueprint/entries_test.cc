// Equality and hashes of table entries depend on every field.
#include "blueprint/reading/entries.h"

#include <functional>

#include <gtest/gtest.h>

namespace dps::blueprint {
namespace {

/// Appends an item to the table that a list of the last output refers to.
template <typename Item>
void extend(Program& program, Extent Output::*list, std::vector<Item> Program::*table, Item item) {
  Extent& extent = program.outputs.back().*list;
  extent.first = size_of(program.*table);
  extent.count = 1;
  (program.*table).push_back(item);
}

constexpr expression::Instruction kNegate{expression::Opcode::kNegate};

struct Change {
  const char* field;
  std::function<void(Program&)> make;
};

const std::vector<Change> kChanges{
    {"definition", [](Program& p) { p.outputs.back().definition = 1; }},
    {"mid", [](Program& p) { p.outputs.back().mid = MessageId{1}; }},
    {"bytes", [](Program& p) { p.outputs.back().bytes = 1; }},
    {"copies", [](Program& p) { p.outputs.back().copies = 2; }},
    {"packed", [](Program& p) { p.outputs.back().packed = false; }},
    {"xdr", [](Program& p) { p.outputs.back().xdr = false; }},
    {"others", [](Program& p) { p.outputs.back().others = true; }},
    {"route", [](Program& p) { p.outputs.back().route = MessageRoute::kDirect; }},
    {"delay", [](Program& p) { p.outputs.back().delay = 0.0; }},
    {"receivers",
     [](Program& p) {
       extend(p, &Output::receivers, &Program::receivers, Receivers{ProcessId{0}, 1, 1});
     }},
    {"bytes_variate",
     [](Program& p) { extend(p, &Output::bytes_variate, &Program::output_variates, kNegate); }},
    {"delay_variate",
     [](Program& p) { extend(p, &Output::delay_variate, &Program::output_variates, kNegate); }},
    {"shares",
     [](Program& p) {
       extend(p, &Output::shares, &Program::shares, Share{1, 1});
     }},
};

TEST(Entries, AnEqualOutputHasTheSameHash) {
  Program program;
  program.outputs.resize(2);
  EXPECT_TRUE(are_equal(program, program.outputs[0], program.outputs[1]));
  EXPECT_EQ(hash_of(program, program.outputs[0]).value(),
            hash_of(program, program.outputs[1]).value());
}

TEST(Entries, EachFieldOfAnOutputCountsForEqualityAndForTheHash) {
  for (const Change& change : kChanges) {
    Program program;
    program.outputs.resize(2);
    change.make(program);
    EXPECT_FALSE(are_equal(program, program.outputs[0], program.outputs[1])) << change.field;
    EXPECT_NE(hash_of(program, program.outputs[0]).value(),
              hash_of(program, program.outputs[1]).value())
        << change.field;
  }
}

TEST(Entries, ListsAreComparedItemByItemWhereverTheyAre) {
  Program program;
  program.outputs.resize(1);
  extend(program, &Output::receivers, &Program::receivers, Receivers{ProcessId{3}, 2, 1});
  program.outputs.emplace_back();
  extend(program, &Output::receivers, &Program::receivers, Receivers{ProcessId{3}, 2, 1});
  EXPECT_NE(program.outputs[0], program.outputs[1]);
  EXPECT_TRUE(are_equal(program, program.outputs[0], program.outputs[1]));
  program.receivers.back().step = 2;
  EXPECT_FALSE(are_equal(program, program.outputs[0], program.outputs[1]));
}

TEST(Entries, RemovingTheListsOfTheLastEntryLeavesThoseBefore) {
  Program program;
  program.receivers.resize(3);
  program.output_variates.assign(2, kNegate);
  Output last{};
  last.receivers = {3, 1};
  last.bytes_variate = {2, 2};
  last.delay_variate = {4, 1};
  program.receivers.emplace_back();
  program.output_variates.resize(5);
  remove_lists(program, last);
  EXPECT_EQ(program.receivers.size(), 3U);
  EXPECT_EQ(program.output_variates.size(), 2U);
}

}  // namespace
}  // namespace dps::blueprint
