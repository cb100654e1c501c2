#include "predictor/calibration/operations/kernel.h"

#include <set>

#include <gtest/gtest.h>

#include "base/operations/operations.h"
#include "predictor/calibration/operations/kernel_source.h"

namespace dps::calibration {
namespace {

KernelChoice choice(KernelLanguage language, std::uint32_t copies = 4, bool dependent = false) {
  return {language, copies, dependent};
}

TEST(Kernels, EveryOperationHasOneInBothLanguages) {
  for (const auto language : {KernelLanguage::kFortran, KernelLanguage::kC}) {
    for (const operations::ParasolOperation& operation : operations::all_operations()) {
      if (is_loop_operation(operation.name)) {
        continue;
      }
      const Kernel kernel = kernel_of(operation.name, choice(language));
      EXPECT_EQ(kernel.name, operation.name);
      EXPECT_GE(kernel.count, 4);
      EXPECT_EQ(kernel.second == kernel.first, kernel.deletes_stores) << operation.name;
      EXPECT_EQ(kernel.deletes_stores, (operation.groups & operations::find_group("store")) != 0);
      EXPECT_EQ(kernel.is_global, (operation.groups & operations::find_group("global")) != 0)
          << operation.name;
    }
  }
}

using Statements = std::vector<std::string>;

TEST(Kernels, TheSecondRoutineHasTheOperationOnceMore) {
  const Kernel add = kernel_of("dga", choice(KernelLanguage::kFortran, 2));
  EXPECT_EQ(add.first, (Statements{"dr = da + db", "dr = da + db"}));
  EXPECT_EQ(add.second, (Statements{"dr = da + db + dc", "dr = da + db + dc"}));
  EXPECT_EQ(kernel_of("ile", choice(KernelLanguage::kFortran, 1)).second,
            Statements{"ir = ia * ib**ik"});
  EXPECT_EQ(kernel_of("rlx", choice(KernelLanguage::kC, 1)).second,
            Statements{"rr = ra * powf(rb, ry)"});
  EXPECT_EQ(kernel_of("maxd", choice(KernelLanguage::kFortran, 3)).second,
            (Statements{"dr = max(da, db)", "dr = min(da, db)", "dr = max(da, db)"}));
  EXPECT_EQ(kernel_of("arr2", choice(KernelLanguage::kC, 1)).second,
            Statements{"dr = x2[j1 - 1][j2 - 1]"});
  EXPECT_EQ(kernel_of("llcc", choice(KernelLanguage::kFortran, 1)).second,
            Statements{"lr = ca == cb"});
}

TEST(Kernels, DependentArithmeticUsesTheResultBeforeIt) {
  EXPECT_EQ(kernel_of("dlm", choice(KernelLanguage::kFortran, 3, true)).second,
            (Statements{"dr = da * db * dc", "da = dr * db * dc", "dr = da * db * dc"}));
}

TEST(Kernels, JumpsGoToTheOtherHalfAndReachEachStatementOnce) {
  const Kernel kernel = kernel_of("goto", choice(KernelLanguage::kFortran, 6));
  std::set<std::string> reached;
  std::string label = "10000";
  while (reached.insert(label).second) {
    const auto& next = kernel.second[std::stoul(label) - 10000];
    EXPECT_TRUE(next.starts_with(label + " ")) << next;
    if (next.ends_with("continue")) {
      break;
    }
    label = next.substr(next.rfind(' ') + 1);
  }
  EXPECT_EQ(reached.size(), 7U);
  EXPECT_EQ(label, "10006");
  EXPECT_EQ(kernel.count, 6);
}

TEST(Kernels, ArgumentsAreCountedByTheByte) {
  EXPECT_EQ(kernel_of("argld", choice(KernelLanguage::kC, 10)).count, 640);
}

TEST(Kernels, GlobalVariablesAreInCommonOrOutsideTheRoutines) {
  const auto source = [](const char* name, KernelLanguage language) {
    return kernel_source(kernel_of(name, choice(language)), language);
  };
  EXPECT_NE(source("iga", KernelLanguage::kFortran).find("common /dpsglb/"), std::string::npos);
  EXPECT_EQ(source("ila", KernelLanguage::kFortran).find("common /dpsglb/"), std::string::npos);
  const std::string global = source("iga", KernelLanguage::kC);
  EXPECT_LT(global.find("int ia,"), global.find("void dps_first"));
  const std::string local = source("ila", KernelLanguage::kC);
  EXPECT_GT(local.find("int ia,"), local.find("void dps_first"));
}

}  // namespace
}  // namespace dps::calibration
