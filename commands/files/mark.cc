#include "commands/files/mark.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

namespace dps::commands {
namespace {

constexpr std::string_view kStart = "dps wrote this ";
constexpr std::string_view kMiddle = "; checksum ";
/// The maximum number of bytes from the beginning of a mark to the end of the text.
constexpr std::size_t kMostMarkBytes = 200;

constexpr std::string_view kPngMagic = "\x89PNG";
/// The last chunk of a PNG: its length, type and checksum. Source: PNG specification, 11.2.5.
constexpr std::size_t kPngEndBytes = 12;
constexpr std::size_t kPngChecksumBytes = 4;

struct Enclosure {
  std::string_view begin, end;
};

Enclosure enclosure_of(MarkComment comment) {
  constexpr std::array<Enclosure, 4> kEnclosures{
      {{"# ", "\n"}, {"% ", "\n"}, {"// ", "\n"}, {"<!-- ", " -->\n"}}};
  return kEnclosures.at(static_cast<std::size_t>(comment));
}

std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string mark_after(std::string_view text, std::string_view kind) {
  return fmt::format("{}{}{}{:08x}", kStart, kind, kMiddle, crc_of(text));
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> shift & 0xff);
  }
  return bytes;
}

/// Inserts a chunk of text. Source: PNG specification, 5.3 and 11.3.4.3.
std::string with_png_mark(std::string picture, std::string_view kind) {
  if (picture.size() < kPngEndBytes) {
    return picture;
  }
  const std::string end = picture.substr(picture.size() - kPngEndBytes);
  picture.resize(picture.size() - kPngEndBytes);
  constexpr std::string_view kKeyword{"tEXtComment\0", 12};
  constexpr std::size_t kTypeBytes = 4;
  // The length of the mark does not depend on the checksum, so it is known first.
  const std::size_t length = kKeyword.size() - kTypeBytes + mark_after("", kind).size();
  const std::size_t chunk = picture.size() + sizeof(std::uint32_t);
  picture += big_endian(static_cast<std::uint32_t>(length));
  picture += kKeyword;
  picture += mark_after(picture, kind);
  picture += big_endian(crc_of(std::string_view(picture).substr(chunk)));
  return picture + end;
}

/// Returns true if nothing but the end of a comment follows the mark.
bool is_end(std::string_view text, std::string_view rest) {
  const bool is_png = text.starts_with(kPngMagic);
  return is_png ? rest.size() == kPngChecksumBytes + kPngEndBytes
                : rest == "\n" || rest == enclosure_of(MarkComment::kMarkup).end;
}

}  // namespace

std::string with_mark(std::string text, std::string_view kind, MarkComment comment) {
  if (comment == MarkComment::kPng) {
    return with_png_mark(std::move(text), kind);
  }
  const auto [begin, end] = enclosure_of(comment);
  text += text.empty() || text.ends_with('\n') ? "" : "\n";
  text += begin;
  text += mark_after(text, kind);
  text += end;
  return text;
}

Mark find_mark(std::string_view text) {
  const std::size_t from = text.size() - std::min(text.size(), kMostMarkBytes);
  const std::size_t last = text.substr(from).rfind(kStart);
  if (last == std::string_view::npos) {
    return {};
  }
  const std::size_t start = from + last;
  const std::string_view mark = text.substr(start + kStart.size());
  const std::size_t middle = mark.find(kMiddle);
  if (middle == std::string_view::npos) {
    return {};
  }
  const std::string kind(mark.substr(0, middle));
  const std::size_t size = mark_after("", kind).size();
  const std::string_view whole = text.substr(start, size);
  return {kind, whole == mark_after(text.substr(0, start), kind) &&
                    is_end(text, text.substr(start + whole.size()))};
}

}  // namespace dps::commands
