#include "base/host_name.h"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace dps {
namespace {

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_host_name_byte(char c) {
  return is_alnum(c) || std::string_view("._:-").find(c) != std::string_view::npos;
}

bool is_host_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxHostName && is_alnum(name[0]) &&
         std::all_of(name.begin(), name.end(), is_host_name_byte);
}

std::string this_host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace dps
