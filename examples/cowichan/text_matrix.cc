#include "text_matrix.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace cowichan {
namespace {

/// Splits a text into numbers, and counts its lines for messages.
class NumberReader {
 public:
  NumberReader(std::string path, std::string text)
      : path_(std::move(path)), text_(std::move(text)), at_(text_.data()) {}

  template <typename T>
  bool next(T& number) {
    skip_blanks();
    const char* const end = text_.data() + text_.size();
    const auto read = std::from_chars(at_, end, number);
    const bool is_whole = read.ptr == end || is_blank(*read.ptr);
    if (read.ec != std::errc() || !is_whole || !is_finite(number)) {
      const char* const after = std::find_if(at_, end, is_blank);
      expected(std::is_same_v<T, double> ? "a number" : "a whole number that fits",
               at_ == end ? "the end of the file" : "'" + std::string(at_, after) + "'");
      return false;
    }
    at_ = read.ptr;
    return true;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.data() + text_.size();
  }
  void expected(const std::string& what, const std::string& got) {
    mistake = path_ + ":" + std::to_string(line_) + ": expected " + what + ", got " + got;
  }

  std::string mistake;  ///< the last one

 private:
  static bool is_blank(char c) { return std::strchr(" \t\r\n", c) != nullptr; }
  template <typename T>
  static bool is_finite(T number) {
    if constexpr (std::is_same_v<T, double>) {
      return std::isfinite(number);
    }
    return true;
  }
  void skip_blanks() {
    const char* const end = text_.data() + text_.size();
    for (; at_ != end && is_blank(*at_); ++at_) {
      line_ += *at_ == '\n' ? 1 : 0;
    }
  }

  std::string path_;
  std::string text_;
  const char* at_;
  std::int64_t line_ = 1;
};

/// "9 rows and 2 columns", with N and M for those that may have any value.
std::string size_text(const Wanted& wanted) {
  const auto text = [](std::int64_t number, const char* any) {
    return number > 0 ? std::to_string(number) : std::string(any);
  };
  return text(wanted.rows, "N") + " rows and " +
         text(wanted.columns, wanted.is_square ? "N" : "M") + " columns";
}

/// Reads rows and columns. Returns false after a mistake.
bool read_size(NumberReader& reader, const Wanted& wanted, std::int64_t most_numbers,
               Matrix<char>& size) {
  if (!reader.next(size.rows) || !reader.next(size.columns)) {
    return false;
  }
  const bool is_wanted = size.rows >= (wanted.may_be_empty ? 0 : 1) && size.columns > 0 &&
                         (wanted.rows == 0 || size.rows == wanted.rows) &&
                         (wanted.columns == 0 || size.columns == wanted.columns) &&
                         (!wanted.is_square || size.rows == size.columns);
  const std::string got =
      std::to_string(size.rows) + " rows and " + std::to_string(size.columns) + " columns";
  if (!is_wanted) {
    reader.expected(size_text(wanted), got);
  } else if (size.rows > most_numbers / size.columns) {
    reader.expected("as many numbers as its first line says, " + got, "a shorter text");
  }
  return reader.mistake.empty();
}

template <typename T>
bool read_numbers(NumberReader& reader, const Wanted& wanted, Matrix<T>& matrix) {
  for (T& value : matrix.values) {
    if (!reader.next(value)) {
      return false;
    }
    if (static_cast<double>(value) < wanted.least || static_cast<double>(value) > wanted.most) {
      reader.expected("numbers from " + std::to_string(static_cast<std::int64_t>(wanted.least)) +
                          " to " + std::to_string(static_cast<std::int64_t>(wanted.most)),
                      std::to_string(value));
      return false;
    }
  }
  if (!reader.at_end()) {
    reader.expected("the end of the file", "more numbers than its first line says");
  }
  return reader.mistake.empty();
}

/// Reads a file. Returns the mistake; "" if there is none.
template <typename T>
std::string read_matrix(const std::string& path, const Wanted& wanted, Matrix<T>& matrix) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in.is_open()) {
    text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (!in.is_open() || in.bad() || in.fail()) {
    return "cannot read '" + path + "': " + std::strerror(errno);
  }
  const auto most_numbers = static_cast<std::int64_t>(text.size() / 2 + 1);
  NumberReader reader(path, std::move(text));
  Matrix<char> size;
  if (read_size(reader, wanted, most_numbers, size)) {
    matrix = Matrix<T>(size.rows, size.columns);
    (void)read_numbers(reader, wanted, matrix);
  }
  return reader.mistake;
}

/// Appends a number so that reading it gives the same one.
template <typename T>
void append(std::string& text, T value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

/// Writes a file. Returns the mistake; "" if there is none.
template <typename T>
std::string write_file(const std::string& path, const Matrix<T>& matrix) {
  std::ofstream out(path, std::ios::binary);
  std::string text;
  append(text, matrix.rows);
  text += ' ';
  append(text, matrix.columns);
  text += '\n';
  out << text;
  text.clear();
  for (std::int64_t i = 0; i < matrix.rows && out; ++i) {
    for (std::int64_t j = 0; j < matrix.columns; ++j) {
      append(text, matrix.row(i)[j]);
      text += j + 1 < matrix.columns ? ' ' : '\n';
    }
    out << text;
    text.clear();
  }
  out.close();
  return out ? "" : "cannot write '" + path + "': " + std::strerror(errno);
}

}  // namespace

template <typename T>
BlockMatrix<T> read_blocks(const World& world, const std::string& path, const Wanted& wanted) {
  Matrix<T> whole;
  const std::string mistake =
      world.share(world.is_root() ? read_matrix(path, wanted, whole) : std::string());
  if (!mistake.empty()) {
    world.fail(mistake);
  }
  std::array<std::int64_t, 2> size{whole.rows, whole.columns};
  MPI_Bcast(size.data(), 2, MPI_INT64_T, kRoot, MPI_COMM_WORLD);
  whole.rows = size[0];
  whole.columns = size[1];
  return scatter(world, whole);
}

template <typename T>
void write_matrix(const World& world, const std::string& path, const Matrix<T>& whole) {
  const std::string mistake =
      world.share(world.is_root() ? write_file(path, whole) : std::string());
  if (!mistake.empty()) {
    world.fail(mistake);
  }
}

template <typename T>
void write_blocks(const World& world, const std::string& path, const BlockMatrix<T>& matrix) {
  write_matrix(world, path, gather(world, matrix));
}

template BlockMatrix<double> read_blocks(const World&, const std::string&, const Wanted&);
template BlockMatrix<std::int32_t> read_blocks(const World&, const std::string&, const Wanted&);
template BlockMatrix<std::int64_t> read_blocks(const World&, const std::string&, const Wanted&);
template void write_matrix(const World&, const std::string&, const Matrix<double>&);
template void write_matrix(const World&, const std::string&, const Matrix<std::int32_t>&);
template void write_matrix(const World&, const std::string&, const Matrix<std::int64_t>&);
template void write_blocks(const World&, const std::string&, const BlockMatrix<double>&);
template void write_blocks(const World&, const std::string&, const BlockMatrix<std::int32_t>&);
template void write_blocks(const World&, const std::string&, const BlockMatrix<std::int64_t>&);

}  // namespace cowichan
