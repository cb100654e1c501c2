#include "arguments.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <mpi.h>

namespace cowichan {
namespace {

template <typename T>
std::string set_integer(const std::string& word, T least, T most, T& value) {
  T number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < least || number > most) {
    return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  }
  value = number;
  return "";
}

}  // namespace

Arguments::Arguments(std::int64_t default_n, std::string about)
    : n(default_n), about_(std::move(about)) {
  options_.push_back({"--n", "N", "the size", [this](const std::string& word) {
                        has_n_ = true;
                        return set_integer<std::int64_t>(word, 1, 2'000'000'000, n);
                      }});
  options_.push_back({"--seed", "N", "of the random numbers", [this](const std::string& word) {
                        return set_integer<std::uint32_t>(
                            word, 0, std::numeric_limits<std::uint32_t>::max(), seed);
                      }});
  flag("--check", "the root computes sequentially, too; exit 1 if the results differ", check);
  output_file("--output", "write the result as text", output);
}

void Arguments::number(std::string_view name, std::string_view text, std::int64_t& value,
                       std::int64_t least, std::int64_t most) {
  options_.push_back({name, "N", text, [&value, least, most](const std::string& word) {
                        return set_integer<std::int64_t>(word, least, most, value);
                      }});
}

void Arguments::flag(std::string_view name, std::string_view text, bool& value) {
  options_.push_back({name, "", text, [&value](const std::string&) {
                        value = true;
                        return std::string();
                      }});
}

void Arguments::file(std::string_view name, std::string_view text, std::string& value) {
  options_.push_back({name, "FILE", text, [&value](const std::string& word) {
                        value = word;
                        return word.empty() ? std::string("the name of a file") : "";
                      }});
}

void Arguments::input_file(std::string_view name, std::string_view text, std::string& value) {
  file(name, text, value);
  inputs_.push_back(&value);
}

void Arguments::output_file(std::string_view name, std::string_view text, std::string& value) {
  file(name, text, value);
  outputs_.push_back(&value);
}

void Arguments::read(const World& world, int argc, const char* const* argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    if (world.is_root()) {
      std::fputs(help(world).c_str(), stdout);
    }
    MPI_Finalize();
    std::exit(0);
  }
  std::string mistake = set(world, words);
  mistake = world.share(mistake.empty() ? conflict() : mistake);
  if (!mistake.empty()) {
    world.fail(mistake);
  }
}

std::string Arguments::conflict() const {
  if (has_n_ && !input.empty()) {
    return "--n does not go with --input: '" + input + "' has the size";
  }
  for (const std::string* in : inputs_) {
    for (const std::string* out : outputs_) {
      std::error_code ignored;
      if (!in->empty() && (*in == *out || std::filesystem::equivalent(*in, *out, ignored))) {
        return "'" + *out + "' is read and would be overwritten";
      }
    }
  }
  return outputs_.size() > 1 && !outputs_[0]->empty() && *outputs_[0] == *outputs_[1]
             ? "'" + *outputs_[0] + "' would be written twice"
             : "";
}

std::string Arguments::set(const World& world, const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    const auto option = std::find_if(options_.begin(), options_.end(),
                                     [&](const Option& one) { return one.name == *word; });
    if (option == options_.end()) {
      return "unknown option '" + *word + "'; '" + world.program() + " --help' lists the options";
    }
    if (option->value.empty()) {
      (void)option->set("");
      continue;
    }
    if (word + 1 == words.end()) {
      return std::string(option->name) + " needs a value: " + std::string(option->value);
    }
    ++word;
    if (const std::string expected = option->set(*word); !expected.empty()) {
      return std::string(option->name) + ": expected " + expected + ", got '" + *word + "'";
    }
  }
  return "";
}

std::string Arguments::help(const World& world) const {
  std::string text = "usage: mpirun -n RANKS " + world.program() + " [OPTION]...\n" + about_ + "\n";
  for (const Option& option : options_) {
    std::string left = "  " + std::string(option.name);
    left += option.value.empty() ? "" : " " + std::string(option.value);
    left.resize(std::max<std::size_t>(left.size() + 2, 20), ' ');
    text += left + std::string(option.text) + "\n";
  }
  return text + "The default of --n is " + std::to_string(n) + ".\n";
}

}  // namespace cowichan
