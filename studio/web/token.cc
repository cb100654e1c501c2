#include "studio/web/token.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/random.h>

namespace dps::studio {

Result<std::string> make_token() {
  std::array<unsigned char, 16> bits{};
  if (::getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size())) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot get random bits: ") + std::strerror(errno));
  }
  std::string token;
  for (const unsigned char byte : bits) {
    token += fmt::format("{:02x}", byte);
  }
  return token;
}

bool is_token(std::string_view token, std::string_view given) {
  unsigned difference = token.size() == given.size() ? 0 : 1;
  for (std::size_t i = 0; i < token.size() && i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(token[i]) ^ static_cast<unsigned char>(given[i]);
  }
  return difference == 0;
}

}  // namespace dps::studio
