// The main program of tests on a cluster: starts one cluster for all of them, or skips them.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>
#include <unistd.h>

#include "cluster.h"
#include "cluster_kind.h"

namespace {

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE

/// The cluster, while tests run; otherwise null.
const dps::end_to_end::Cluster* the_cluster = nullptr;

/// Returns false if the machine does not meet the requirements of all clusters.
bool can_have_clusters() {
  return geteuid() == 0 && std::system(
                               "unshare --fork --mount --net --uts --ipc --pid true 2>/dev/null && "
                               "command -v ip >/dev/null && test -x /usr/sbin/sshd") == 0;
}

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
  if (!made && can_have_clusters()) {
    std::fputs("*** The cluster did not start, although this machine can have one.\n", stderr);
    return 1;
  }
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
