#include "predictor/calibration/raw_files.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "predictor/datasheets/raw/raw_reader.h"
#include "predictor/datasheets/raw/run_facts.h"

namespace dps::calibration {
namespace {

using datasheets::RawFile;
using datasheets::RawPoint;
using datasheets::Stop;

Leg ping_pong(std::uint64_t bytes, Packing packing = Packing::kOff) {
  return {LegKind::kPingPong, bytes, 10, packing, Seconds(0)};
}

Leg drain(std::uint64_t bytes, std::uint32_t messages) {
  return {LegKind::kDrain, bytes, messages, Packing::kOff, Seconds(0.005)};
}

Findings findings_of(std::vector<std::string> hosts) {
  Findings findings;
  for (std::string& name : hosts) {
    findings.hosts.push_back({std::move(name), "x86_64", {}, 2, 0, {1e-9, 0}, {1e-9, 2e-9}});
  }
  findings.paths = {{0, 0, 1024}};
  return findings;
}

std::vector<std::string> names_of(const NamedTexts& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const auto& [name, text] : files) {
    names.push_back(name);
  }
  return names;
}

/// The file as dps datasheet reads it.
RawFile read_back(const NamedTexts& files, const std::string& function,
                  const std::string& path = "") {
  const auto found = std::find_if(files.begin(), files.end(), [&](const auto& file) {
    return file.first == function + path + ".data";
  });
  EXPECT_NE(found, files.end()) << function;
  const auto reading = datasheets::read_raw(found->second, {function});
  EXPECT_TRUE(reading.file) << found->second;
  return reading.file.value_or(RawFile{});
}

TEST(RawFiles, APingPongIsASendARecvAndARound) {
  Findings findings = findings_of({"a"});
  findings.legs = {{0,
                    ping_pong(64),
                    {{1, {4e-6, 10e-6}}, {1, {6e-6, 30e-6}}, {2, {5e-6, 11e-6}}},
                    Stop::kError}};
  const auto files = raw_files_of(findings);
  EXPECT_EQ(names_of(files), (std::vector<std::string>{"run.toml", "multiply.data", "pingpong.data",
                                                       "recv.data", "send.data"}));
  const auto send = read_back(files, "send");
  EXPECT_EQ(send.element_bytes, 1U);
  EXPECT_EQ(send.function_class, machines::FunctionClass::kPointToPoint);
  EXPECT_EQ(send.ranks, "two on a");
  ASSERT_EQ(send.points.size(), 1U);
  const RawPoint& point = send.points[0];
  EXPECT_EQ(point.processes, 2U);
  EXPECT_EQ(point.elements, 64U);
  EXPECT_DOUBLE_EQ(point.median, 5e-6);
  // sqrt(pi / 2) s / sqrt(3), where s = 1e-6
  EXPECT_NEAR(point.error, 0.7236e-6, 1e-10);
  ASSERT_TRUE(point.counts);
  EXPECT_EQ(*point.counts, (datasheets::TrialCounts{3, 4e-6, 6e-6, 0, 0, 2, Stop::kError}));
  EXPECT_DOUBLE_EQ(read_back(files, "recv").points.at(0).median, 11e-6);
  const RawPoint round = read_back(files, "pingpong").points.at(0);
  EXPECT_DOUBLE_EQ(round.median, 22e-6);
  EXPECT_DOUBLE_EQ(round.counts->max, 60e-6);
}

TEST(RawFiles, ADrainIsARecvmin) {
  Findings findings = findings_of({"a"});
  findings.legs = {{0, drain(1024, 30), {{1, {4e-6, 2e-6}}}, Stop::kTime},
                   {0, drain(0, 30), {{1, {4e-6, 1e-6}}}, Stop::kTime}};
  const auto files = raw_files_of(findings);
  EXPECT_EQ(names_of(files),
            (std::vector<std::string>{"run.toml", "multiply.data", "recvmin.data"}));
  const auto points = read_back(files, "recvmin").points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].elements, 0U) << "by elements";
  EXPECT_DOUBLE_EQ(points[1].median, 2e-6);
  EXPECT_EQ(points[1].counts->stop, Stop::kTime);
}

TEST(RawFiles, ASendToASleepingReceiverIsASendlate) {
  Findings findings = findings_of({"a"});
  findings.late_legs = {{0, drain(2048, 1), {{1, {4e-6, 2e-6}}}, Stop::kTrials}};
  const auto files = raw_files_of(findings);
  EXPECT_EQ(names_of(files),
            (std::vector<std::string>{"run.toml", "multiply.data", "sendlate.data"}));
  EXPECT_DOUBLE_EQ(read_back(files, "sendlate").points.at(0).median, 4e-6);
}

TEST(RawFiles, PackedPingPongsAreNoFunction) {
  Findings findings = findings_of({"a"});
  findings.legs = {{0, ping_pong(4096, Packing::kCopy), {{1, {4e-6, 2e-6}}}, Stop::kTrials}};
  EXPECT_EQ(names_of(raw_files_of(findings)),
            (std::vector<std::string>{"run.toml", "multiply.data"}));
}

TEST(RawFiles, WithHostsTheirPathsAreApart) {
  Findings findings = findings_of({"a", "b", "c"});
  findings.paths = {{0, 0, 64}, {0, 1, 64}, {0, 2, 64}};
  findings.legs = {{0, ping_pong(64), {{1, {1e-6, 2e-6}}}, Stop::kError},
                   {1, ping_pong(64), {{1, {3e-6, 4e-6}}}, Stop::kError},
                   {2, ping_pong(64), {{1, {5e-6, 6e-6}}}, Stop::kError}};
  const auto files = raw_files_of(findings);
  const auto within = read_back(files, "send", ".host");
  EXPECT_EQ(within.ranks, "two on a");
  ASSERT_EQ(within.points.size(), 1U);
  EXPECT_DOUBLE_EQ(within.points[0].median, 1e-6);
  const auto between = read_back(files, "send");
  EXPECT_EQ(between.ranks, "a and b, a and c");
  ASSERT_EQ(between.points.size(), 2U) << "a line for each path";
  EXPECT_DOUBLE_EQ(between.points[0].median, 3e-6);
  EXPECT_DOUBLE_EQ(between.points[1].median, 5e-6);
}

TEST(RawFiles, LocalFunctionsAreOfOneProcess) {
  Findings findings = findings_of({"a", "b", "c"});
  findings.hosts[1].multiply_runs = {5e-9, 6e-9};
  findings.hosts[2].multiply_runs = {4e-9, 1e-9};
  findings.packs = {{4096, {{2e-7, 1}, {3e-7, 1}, {4e-7, 1}}}};
  findings.unpacks = {{4096, {{0, 1}, {6e-7, 2}, {5e-7, 3}}}};
  const auto files = raw_files_of(findings);
  const auto multiply = read_back(files, "multiply");
  EXPECT_EQ(multiply.function_class, machines::FunctionClass::kLocal);
  ASSERT_EQ(multiply.points.size(), 1U);
  EXPECT_EQ(multiply.points[0].processes, 1U);
  EXPECT_EQ(multiply.points[0].elements, 0U);
  // The medians of the hosts are 4 ns in the first run and 2 ns in the second.
  EXPECT_DOUBLE_EQ(multiply.points[0].counts->min, 2e-9);
  EXPECT_DOUBLE_EQ(multiply.points[0].counts->max, 4e-9);
  const auto pack = read_back(files, "pack");
  EXPECT_EQ(pack.ranks, "a, b, c");
  EXPECT_EQ(pack.points.at(0).elements, 4096U);
  EXPECT_DOUBLE_EQ(pack.points.at(0).median, 3e-7);
  const auto unpack = read_back(files, "unpack");
  EXPECT_EQ(unpack.function_class, machines::FunctionClass::kPointToPoint);
  EXPECT_DOUBLE_EQ(unpack.points.at(0).median, 5e-7);
  EXPECT_EQ(unpack.points.at(0).counts->passes, 3U);
}

TEST(RawFiles, TimesUnderContentionAreByProcessesAndElements) {
  Findings findings = findings_of({"a", "b"});
  findings.contended = {{4, 64, {{1, {3e-6, 9e-6}}}, Stop::kTime},
                        {2, 64, {{1, {1e-6, 4e-6}}, {2, {2e-6, 6e-6}}}, Stop::kError},
                        {2, 0, {{1, {1e-6, 2e-6}}}, Stop::kError}};
  const auto files = raw_files_of(findings);
  EXPECT_EQ(names_of(files), (std::vector<std::string>{"run.toml", "allrecv.data", "allsend.data",
                                                       "multiply.data"}));
  const auto receive = read_back(files, "allrecv");
  EXPECT_EQ(receive.function_class, machines::FunctionClass::kCollective);
  EXPECT_EQ(receive.ranks, "a, b");
  ASSERT_EQ(receive.points.size(), 3U);
  EXPECT_EQ(receive.points[0].elements, 0U);
  EXPECT_EQ(receive.points[1].processes, 2U);
  EXPECT_DOUBLE_EQ(receive.points[1].median, 5e-6);
  EXPECT_EQ(receive.points[1].counts->passes, 2U);
  EXPECT_EQ(receive.points[2].processes, 4U);
  EXPECT_EQ(receive.points[2].counts->stop, Stop::kTime);
  EXPECT_DOUBLE_EQ(read_back(files, "allsend").points[2].median, 3e-6);
}

TEST(RawFiles, TheRunFileHasTheEnvironment) {
  Findings findings = findings_of({"a", "b"});
  findings.environment = {{"transport", "tcp"}, {"cpus", "\"quoted\" \\ and\nmore"}};
  const auto files = raw_files_of(findings);
  const auto reading = datasheets::read_run_facts(files.front().second);
  ASSERT_TRUE(reading.facts) << files.front().second;
  EXPECT_EQ(reading.facts->element_bytes, 1U);
  EXPECT_EQ(reading.facts->timer_resolution, 0);
  const std::vector<std::pair<std::string, std::string>> expected{
      {"program", "dps calibrate"},
      {"hosts", "a, b"},
      {"trial", "the mean of a run; a pass is a session"},
      {"transport", "tcp"},
      {"cpus", "\"quoted\" \\ and\nmore"}};
  EXPECT_EQ(reading.facts->measured, expected);
}

}  // namespace
}  // namespace dps::calibration
