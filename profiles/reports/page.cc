#include "profiles/reports/page.h"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"
#include "base/text/escape.h"
#include "base/version.h"
#include "profiles/reports/columns.h"
#include "profiles/reports/page_parts.h"
#include "profiles/reports/result_data.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;

/// "run.json, lab.json"
std::string title_of(std::span<const ReportSubject> subjects) {
  std::string title;
  for (const ReportSubject& subject : subjects) {
    title += (title.empty() ? "" : ", ") + subject.name;
  }
  return title;
}

/// Escapes the title for HTML, as valid UTF-8.
std::string html_title(std::string_view title) {
  const std::string quoted = Json(title).dump(-1, ' ', false, Json::error_handler_t::replace);
  return text::html_text(Json::parse(quoted).get<std::string>());
}

constexpr std::string_view kPage = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '{script_hash}'; style-src '{style_hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="dps {version}">
<title>dps report: {title}</title>
<style>{style}</style>
</head>
<body>
<noscript><p>This page draws its figures with a script, which is part of the page. The browser does not run it.</p></noscript>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
)";

/// `subject` is the member of the data that the page shows.
std::string page_with(std::string_view title, const char* subject, Json content) {
  Json data = {{"format", "dps-report"}, {"version", 1}, {"dps", dps_version()}};
  data["results"] = Json::array();
  data[subject] = std::move(content);
  return fmt::format(kPage, fmt::arg("script_hash", policy_hash(page_script())),
                     fmt::arg("style_hash", policy_hash(page_style())),
                     fmt::arg("version", dps_version()), fmt::arg("title", html_title(title)),
                     fmt::arg("style", page_style()), fmt::arg("data", embedded(data)),
                     fmt::arg("script", page_script()));
}

}  // namespace

std::string embedded(const Json& data) {
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string policy_hash(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  DPS_CHECK(EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1);
  return "sha256-" + base64({reinterpret_cast<const char*>(digest.data()), size});
}

Result<std::string> page_of(std::span<const ReportSubject> subjects) {
  Json results = Json::array();
  for (const ReportSubject& subject : subjects) {
    auto one = data_of(subject);
    if (!one) {
      return tl::unexpected(one.error());
    }
    results.push_back(std::move(*one));
  }
  return page_with(title_of(subjects), "results", std::move(results));
}

std::string page_of_sweep(std::string_view name, Json points) {
  points["name"] = name;
  return page_with(name, "sweep", std::move(points));
}

}  // namespace dps::reports
