#include "mpi_programs/analysis/code_names.h"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <cxxabi.h>

namespace dps::mpi_profiles {
namespace {

/// The position of the parenthesis that the last one of the text closes; npos: there is none.
std::size_t begin_of_parameters(std::string_view name) {
  const std::size_t last = name.rfind(')');
  int depth = 0;
  for (std::size_t i = last; i != std::string_view::npos && i + 1 > 0; --i) {
    depth += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
    if (depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

/// The position behind the type that a function returns.
std::size_t begin_of_name(std::string_view name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i).starts_with("operator")) {
      break;
    }
    depth += name[i] == '<' || name[i] == '(' ? 1 : name[i] == '>' || name[i] == ')' ? -1 : 0;
    begin = depth == 0 && name[i] == ' ' ? i + 1 : begin;
  }
  return begin;
}

}  // namespace

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string without_types(const std::string& name) {
  // "relax(double*) [clone .omp_fn.0]"
  const std::string_view whole = std::string_view(name).substr(0, name.find(" [clone"));
  const std::size_t parameters = begin_of_parameters(whole);
  const bool has_parameters = parameters != std::string_view::npos && parameters > 0 &&
                              whole.substr(0, parameters) != "(anonymous namespace)::";
  if (!has_parameters || whole.substr(parameters).starts_with("(anonymous namespace)")) {
    return std::string(whole);
  }
  const std::string_view front = whole.substr(0, parameters);
  return std::string(front.substr(begin_of_name(front)));
}

std::string function_of_symbol(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      symbol.starts_with("_Z") ? abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status)
                               : nullptr,
      &std::free);
  return text != nullptr ? without_types(text.get()) : symbol;
}

}  // namespace dps::mpi_profiles
