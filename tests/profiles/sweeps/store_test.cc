#include "profiles/sweeps/store/store.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profiles/json/result_json.h"
#include "profiles/sweeps/store/stored_point.h"
#include "tests/support/scratch_folder.h"

namespace dps::sweeps {
namespace {

const Conditions kConditions{{"dps", "1"}, {"blueprint", "abc"}};

PointKey key_of(OutcomeKind kind, const std::string& n) {
  return {kind, kind == OutcomeKind::kRun ? "" : "lab", variables_key({{"p", "2"}, {"n", n}})};
}

StoredPoint stored(double n, std::vector<double> makespans) {
  return {{0, "", std::move(makespans), {"a note", "another"}}, {{"n", n}, {"p", 2}}};
}

std::string result_json(double makespan) {
  profiles::RunResult result;
  result.notes = {"the same note"};
  result.runs.emplace_back().makespan_s = makespan;
  return profiles::to_json(result);
}

class StoreTest : public testing::Test {
 protected:
  StoreTest() : path_((folder_.path() / "sweep.db").string()) {}

  Store open() {
    auto store = Store::open(path_, kConditions);
    EXPECT_TRUE(store.has_value()) << (store ? "" : store.error().message);
    return *std::move(store);
  }
  /// Opens the file while files of this process have at most 4 KiB, too few for a database.
  [[nodiscard]] Result<Store> open_with_small_files() const {
    rlimit before{};
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handled = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    auto store = Store::open(path_, kConditions);
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handled);
    return store;
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  support::ScratchFolder folder_;
  std::string path_;
};

TEST_F(StoreTest, KeepsAPointForTheNextProcess) {
  ASSERT_TRUE(
      open().save(key_of(OutcomeKind::kPredict, "10"), stored(10, {1.5, 2.5}), {result_json(1.5)}));
  Store store = open();
  const auto found = store.find(key_of(OutcomeKind::kPredict, "10"));
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->outcome.makespans, (std::vector<double>{1.5, 2.5}));
  EXPECT_EQ((*found)->outcome.notes, (std::vector<std::string>{"a note", "another"}));
  EXPECT_EQ((*found)->variables, stored(10, {}).variables);
  EXPECT_FALSE(store.find(key_of(OutcomeKind::kPredict, "11"))->has_value());
  EXPECT_FALSE(store.find(key_of(OutcomeKind::kRun, "10"))->has_value());
}

TEST_F(StoreTest, SavedPointsAreKeptAfterAKill) {
  open();
  const pid_t child = ::fork();
  if (child == 0) {
    Store store = open();
    static_cast<void>(
        store.save(key_of(OutcomeKind::kPredict, "10"), stored(10, {1.5}), {result_json(1.5)}));
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(load_point({path_, "n=10"}).has_value());
  EXPECT_TRUE(open().find(key_of(OutcomeKind::kPredict, "10"))->has_value());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "the next process leaves one file";
}

TEST_F(StoreTest, RunsOfOnePointAreJoined) {
  Store store = open();
  const PointKey key = key_of(OutcomeKind::kRun, "10");
  ASSERT_TRUE(store.save(key, stored(10, {1.5}), {result_json(1.5)}));
  ASSERT_TRUE(store.save(key, stored(10, {1.5, 2.5}), {result_json(2.5)}));
  const auto joined = load_point({path_, "n=10"});
  ASSERT_TRUE(joined.has_value()) << joined.error().message;
  ASSERT_EQ(joined->runs.size(), 2U);
  EXPECT_EQ(joined->runs[1].makespan_s, 2.5);
  EXPECT_EQ(joined->notes, std::vector<std::string>{"the same note"});
}

TEST_F(StoreTest, ANewPredictionReplacesTheOldOne) {
  Store store = open();
  const PointKey key = key_of(OutcomeKind::kPredict, "10");
  ASSERT_TRUE(store.save(key, stored(10, {1, 2, 3}), {result_json(1)}));
  ASSERT_TRUE(store.save(key, stored(10, {4}), {result_json(4)}));
  EXPECT_EQ((*store.find(key))->outcome.makespans, std::vector<double>{4});
  EXPECT_EQ(store.results(key)->size(), 1U);
}

TEST_F(StoreTest, NamesTheConditionsThatDiffer) {
  open();
  const auto other = Store::open(path_, {{"dps", "1"}, {"blueprint", "def"}, {"seed", "2"}});
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().message, "'" + path_ +
                                       "' belongs to another sweep; name another file:\n"
                                       "  blueprint: there abc, here def");
  EXPECT_EQ(*open().conditions(), kConditions) << "a refused sweep adds nothing";
  EXPECT_TRUE(Store::open(path_, {{"machine lab", "x"}}).has_value());
  EXPECT_FALSE(Store::open(path_, {{"machine lab", "y"}}).has_value());
}

TEST_F(StoreTest, APointIsClaimedByOneAtATime) {
  Store one = open();
  Store two = open();
  EXPECT_TRUE(*one.claim(key_of(OutcomeKind::kRun, "1")));
  EXPECT_FALSE(*two.claim(key_of(OutcomeKind::kRun, "1")));
  EXPECT_TRUE(*two.claim(key_of(OutcomeKind::kRun, "2")));
  one.release(key_of(OutcomeKind::kRun, "1"));
  EXPECT_TRUE(*two.claim(key_of(OutcomeKind::kRun, "1")));
  { Store three = open(); }
  EXPECT_FALSE(*one.claim(key_of(OutcomeKind::kRun, "1")))
      << "closing another connection ends no claim";
}

TEST_F(StoreTest, SelectorsNameOnePoint) {
  Store store = open();
  ASSERT_TRUE(store.save(key_of(OutcomeKind::kPredict, "10"), stored(10, {1}), {result_json(1)}));
  ASSERT_TRUE(store.save(key_of(OutcomeKind::kRun, "10"), stored(10, {2}), {result_json(2)}));
  ASSERT_TRUE(
      store.save(key_of(OutcomeKind::kRun, "20"), {{4, "deadlock", {}, {}}, {{"n", 20}}}, {}));
  const auto makespan = [&](const std::string& selector) {
    const auto result = load_point({path_, selector});
    return result ? result->runs.at(0).makespan_s : -1;
  };
  EXPECT_EQ(makespan("n=10,kind=predict"), 1);
  EXPECT_EQ(makespan("n=1e1,machine=lab"), 1);
  EXPECT_EQ(makespan("n=10,p=2,kind=run"), 2);
  const auto message = [&](const std::string& selector) {
    const auto result = load_point({path_, selector});
    return result ? "" : result.error().message;
  };
  EXPECT_NE(message("n=10").find("selects 2 of the 3 points"), std::string::npos);
  EXPECT_NE(message("n=30").find("selects none of the 3 points"), std::string::npos);
  EXPECT_NE(message("n").find("expected NAME=VALUE, got 'n'"), std::string::npos);
  EXPECT_NE(message("n=20").find("has no result: it failed: deadlock"), std::string::npos);
}

TEST_F(StoreTest, FilesOfOtherProgramsAreRefusedAndNotChanged) {
  folder_.write("sweep.db", "this is a text of some length, and no database\n");
  const std::string before = bytes();
  EXPECT_FALSE(Store::open(path_, kConditions).has_value());
  EXPECT_EQ(bytes(), before);
  std::filesystem::create_directory(folder_.path() / "folder.db");
  EXPECT_FALSE(Store::open((folder_.path() / "folder.db").string(), kConditions).has_value());
}

TEST_F(StoreTest, ADatabaseThatDoesNotComeToExistIsRemoved) {
  const std::string missing = (folder_.path() / "missing" / "sweep.db").string();
  const auto refused = Store::open(missing, kConditions);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "cannot open '" + missing + "': No such file or directory");
  const auto store = open_with_small_files();
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::kSystem);
  EXPECT_EQ(store.error().message.find("cannot write '" + path_ + "': "), 0U)
      << store.error().message;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(StoreTest, ADatabaseThatAnotherHasOpenStays) {
  const Store first = open();
  EXPECT_FALSE(Store::open(path_, {{"dps", "2"}}));
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(StoreTest, AnEmptyFileOfTheUserStays) {
  folder_.write("sweep.db", "");
  EXPECT_FALSE(open_with_small_files());
  EXPECT_EQ(bytes(), "");
  EXPECT_TRUE(std::filesystem::exists(path_));
}

/// Opens a file that may be damaged, and reads all of it. True if it was read without an error.
bool reads_all(const std::string& path) {
  auto store = Store::open_to_read(path);
  if (!store) {
    EXPECT_FALSE(store.error().message.empty());
    return false;
  }
  const auto keys = store->keys();
  bool is_read = keys.has_value();
  for (std::size_t i = 0; is_read && i < keys->size(); ++i) {
    is_read = store->find((*keys)[i]).has_value() && store->results((*keys)[i]).has_value();
  }
  return is_read;
}

TEST_F(StoreTest, DamagedFilesAreErrorsAndNotCrashes) {
  {
    Store store = open();
    for (int n = 1; n <= 20; ++n) {
      ASSERT_TRUE(store.save(key_of(OutcomeKind::kRun, std::to_string(n)), stored(n, {1.0 * n}),
                             {result_json(n)}));
    }
  }
  ASSERT_TRUE(reads_all(path_));
  const std::string good = bytes();
  std::size_t refused = 0;
  std::size_t tried = 0;
  for (std::size_t size = 0; size < good.size(); size += 509, ++tried) {
    folder_.write("cut.db", good.substr(0, size));
    refused += reads_all((folder_.path() / "cut.db").string()) ? 0 : 1;
  }
  EXPECT_EQ(refused, tried) << "every truncated file is refused";
  for (std::size_t at = 0; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x55);
    folder_.write("bad.db", bad);
    static_cast<void>(reads_all((folder_.path() / "bad.db").string()));
  }
}

}  // namespace
}  // namespace dps::sweeps
