#include "userfuncs/functions.h"

#include <cstring>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "userfuncs/owned_path.h"

namespace dps::userfuncs {
namespace {

std::string loader_words() {
  const char* words = ::dlerror();
  return words != nullptr ? printable(words) : "no reason given";
}

/// Loads the library, and finds and checks the head of its table.
Result<const dps_table*> open_table(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return failure(ErrorCode::kInput,
                   fmt::format("cannot load user library '{}': {}", path, loader_words()));
  }
  const auto* table = static_cast<const dps_table*>(::dlsym(library, "dps_functions"));
  if (table == nullptr) {
    return failure(ErrorCode::kInput,
                   fmt::format("user library '{}' has no table of functions; end its source with "
                               "DPS_FUNCTIONS(…) from <dps_user.h>",
                               path));
  }
  if (table->abi != DPS_USER_ABI || table->function_size < sizeof(dps_function)) {
    return failure(ErrorCode::kInput,
                   fmt::format("user library '{}' was built for version {} of <dps_user.h>, this "
                               "dps has version {}; build it again with this one",
                               path, table->abi, DPS_USER_ABI));
  }
  return table;
}

/// Entry `position` of a table whose entries may be longer than this version's.
dps_function entry(const dps_table& table, std::uint64_t position) {
  dps_function function;
  const auto* bytes = reinterpret_cast<const unsigned char*>(table.functions);
  std::memcpy(&function, bytes + position * table.function_size, sizeof function);
  return function;
}

bool well_formed(const dps_function& function) {
  const bool plain = function.plain != nullptr;
  const bool call = function.call != nullptr;
  return function.name != nullptr && function.name[0] != '\0' && plain != call;
}

}  // namespace

Functions::Functions() {
  for (const dps_table* table : builtin_tables()) {
    DPS_CHECK(add(*table, ""));
  }
}

Result<void> Functions::load(const std::string& path) {
  const auto owned = owned_path(path);
  if (!owned) {
    return with_context(owned.error(), fmt::format("user library '{}'", printable(path)));
  }
  const auto table = open_table(*owned);
  if (!table) {
    return tl::unexpected(table.error());
  }
  return add(**table, *owned);
}

Result<void> Functions::add(const dps_table& table, const std::string& library) {
  for (std::uint64_t i = 0; i < table.function_count; ++i) {
    const dps_function function = entry(table, i);
    if (!well_formed(function)) {
      return failure(ErrorCode::kInput,
                     fmt::format("user library '{}': entry {} of its table of functions is wrong; "
                                 "write it with DPS_PLAIN or DPS_CALL",
                                 library, i + 1));
    }
    if (printable(function.name) != function.name) {
      return failure(ErrorCode::kInput,
                     fmt::format("user library '{}': the name of entry {} of its table of "
                                 "functions is not printable; the arguments of DPS_PLAIN_AS and "
                                 "DPS_CALL_AS are (name, function), in this order",
                                 library, i + 1));
    }
    const auto [place, added] =
        known_.try_emplace(function.name, LoadedFunction{function, library});
    if (!added && !place->second.library.empty() && place->second.library != library) {
      return failure(ErrorCode::kInput,
                     fmt::format("user libraries '{}' and '{}' both have a function '{}'",
                                 place->second.library, library, printable(function.name)));
    }
    place->second = LoadedFunction{function, library};
  }
  return {};
}

const dps_function* Functions::find(std::string_view name) const {
  const auto place = known_.find(name);
  return place != known_.end() ? &place->second.function : nullptr;
}

std::vector<std::string> Functions::names() const {
  std::vector<std::string> names;
  names.reserve(known_.size());
  for (const auto& [name, known] : known_) {
    names.push_back(name);
  }
  return names;
}

Error Functions::unknown(std::string_view name) const {
  const std::vector<std::string> existing = names();
  return Error{
      ErrorCode::kInput,
      fmt::format(
          "unknown function '{}'; known functions: {}{}", printable(name),
          existing.empty() ? "none" : printable(fmt::format("{}", fmt::join(existing, ", "))),
          did_you_mean(name, existing))};
}

}  // namespace dps::userfuncs
