// Data are packed in pieces as they are in one, by the MPI of this process alone.
#include "mpi_programs/library/predicted/packing.h"

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>
#include <rapidcheck/gtest.h>

namespace dps::mpi_library {
namespace {

/// Starts MPI for all tests of this process.
class StartedMpi : public ::testing::Environment {
 public:
  void SetUp() override {
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 1);  // it starts no daemon
    MPI_Init(nullptr, nullptr);
  }
  void TearDown() override { MPI_Finalize(); }
};
const ::testing::Environment* const started =
    ::testing::AddGlobalTestEnvironment(new StartedMpi);  // NOLINT: GoogleTest owns it

/// A type of 12 bytes in an extent of 24, whose order in memory is not the packed one.
MPI_Datatype mixed_type() {
  const int lengths[] = {1, 2};
  const int at[] = {3, 0};
  MPI_Datatype made = nullptr;
  MPI_Datatype resized = nullptr;
  MPI_Type_indexed(2, lengths, at, MPI_INT, &made);
  MPI_Type_create_resized(made, 0, 24, &resized);
  MPI_Type_free(&made);
  return resized;
}

/// The type, in MPI_Type_contiguous and MPI_Type_dup; frees it.
MPI_Datatype wrapped(MPI_Datatype type, int depth) {
  for (int i = 0; i < depth; ++i) {
    MPI_Datatype made = nullptr;
    i % 2 == 0 ? MPI_Type_contiguous(i + 2, type, &made) : MPI_Type_dup(type, &made);
    if (type != MPI_INT) {
      MPI_Type_free(&type);
    }
    type = made;
  }
  MPI_Type_commit(&type);
  return type;
}

/// Elements with numbers in all their bytes.
struct Memory {
  Memory(MPI_Datatype type, int count) {
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(type, &lower, &extent);
    bytes.resize(static_cast<std::size_t>(extent * count) + 1);
    std::iota(bytes.begin(), bytes.end(), char{1});
  }
  std::vector<char> bytes;
};

RC_GTEST_PROP(Packing, PiecesAreAsTheWhole, ()) {
  const bool is_mixed = *rc::gen::arbitrary<bool>();
  const int depth = *rc::gen::inRange(0, 4);
  const int count = *rc::gen::inRange(1, 20);
  MPI_Datatype type = wrapped(is_mixed ? mixed_type() : MPI_INT, depth);
  Memory memory(type, count);
  int room = 0;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &room);
  std::vector<char> expected(static_cast<std::size_t>(room));
  int position = 0;
  MPI_Pack(memory.bytes.data(), count, type, expected.data(), room, &position, MPI_COMM_SELF);

  const auto most = *rc::gen::inRange<std::uint64_t>(12, 200);
  std::vector<char> packed(expected.size());
  const ElementList elements{memory.bytes.data(), static_cast<std::uint64_t>(count), type};
  RC_ASSERT(pack_elements(elements, packed.data(), most) == MPI_SUCCESS);
  RC_ASSERT(packed == expected);

  // A message may end within an element, where an item of the type ends.
  const auto bytes = 4 * *rc::gen::inRange<std::uint64_t>(0, expected.size() / 4 + 1);
  Memory received(type, count);
  Memory by_mpi(type, count);
  std::memset(received.bytes.data(), 0, received.bytes.size());
  std::memset(by_mpi.bytes.data(), 0, by_mpi.bytes.size());
  const ElementList into{received.bytes.data(), static_cast<std::uint64_t>(count), type};
  RC_ASSERT(unpack_elements(packed.data(), bytes, into, most) == MPI_SUCCESS);
  MPI_Sendrecv(packed.data(), static_cast<int>(bytes), MPI_PACKED, 0, 1, by_mpi.bytes.data(), count,
               type, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  RC_ASSERT(received.bytes == by_mpi.bytes);
  if (type != MPI_INT) {
    MPI_Type_free(&type);
  }
}

TEST(Packing, AnElementThatCannotBeDividedHasALimit) {
  MPI_Datatype type = wrapped(mixed_type(), 0);
  Memory memory(type, 2);
  std::vector<char> packed(24);
  const ElementList elements{memory.bytes.data(), 2, type};
  EXPECT_EQ(pack_elements(elements, packed.data(), 11), MPI_ERR_COUNT);
  EXPECT_EQ(unpack_elements(packed.data(), 24, elements, 11), MPI_ERR_COUNT);
  EXPECT_EQ(unpack_elements(packed.data(), 8, elements, 11), MPI_SUCCESS);  // a part of one
  EXPECT_EQ(pack_elements(elements, packed.data(), 12), MPI_SUCCESS);
  MPI_Type_free(&type);
}

/// The size of the element fits neither in an int nor in a piece.
TEST(Packing, AnElementOfSeveralGiBIsDivided) {
  MPI_Datatype type = nullptr;
  MPI_Type_contiguous(1 << 30, MPI_INT, &type);  // 4 GiB
  MPI_Type_commit(&type);
  std::vector<char> few(64);
  std::iota(few.begin(), few.end(), char{1});
  std::vector<char> got(64);
  const ElementList into{got.data(), 3, type};
  EXPECT_EQ(unpack_elements(few.data(), 64, into), MPI_SUCCESS);
  EXPECT_EQ(got, few);
  MPI_Type_free(&type);
}

}  // namespace
}  // namespace dps::mpi_library
