#include "userfuncs/functions.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

/// A copy of the library `name` in a folder that only its owner can write.
std::string copy_of(const support::ScratchFolder& folder, const std::string& name) {
  const fs::path copy = folder.path() / (name + ".so");
  fs::copy_file(fs::path(DPS_SAMPLE_FOLDER) / (name + ".so"), copy);
  fs::permissions(copy, fs::perms(0755));
  return copy;
}

std::string load_error(const std::string& name) {
  const support::ScratchFolder folder;
  Functions functions;
  const auto loaded = functions.load(copy_of(folder, name));
  return loaded ? "" : loaded.error().message;
}

TEST(Functions, HaveTheFunctionsOfTheBuiltInFiles) {
  const Functions functions;
  EXPECT_NE(functions.find("mult_vectors"), nullptr);
  EXPECT_NE(functions.find("touch_memory"), nullptr);
  EXPECT_EQ(functions.find("mult_vector"), nullptr);
}

TEST(Functions, NamesAreInAlphabeticalOrder) {
  const std::vector<std::string> names = Functions().names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

TEST(Functions, AnUnknownNameIsReportedWithTheKnownNamesAndTheNearest) {
  const std::string text = Functions().unknown("mult_vektors").message;
  EXPECT_EQ(text.find("unknown function 'mult_vektors'; known functions: "), 0U) << text;
  EXPECT_NE(text.find("touch_memory"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'mult_vectors'?"), std::string::npos) << text;
}

TEST(Functions, ALibraryAddsItsFunctions) {
  const support::ScratchFolder folder;
  Functions functions;
  ASSERT_TRUE(functions.load(copy_of(folder, "sample_library")));
  EXPECT_NE(functions.find("plain"), nullptr);
  EXPECT_NE(functions.find("tell"), nullptr);
  EXPECT_NE(functions.find("other.name"), nullptr);
  EXPECT_NE(functions.find("mult_vectors"), nullptr);
}

TEST(Functions, ALibraryTakesPrecedenceOverBuiltInFunctions) {
  const support::ScratchFolder folder;
  Functions functions;
  EXPECT_EQ(functions.find("multiply_vectors")->plain, nullptr);
  ASSERT_TRUE(functions.load(copy_of(folder, "sample_library")));
  EXPECT_NE(functions.find("multiply_vectors")->plain, nullptr);
}

TEST(Functions, TheSameNameInTwoLibrariesIsAnErrorThatNamesBoth) {
  const support::ScratchFolder folder;
  Functions functions;
  ASSERT_TRUE(functions.load(copy_of(folder, "sample_library")));
  const auto second = functions.load(copy_of(folder, "sample_same_name"));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("sample_library.so"), std::string::npos);
  EXPECT_NE(second.error().message.find("sample_same_name.so"), std::string::npos);
  EXPECT_NE(second.error().message.find("'tell'"), std::string::npos);
}

TEST(Functions, LoadingALibraryTwiceIsNotAnError) {
  const support::ScratchFolder folder;
  const std::string path = copy_of(folder, "sample_library");
  Functions functions;
  ASSERT_TRUE(functions.load(path));
  EXPECT_TRUE(functions.load(path));
}

TEST(Functions, TheErrorForAMissingTableNamesItsMacro) {
  EXPECT_NE(load_error("sample_without_table").find("DPS_FUNCTIONS"), std::string::npos);
}

TEST(Functions, ALibraryOfAnotherAbiIsRefusedWithBothVersions) {
  const std::string text = load_error("sample_other_abi");
  EXPECT_NE(text.find("version 2 of <dps_user.h>, this dps has version 1"), std::string::npos)
      << text;
}

TEST(Functions, AnEntryWithoutAFunctionIsRefused) {
  EXPECT_NE(load_error("sample_bad_entry").find("entry 1"), std::string::npos);
}

TEST(Functions, ANameThatIsNotPrintableIsRefusedWithTheOrderOfTheArguments) {
  const std::string text = load_error("sample_unprintable_name");
  EXPECT_NE(text.find("the name of entry 2 of its table of functions is not printable; the "
                      "arguments of DPS_PLAIN_AS and DPS_CALL_AS are (name, function)"),
            std::string::npos)
      << text;
}

TEST(Functions, AFileThatIsNotALibraryIsRefusedWithTheLoadersText) {
  const support::ScratchFolder folder;
  const auto loaded = Functions().load(folder.write("text.so", "not a library"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kInput);
  EXPECT_NE(loaded.error().message.find("cannot load user library"), std::string::npos);
}

TEST(Functions, ALibraryThatOthersMayWriteIsNotLoaded) {
  const support::ScratchFolder folder;
  const std::string path = copy_of(folder, "sample_library");
  fs::permissions(path, fs::perms(0775));
  Functions functions;
  const auto loaded = functions.load(path);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("chmod go-w"), std::string::npos);
  EXPECT_EQ(functions.find("tell"), nullptr);
}

}  // namespace
}  // namespace dps::userfuncs
