#include "profiles/message_books.h"

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

/// Processes 0 to 2 are the workers, 3 the master.
blueprint::Program program() {
  auto reading = blueprint::read_blueprint(SourceText{"test.txt", R"(
I task.i 1 Task.m
I done.i 3 Done.m
O task.o Worker.p -t Task.m
O done.o Master.p -t Done.m
F start.f NULL   NULL task.o SAME
F end.f   done.i NULL NULL   NULL
F work.f  task.i NULL done.o NULL
U worker.fu work.f
U master.fu start.f end.f
P Worker.p 3 worker.fu
P Master.p 1 master.fu
)"});
  return *reading.program;
}

constexpr MessageId kTask{0};
constexpr MessageId kDone{1};

/// The master sends each worker a task, and each worker answers.
MessageBooks books() {
  std::vector<BookRow> rows;
  for (std::uint32_t worker = 3; worker-- > 0;) {
    rows.push_back({kDone, worker, 3, 1, 4, 1, 0, 0});
    rows.push_back({kTask, 3, worker, 2, 8, 1, 1, 1});
  }
  return MessageBooks::joined(rows);
}

TEST(CloneGroup, IsTheNameWithoutItsIndex) {
  EXPECT_EQ(clone_group("Worker.p[31]"), "Worker.p");
  EXPECT_EQ(clone_group("Worker.p"), "Worker.p");
}

TEST(MessageBooks, HalvesOfARowAddUp) {
  const MessageBooks joined = MessageBooks::joined({{kDone, 0, 3, 27, 324, 0, 0, 0},
                                                    {kTask, 3, 0, 1, 0, 0, 0, 0},
                                                    {kDone, 0, 3, 0, 0, 26, 1, 3}});
  const std::vector<BookRow> expected{{kTask, 3, 0, 1, 0, 0, 0, 0},
                                      {kDone, 0, 3, 27, 324, 26, 1, 3}};
  EXPECT_EQ(joined.rows, expected);
  EXPECT_EQ(joined.first_unbalanced(), &joined.rows[0]);
}

TEST(MessageBooks, StayPerProcessUpToTheLimit) {
  EXPECT_EQ(books().limited(program(), 6), books());
}

TEST(MessageBooks, AreGroupedByClonesAboveTheLimit) {
  const MessageBooks grouped = books().limited(program(), 5);
  EXPECT_TRUE(grouped.is_grouped);
  const std::vector<BookRow> expected{{kTask, 1, 0, 6, 24, 3, 3, 3}, {kDone, 0, 1, 3, 12, 3, 0, 0}};
  EXPECT_EQ(grouped.rows, expected);
  EXPECT_EQ(grouped.limited(program(), 1), grouped);
}

TEST(MessageProfiles, NameProcessesOrTheirGroups) {
  const auto single = message_profiles(program(), books());
  ASSERT_EQ(single.size(), 6U);
  EXPECT_EQ(single[4].mtag, "Done.m");
  EXPECT_EQ(single[4].sender, "Worker.p[1]");
  EXPECT_EQ(single[4].receiver, "Master.p[0]");
  EXPECT_EQ(single[4].bytes, 4U);
  const auto grouped = message_profiles(program(), books().limited(program(), 5));
  ASSERT_EQ(grouped.size(), 2U);
  EXPECT_EQ(grouped[0].receiver, "Worker.p");
  EXPECT_EQ(grouped[0].late, 3U);
}

}  // namespace
}  // namespace dps::profiles
