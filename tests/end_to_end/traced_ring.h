/// Checks of the trace of a run over several hosts.
#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "profiles/traces/passages.h"
#include "profiles/traces/summary.h"
#include "profiles/traces/trace_file.h"

namespace dps::end_to_end {

/// Expects that the run sent this number of messages between hosts, whose clocks differ, and that
/// none arrives before it was sent.
inline void expect_trace(const std::string& path, std::uint32_t hosts, std::uint64_t messages) {
  const auto trace = traces::open_trace(path);
  ASSERT_TRUE(trace.has_value()) << trace.error().message;
  const traces::TraceHead& head = trace->head();
  EXPECT_TRUE(head.complete);
  EXPECT_TRUE(head.has_all_events());
  EXPECT_EQ(head.hosts.size(), hosts);
  EXPECT_EQ(head.violations, 0U) << "by up to " << head.largest_violation << " ns";
  std::uint64_t passages = 0;
  const auto read = for_each_passage(*trace, [&](const traces::Passage& one) {
    ++passages;
    EXPECT_LE(head.hosts[one.from].common(one.sent), head.hosts[one.to].common(one.arrived));
  });
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(passages, messages);
  EXPECT_TRUE(traces::summarise(*trace).has_value());
}

}  // namespace dps::end_to_end
