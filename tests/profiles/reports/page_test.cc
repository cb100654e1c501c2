#include "profiles/reports/page.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/reports/page_parts.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// A result with this text wherever a user's text may be.
ReportSubject subject_with(const std::string& text) {
  ReportSubject subject;
  subject.name = text;
  subject.result.blueprint.path = text;
  subject.result.blueprint.text = text;
  subject.result.notes.push_back(text);
  subject.result.environment.emplace_back(text, text);
  subject.result.hosts.emplace_back().name = text;
  profiles::RunProfile run;
  run.processes.emplace_back().ptag = text;
  profiles::MessageProfile& message = run.messages.emplace_back();
  message.mtag = message.sender = message.receiver = text;
  subject.result.runs.push_back(run);
  return subject;
}

Result<std::string> page_with(const std::string& text) {
  const ReportSubject subject = subject_with(text);
  return page_of({&subject, 1});
}

Json data_in(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(Page, ATagInTheDataEndsNoElement) {
  const std::string tag = "</script><script>alert(1)</script><!--<script></title></style>&amp;\"'";
  const auto page = page_with(tag);
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(count_of(*page, "<script"), 2U);
  EXPECT_EQ(count_of(*page, "</script"), 2U);
  EXPECT_EQ(count_of(*page, "<!--"), 0U);
  EXPECT_EQ(count_of(*page, "</title>"), 1U);
  EXPECT_EQ(count_of(*page, "</style>"), 1U);
  const Json result = data_in(*page)["results"][0];
  EXPECT_EQ(result["notes"][0], tag);
  EXPECT_EQ(result["hosts"]["rows"][0][0], tag);
  EXPECT_EQ(result["blueprint"]["text"], tag);
}

RC_GTEST_PROP(Page, AnyTextIsReadBackAndHasNoMarkup, (const std::string& text)) {
  const std::string safe = embedded(Json::array({text, "<" + text + "</sCript>"}));
  RC_ASSERT(safe.find('<') == std::string::npos);
  RC_ASSERT(Json::accept(safe));
}

RC_GTEST_PROP(Page, EveryValidTextIsReadBack, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
  RC_ASSERT(Json::parse(embedded(Json(text))).get<std::string>() == text);
}

TEST(Page, InvalidTextIsReplaced) {
  const auto page = page_with("\xff\xfe");
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(data_in(*page)["results"][0]["notes"][0], "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Page, ThePolicyHasTheHashesOfTheScriptAndTheStyle) {
  const auto page = page_with("plan.txt");
  ASSERT_TRUE(page.has_value());
  EXPECT_NE(page->find("script-src '" + policy_hash(page_script()) + "'"), std::string::npos);
  EXPECT_NE(page->find("style-src '" + policy_hash(page_style()) + "'"), std::string::npos);
  EXPECT_NE(page->find("default-src 'none'"), std::string::npos);
  EXPECT_NE(page->find("<script>" + std::string(page_script()) + "</script>"), std::string::npos);
  // Source: FIPS 180-2, the digest of "abc", in base64.
  EXPECT_EQ(policy_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST(Page, RefersToNoOtherFileAndIsSmallWithoutData) {
  const ReportSubject nothing;
  const auto page = page_of({&nothing, 1});
  ASSERT_TRUE(page.has_value());
  EXPECT_LT(page->size(), 400'000U);
  for (const char* reference : {"src=", "@import", "url(http", "<link", "<img", "<iframe"}) {
    EXPECT_EQ(count_of(*page, reference), 0U) << reference;
  }
}

}  // namespace
}  // namespace dps::reports
