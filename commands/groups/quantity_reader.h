/// Reads the quantities of --expect and --column.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "profiles/quantity.h"

namespace dps::commands {

/// "99.9" as a share; nullopt unless it is above 0, at most 100, and has at most four decimals.
std::optional<statistics::QuantileShare> share_of(std::string_view percent);

/// The value of an option while it is read from left to right.
class QuantityText {
 public:
  /// Both are borrowed.
  QuantityText(std::string_view option, const std::string& text) : option_(option), text_(text) {}

  /// Reads a figure, possibly divided by another one. Returns false after fail().
  bool read(profiles::Quantity& quantity);

  bool fail(std::size_t at, const std::string& what);
  /// The text with a caret, after fail().
  [[nodiscard]] const std::string& error() const { return error_; }
  void skip_blanks();
  void skip(std::size_t bytes) { at_ += bytes; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(at_); }

 private:
  bool read_figure(profiles::Figure& figure);
  bool set_kind(std::size_t begin, const std::string& word, profiles::Figure& figure);
  bool read_name(profiles::Figure& figure);

  std::string_view option_;
  const std::string& text_;
  std::size_t at_ = 0;
  std::string error_;
};

/// "OPTION: WHAT", then the text with a caret at this position.
std::string error_at(std::string_view option, const std::string& text, std::size_t at,
                     const std::string& what);

/// Parses a quantity, such as "p99(Reply.m)" or "count(a.f) / count(b.f)". Names are not checked.
/// The error contains the text with a caret.
tl::expected<profiles::Quantity, std::string> parse_quantity(std::string_view option,
                                                             const std::string& text);

/// The tags of a program that quantities can be about.
class QuantityNames {
 public:
  explicit QuantityNames(const blueprint::Program& program);
  ~QuantityNames();
  QuantityNames(const QuantityNames&) = delete;
  QuantityNames(QuantityNames&&) = delete;
  QuantityNames& operator=(const QuantityNames&) = delete;
  QuantityNames& operator=(QuantityNames&&) = delete;

  /// Resolves the names; a message type precedes a functionality of the same name. Returns a line
  /// for each name that the program does not have, or that has no such figure; "" if there is none.
  /// `text` is the value of the option.
  std::string resolve(std::string_view option, const std::string& text,
                      profiles::Quantity& quantity) const;

 private:
  struct Tags;
  std::unique_ptr<const Tags> tags_;
};

}  // namespace dps::commands
