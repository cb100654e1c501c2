#include "studio/web/request_rules.h"

#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace dps::studio {
namespace {

RequestHead socket_request(std::optional<std::string_view> host,
                           std::optional<std::string_view> origin) {
  return {"GET", kSocketPath, host, origin, true};
}

TEST(RequestRules, OnlyNamesOfTheLoopbackDeviceAreOwnHosts) {
  for (const std::string_view host :
       {"127.0.0.1", "127.0.0.1:1", "localhost", "localhost:65535", "[::1]", "[::1]:8080"}) {
    EXPECT_TRUE(is_own_host(host)) << host;
  }
  for (const std::string_view host :
       {"", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example",
        "127.0.0.1:", "127.0.0.1:80:80", "localhost:123456", "localhost:8a", "[::1]x", "::1",
        "LOCALHOST", "127.0.0.2", " localhost", "localhost ", "user@localhost"}) {
    EXPECT_FALSE(is_own_host(host)) << host;
  }
}

TEST(RequestRules, FilesAreAnsweredToGetAlone) {
  EXPECT_EQ(refusal_of({"GET", "/", "localhost:1", {}}, true), 0U);
  EXPECT_EQ(refusal_of({"GET", "/", "localhost:1", "http://evil.example"}, true), 0U);
  EXPECT_EQ(refusal_of({"POST", "/", "localhost:1", {}}, true), 405U);
  EXPECT_EQ(refusal_of({"GET", "/x", "localhost:1", {}}, false), 404U);
  EXPECT_EQ(refusal_of({"GET", "/", "localhost:1", {}, true}, true), 404U);
  EXPECT_EQ(refusal_of({"GET", "/", "evil.example", {}}, true), 403U);
  EXPECT_EQ(refusal_of({"GET", "/", {}, {}}, true), 403U);
}

TEST(RequestRules, ASocketNeedsTheOriginOfItsHost) {
  EXPECT_EQ(refusal_of(socket_request("localhost:1", "http://localhost:1"), false), 0U);
  EXPECT_EQ(refusal_of(socket_request("[::1]:1", "http://[::1]:1"), false), 0U);
  for (const std::optional<std::string_view> origin :
       std::initializer_list<std::optional<std::string_view>>{{},
                                                              "",
                                                              "null",
                                                              "http://evil.example",
                                                              "https://localhost:1",
                                                              "http://localhost",
                                                              "http://localhost:2",
                                                              "http://127.0.0.1:1",
                                                              "http://localhost:1/"}) {
    EXPECT_EQ(refusal_of(socket_request("localhost:1", origin), false), 403U)
        << origin.value_or("-");
  }
  EXPECT_EQ(refusal_of(socket_request("evil.example", "http://evil.example"), false), 403U);
  EXPECT_EQ(refusal_of({"GET", kSocketPath, "localhost:1", "http://localhost:1"}, false), 426U);
}

TEST(RequestRules, ThePolicyAllowsNothingFromElsewhere) {
  EXPECT_EQ(content_security_policy("abc"),
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; "
            "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'");
}

}  // namespace
}  // namespace dps::studio
