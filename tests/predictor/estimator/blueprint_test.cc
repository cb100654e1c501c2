// Streams as blueprints: the predictions of the blueprints on the same machine.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"
#include "predictor/estimator/blueprints/blueprint_text.h"
#include "predictor/estimator/simulation/simulate.h"
#include "predictor/virtual_time/predictor.h"
#include "tests/predictor/estimator/support/spmd.h"

namespace dps::estimator {
namespace {

Picoseconds predicted(const std::string& text) {
  const SourceText source{"b.txt", text};
  const auto reading = blueprint::read_blueprint(source, {});
  EXPECT_TRUE(reading.program) << render(source, reading.diagnostics);
  EXPECT_TRUE(reading.diagnostics.empty()) << render(source, reading.diagnostics);
  const machines::ArchitectureMachine machine(sp2());
  const auto prediction = predictor::predict(*reading.program, machine, {}, {});
  EXPECT_TRUE(prediction->deadlock.empty());
  double latest = 0;
  for (const auto& process : prediction->run.processes) {
    latest = std::max(latest, process.real_s);
  }
  return Picoseconds(std::llround(latest * 1e12));
}

void expect_equal(int nprocs, const std::function<void(Spmd&)>& program) {
  const Streams streams = streams_of(nprocs, program);
  const auto text = blueprint_of(streams, "test");
  ASSERT_TRUE(text);
  EXPECT_EQ(predicted(*text).count(), simulate(streams, sp2())->time.count()) << *text;
}

void ring(Spmd& spmd) {
  const int right = (spmd.pid() + 1) % spmd.nprocs();
  const int left = (spmd.pid() + spmd.nprocs() - 1) % spmd.nprocs();
  for (int round = 0; round < 100; ++round) {
    if (spmd.pid() == 0) {
      spmd.send(right, 8);
      spmd.breceive(left, 8);
    } else {
      spmd.breceive(left, 8);
      spmd.work(100);
      spmd.send(right, 8);
    }
  }
}

TEST(BlueprintOf, ARingIsShortAndExact) {
  const Streams streams = streams_of(16, ring);
  const std::string text = *blueprint_of(streams, "ring.c");
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
  expect_equal(16, ring);
}

TEST(BlueprintOf, EqualProcessorsAreOneGroup) {
  const Streams streams = streams_of(64, [](Spmd& spmd) {
    for (int round = 0; round < 10; ++round) {
      spmd.send((spmd.pid() + 1) % spmd.nprocs(), 8);
      spmd.work(5);
      spmd.breceive((spmd.pid() + spmd.nprocs() - 1) % spmd.nprocs(), 8);
    }
  });
  const std::string text = *blueprint_of(streams, "ring.c");
  EXPECT_NE(text.find("P P0.p 64 "), std::string::npos) << text;
  EXPECT_EQ(predicted(text).count(), simulate(streams, sp2())->time.count());
}

TEST(BlueprintOf, ChainsAndTreesAreExact) {
  expect_equal(7, [](Spmd& spmd) {
    for (int line = 0; line < 20; ++line) {
      if (spmd.pid() > 0) {
        spmd.breceive(spmd.pid() - 1, 2);
      }
      spmd.work(1000);
      if (spmd.pid() + 1 < spmd.nprocs()) {
        spmd.send(spmd.pid() + 1, 2);
      }
    }
  });
  for (const int nprocs : {2, 5, 8, 13}) {
    expect_equal(nprocs, [](Spmd& spmd) {
      for (int round = 0; round < 3; ++round) {
        spmd.broadcast(0, 10);
        spmd.work(1e4 * (spmd.pid() + 1));
      }
    });
  }
}

TEST(BlueprintOf, LoopsNest) {
  expect_equal(2, [](Spmd& spmd) {
    for (int outer = 0; outer < 5; ++outer) {
      for (int inner = 0; inner < 4; ++inner) {
        spmd.work(10);
        spmd.send(1 - spmd.pid(), 1);
        spmd.breceive(1 - spmd.pid(), 1);
      }
      for (int inner = 0; inner < 3; ++inner) {
        spmd.work(inner == 2 ? 70 : 50);
      }
    }
  });
}

TEST(BlueprintOf, AdiIsWithinFourPerCent) {
  for (int nprocs = 3; nprocs <= 12; ++nprocs) {
    const Streams streams = streams_of(nprocs, [](Spmd& spmd) { AdiStep(spmd, 100).run(); });
    const auto exact = static_cast<double>(simulate(streams, sp2())->time.count());
    const auto other = static_cast<double>(predicted(*blueprint_of(streams, "adi.c")).count());
    EXPECT_NEAR(other / exact, 1, 0.04) << nprocs;
  }
}

TEST(BlueprintOf, CommentsNameTheDifferences) {
  Streams streams;
  streams.contents = {{StreamInstruction::message(StreamOperation::kReceive, 1, 8),
                       StreamInstruction::work(5), StreamInstruction::wait()},
                      {StreamInstruction::message(StreamOperation::kBlockingSend, 0, 8)}};
  streams.content_of = {0, 1};
  const std::string text = *blueprint_of(streams, "a.c");
  EXPECT_NE(text.find("# 1 RECEIVE that did not block"), std::string::npos) << text;
  EXPECT_NE(text.find("# 1 BSEND that blocked"), std::string::npos) << text;
  predicted(text);
}

TEST(BlueprintOf, AMessageMustFitIntoABlueprint) {
  Streams streams;
  streams.contents = {{StreamInstruction::message(StreamOperation::kSend, 0, kMostWords)}};
  streams.content_of = {0};
  EXPECT_FALSE(blueprint_of(streams, "a.c").has_value());
}

}  // namespace
}  // namespace dps::estimator
