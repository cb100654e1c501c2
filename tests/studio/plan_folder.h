/// A folder with a blueprint, for tests of the files of a studio.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "base/processes/temporary_folder.h"

namespace dps::studio {

inline constexpr const char* kPlan = "F a.f NULL NULL NULL NULL\nU a.u a.f\nP A.p 1 a.u\n";

class PlanFolder : public ::testing::Test {
 protected:
  PlanFolder() { write("plan.txt", kPlan); }

  [[nodiscard]] std::filesystem::path path(const std::string& name = "") const {
    return std::filesystem::path(folder_->path()) / name;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  Result<TemporaryFolder> folder_ = TemporaryFolder::make_marked("studio-files");
};

}  // namespace dps::studio
