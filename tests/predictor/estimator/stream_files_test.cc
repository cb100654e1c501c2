// Streams files: reading, mistakes, and writing.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/estimator/streams/stream_reader.h"
#include "predictor/estimator/streams/stream_writer.h"
#include "tests/predictor/estimator/support/random_streams.h"

namespace dps::estimator {
namespace {

std::vector<std::string> texts_of(std::span<const StreamInstruction> stream) {
  std::vector<std::string> texts;
  for (const StreamInstruction& instruction : stream) {
    texts.push_back(instruction_text(instruction));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(StreamReader, ReadsAllStatements) {
  const auto reading = read_streams({"x",
                                     "DPS-Streams 1\n processors 4 # of an example\n"
                                     "processor 0\n  SEND 1 100\n  receive 1 1e3\n  bsend 3 0\n"
                                     "  breceive 3 7\n  work 1.5\n  wait\nprocessor 1-2, 3\n"});
  EXPECT_TRUE(reading.diagnostics.empty());
  EXPECT_EQ(texts_of(reading.streams.of(0)), (Texts{"send 1 100", "receive 1 1000", "bsend 3 0",
                                                    "breceive 3 7", "work 1.5", "wait"}));
  EXPECT_TRUE(reading.streams.of(3).empty());
}

TEST(StreamReader, RepeatsNest) {
  const auto reading = read_streams({"x",
                                     "dps-streams 1\nprocessors 1\nprocessor 0\nrepeat 2\nwork 1\n"
                                     "repeat 2\nwork 2\nend\nrepeat 0\nwork 3\nend\nend\n"});
  EXPECT_EQ(texts_of(reading.streams.of(0)),
            (Texts{"work 1", "work 2", "work 2", "work 1", "work 2", "work 2"}));
}

TEST(StreamReader, AProcessorThatIsNotListedHasAnEmptyStream) {
  const auto reading = read_streams({"x", "dps-streams 1\nprocessors 3\nprocessor 1\nwork 1\n"});
  EXPECT_TRUE(reading.streams.of(0).empty());
  EXPECT_EQ(reading.streams.of(1).size(), 1U);
  EXPECT_TRUE(reading.streams.of(2).empty());
}

TEST(StreamReader, PlacesAreThoseOfTheStatements) {
  const std::string text =
      "dps-streams 1\nprocessors 2\nprocessor 0,1\nrepeat 2\n  work 1\nend\nwait\n";
  const auto reading = read_streams({"x", text}, true);
  const auto& places = reading.places[reading.streams.content_of[1]];
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(text.substr(places[1].begin, places[1].end - places[1].begin), "work 1");
  EXPECT_EQ(text.substr(places[2].begin, places[2].end - places[2].begin), "wait");
}

TEST(StreamReader, AFileIsKnownByItsFirstWord) {
  EXPECT_TRUE(is_streams_file("# of a program\n DPS-STREAMS 1\n"));
  EXPECT_FALSE(is_streams_file("name = \"dps-streams\"\n"));
  EXPECT_FALSE(is_streams_file(""));
}

struct Mistake {
  std::string lines;  ///< behind "dps-streams 1" and "processors 2"
  std::string message;
};

TEST(StreamReader, MistakesAreReportedWhereTheyAre) {
  const std::vector<Mistake> mistakes{
      {"processor 0\nsned 1 1", "4:1: error: unknown statement 'sned'; did you mean 'send'?"},
      {"processor 0\nfoo", "4:1: error: unknown statement 'foo'; statements are send"},
      {"processor 2", "3:11: error: there is no processor '2': the last one is 1"},
      {"processor 0\nprocessor 1,0", "4:13: error: processor 0 is listed twice"},
      {"processor 1-0", "3:11: error: the range '1-0' is empty"},
      {"processor", "3:1: error: expected 'processor LIST'"},
      {"processor 0,,1", "3:11: error: a processor is missing in '0,,1'"},
      {"processor x", "3:11: error: a processor must be a whole number, got 'x'"},
      {"processor 0\nsend 2 1", "4:6: error: there is no processor '2': the last one is 1"},
      {"processor 0\nsend 1 -1", "4:8: error: the number of words cannot be negative"},
      {"processor 0\nsend 1 1.5", "4:8: error: the number of words must be a whole number"},
      {"processor 0\nsend 1 1099511627777", "4:8: error: the number of words"},
      {"processor 0\nsend 1", "4:1: error: expected 'send PROCESSOR WORDS'"},
      {"processor 0\nwait 1", "4:6: error: expected the end of the line after 'wait', got '1'"},
      {"processor 0\nwork -1", "4:6: error: the number of multiplies cannot be negative"},
      {"processor 0\nwork nan", "4:6: error: the number of multiplies must be a number"},
      {"processor 0\nrepeat 2\nwait", "4:1: error: this 'repeat' has no 'end'"},
      {"processor 0\nend", "4:1: error: this 'end' has no 'repeat'"},
      {"wait", "3:1: error: expected 'processor LIST' before 'wait'"},
      {"processors 3", "3:1: error: the number of processors is given twice"},
      {"processor 0\nrepeat 10000001\nwait\nend",
       "4:1: error: more than 10,000,000 instructions of a processor"},
      {"processor 0\nrepeat 99999999999999\nwait\nend",
       "4:1: error: more than 10,000,000 instructions of a processor"},
  };
  for (const Mistake& mistake : mistakes) {
    const SourceText source{"x", "dps-streams 1\nprocessors 2\n" + mistake.lines + "\n"};
    const std::string text = render(source, read_streams(source).diagnostics);
    EXPECT_TRUE(text.starts_with("x:" + mistake.message)) << text;
  }
}

TEST(StreamReader, TheHeadIsChecked) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "the file is empty"},
           {"streams 1\nprocessors 1\n", "expected 'dps-streams 1', got 'streams'"},
           {"dps-streams 2\nprocessors 1\n", "unknown version '2'; this dps reads version 1"},
           {"dps-streams 1\n", "there is no line 'processors N'"},
           {"dps-streams 1\nprocessors 0\n", "the number of processors must be at least 1"},
           {"dps-streams 1\nprocessors 1025\n", "the number of processors"},
           {"dps-streams 1\nprocessor 0\n", "the line 'processors N' must come before"}}) {
    const SourceText source{"x", text};
    EXPECT_NE(render(source, read_streams(source).diagnostics).find(message), std::string::npos)
        << text;
  }
}

TEST(StreamReader, AllMistakesAreReportedAtOnce) {
  const auto reading =
      read_streams({"x", "dps-streams 1\nprocessors 2\nprocessor 0\nsend 5 1\nwork x\nfoo\nend\n"});
  EXPECT_EQ(reading.diagnostics.size(), 4U);
}

TEST(StreamReader, SixteenLoopsNestAndNotSeventeen) {
  for (const int depth : {16, 17}) {
    std::string text = "dps-streams 1\nprocessors 1\nprocessor 0\n";
    for (int i = 0; i < depth; ++i) {
      text += "repeat 1\n";
    }
    for (int i = 0; i < depth; ++i) {
      text += "end\n";
    }
    EXPECT_EQ(read_streams({"x", text}).diagnostics.size(), depth == 16 ? 0U : 1U);
  }
}

TEST(StreamWriter, RepeatedBlocksAndEqualProcessorsAreWrittenOnce) {
  const std::string text =
      "dps-streams 1\n"
      "processors 4\n"
      "processor 0,2-3\n"
      "  repeat 100\n"
      "    send 1 2\n"
      "    repeat 3\n"
      "      work 0.5\n"
      "    end\n"
      "    breceive 1 2\n"
      "  end\n"
      "  wait\n"
      "processor 1\n"
      "  work 1e+20\n";
  const auto reading = read_streams({"x", text});
  EXPECT_TRUE(reading.diagnostics.empty());
  EXPECT_EQ(streams_text(reading.streams), text);
}

RC_GTEST_PROP(StreamWriter, WrittenStreamsAreReadAsTheSame, (std::uint32_t seed)) {
  const Streams streams = random_streams(seed);
  const auto reading = read_streams({"x", streams_text(streams)});
  RC_ASSERT(reading.diagnostics.empty());
  RC_ASSERT(reading.streams.processors() == streams.processors());
  for (std::size_t p = 0; p < streams.processors(); ++p) {
    const auto a = streams.of(p);
    const auto b = reading.streams.of(p);
    RC_ASSERT(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
}

RC_GTEST_PROP(StreamWriter, WorkKeepsAllItsDigits, (double multiplies)) {
  RC_PRE(std::isfinite(multiplies) && multiplies >= 0);
  Streams streams{{{StreamInstruction::work(multiplies)}}, {0}};
  const auto reading = read_streams({"x", streams_text(streams)});
  RC_ASSERT(reading.diagnostics.empty());
  RC_ASSERT(reading.streams.of(0)[0].multiplies() == multiplies);
}

}  // namespace
}  // namespace dps::estimator
