// The main program of tests on a cluster: starts one cluster for all of them, or skips them.
#include <cstdio>
#include <optional>

#include <gtest/gtest.h>

#include "cluster.h"
#include "cluster_kind.h"

namespace {

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE

/// Set while tests run.
const dps::end_to_end::Cluster* the_cluster = nullptr;

}  // namespace

const dps::end_to_end::Cluster& dps::end_to_end::cluster() {
  return *the_cluster;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) {
    return RUN_ALL_TESTS();
  }
  const auto made = dps::end_to_end::Cluster::up(dps::end_to_end::kClusterKind);
  if (!made) {
    std::fputs(
        "\n"
        "*** SKIPPED: none of these tests ran. They need root, Linux namespaces, and the packages\n"
        "*** of section [test] in scripts/packages.\n",
        stderr);
    return kSkipped;
  }
  the_cluster = &*made;
  return RUN_ALL_TESTS();
}
