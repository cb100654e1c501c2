// Tables of estimates.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/tables/estimate_output.h"
#include "predictor/estimator/tables/exact_seconds.h"
#include "tests/predictor/estimator/support/spmd.h"
#include "tests/support/time_units.h"

namespace dps::estimator {
namespace {

EstimateTable table_of(const std::vector<int>& numbers, const std::function<void(Spmd&)>& program) {
  EstimateTable table{"adi.c", "SP2", {"a note"}, {}};
  for (const int number : numbers) {
    table.rows.push_back(
        {static_cast<std::uint32_t>(number), *simulate(streams_of(number, program), sp2())});
  }
  return table;
}

void half_each(Spmd& spmd) {
  spmd.work(1'000'000.0 / spmd.nprocs());
}

void deadlocks_on_two(Spmd& spmd) {
  spmd.work(1);
  if (spmd.nprocs() == 2) {
    spmd.breceive(1 - spmd.pid(), 8);
  }
}

TEST(ExactSeconds, HasAllDigitsOfAPicosecond) {
  EXPECT_EQ(exact_seconds(0_ps), "0");
  EXPECT_EQ(exact_seconds(24'000'000_ps), "0.000024");
  EXPECT_EQ(exact_seconds(1_ps), "0.000000000001");
  EXPECT_EQ(exact_seconds(9'007'199'254'740'993_ps), "9007.199254740993");
  EXPECT_EQ(exact_seconds(3'000'000'000'000_ps), "3");
}

TEST(EstimateTable, TextHasTheBestNumberAboveTheTable) {
  EXPECT_EQ(estimate_text(table_of({1, 2}, half_each)),
            "adi.c on SP2\n"
            "best: 2 processors, 8.9 ms\n"
            "\n"
            "processors     time  speed-up  efficiency     work   send  receive  transmission  "
            "waiting   idle  messages  words\n"
            "         1  17.8 ms      1.00     100.0 %  100.0 %  0.0 %    0.0 %         0.0 %    "
            "0.0 %  0.0 %         0      0\n"
            "         2   8.9 ms      2.00     100.0 %  100.0 %  0.0 %    0.0 %         0.0 %    "
            "0.0 %  0.0 %         0      0\n"
            "\n"
            "- a note\n");
}

TEST(EstimateTable, WithoutOneProcessorThereAreNoSpeedups) {
  const std::string text = estimate_text(table_of({2, 4}, half_each));
  EXPECT_EQ(text.find("speed-up"), std::string::npos);
  const auto json = nlohmann::json::parse(estimate_json(table_of({2, 4}, half_each)));
  EXPECT_TRUE(json["results"][0]["speedup"].is_null());
}

TEST(EstimateTable, JsonHasTheKeysOfTheFormat) {
  const auto json = nlohmann::json::parse(estimate_json(table_of({1, 2}, deadlocks_on_two)));
  EXPECT_EQ(json["format"], "dps-estimate");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["best"], 1);
  EXPECT_EQ(json["notes"], nlohmann::json({"a note"}));
  const auto& two = json["results"][1];
  EXPECT_EQ(two["complete"], false);
  EXPECT_EQ(two["deadlock"].size(), 3U);
  EXPECT_EQ(two["processes"].size(), 2U);
  EXPECT_TRUE(two["speedup"].is_null());
  EXPECT_EQ(two["processes"][0].size(), 7U);
  EXPECT_EQ(two["processes"][0]["receive_s"], 0.000024);
}

TEST(EstimateTable, CsvHasALineForEachNumber) {
  EXPECT_EQ(estimate_csv(table_of({1, 2}, deadlocks_on_two)),
            "processors,time_s,speedup,efficiency,work_s,send_s,receive_s,transmission_s,"
            "waiting_s,idle_s,messages,words,complete\n"
            "1,0.0000000178,1,1,1.78e-08,0,0,0,0,0,0,0,1\n"
            "2,0.0000240178,,,1.78e-08,0,2.4e-05,0,0,0,0,0,0\n");
}

}  // namespace
}  // namespace dps::estimator
