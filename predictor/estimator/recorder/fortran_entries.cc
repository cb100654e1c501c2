#include "predictor/estimator/recorder/fortran_entries.h"

#include <array>

#include <fmt/format.h>

namespace dps::estimator {
namespace {

/// A subroutine: whole numbers, then perhaps the multiplies, an INTEGER or a DOUBLE PRECISION.
struct Entry {
  const char* name;
  const char* function;  ///< dps_estimate_… of the driver
  int whole_numbers;
  enum class Multiplies : unsigned char { kNone, kInteger, kDouble } multiplies;
};

constexpr auto kNone = Entry::Multiplies::kNone;
constexpr auto kInteger = Entry::Multiplies::kInteger;
constexpr auto kDouble = Entry::Multiplies::kDouble;

constexpr std::array<Entry, 16> kEntries{{{"SEND", "send", 2, kNone},
                                          {"RECEIVE", "receive", 2, kNone},
                                          {"BSEND", "bsend", 2, kNone},
                                          {"BRECEIVE", "breceive", 2, kNone},
                                          {"WORK", "work", 0, kInteger},
                                          {"DWORK", "work", 0, kDouble},
                                          {"WAIT", "wait", 0, kNone},
                                          {"BROADCAST", "broadcast", 2, kNone},
                                          {"REDUCE", "reduce", 2, kInteger},
                                          {"DREDUCE", "reduce", 2, kDouble},
                                          {"ALLREDUCE", "allreduce", 1, kInteger},
                                          {"DALLREDUCE", "allreduce", 1, kDouble},
                                          {"BARRIER", "barrier", 0, kNone},
                                          {"GATHER", "gather", 2, kNone},
                                          {"SCATTER", "scatter", 2, kNone},
                                          {"ALLTOALL", "alltoall", 1, kNone}}};

/// The names of the arguments: "A_, B_, M_". A macro of the user seldom ends in "_".
std::string names(const Entry& entry) {
  std::string list = entry.whole_numbers == 2 ? "A_, B_" : entry.whole_numbers == 1 ? "A_" : "";
  if (entry.multiplies != kNone) {
    list += list.empty() ? "M_" : ", M_";
  }
  return list;
}

/// The declarations of the arguments, with their kinds in C or as users declare them.
std::string declarations(const Entry& entry, const char* whole, const char* multiplies) {
  const char* numbers = entry.whole_numbers == 2 ? "A_, B_" : "A_";
  std::string text;
  if (entry.whole_numbers > 0) {
    text += fmt::format("      {} {}\n", whole, numbers);
  }
  if (entry.multiplies != kNone) {
    text += fmt::format("      {} M_\n", multiplies);
  }
  return text;
}

/// The arguments of the call, converted to the kinds of C, whatever kinds INTEGER and DOUBLE
/// PRECISION have with the flags of the user. Without blanks, the call fits into 72 columns.
std::string values(const Entry& entry) {
  std::string list = entry.whole_numbers > 0 ? "INT(A_,C_INT64_T)" : "";
  list += entry.whole_numbers > 1 ? ",INT(B_,C_INT64_T)" : "";
  if (entry.multiplies != kNone) {
    list += list.empty() ? "" : ",";
    list += "REAL(M_,C_DOUBLE)";
  }
  return list;
}

std::string subroutine(const Entry& entry) {
  constexpr const char* kIsoC = "      USE, INTRINSIC :: ISO_C_BINDING\n";
  const std::string arguments = names(entry);
  std::string text = fmt::format("      SUBROUTINE {}({})\n{}", entry.name, arguments, kIsoC);
  text +=
      declarations(entry, "INTEGER", entry.multiplies == kDouble ? "DOUBLE PRECISION" : "INTEGER");
  text +=
      fmt::format("      INTERFACE\n      SUBROUTINE DPSC({}) BIND(C, NAME='dps_estimate_{}')\n",
                  arguments, entry.function);
  text += kIsoC + declarations(entry, "INTEGER(C_INT64_T), VALUE ::", "REAL(C_DOUBLE), VALUE ::");
  return text + fmt::format(
                    "      END SUBROUTINE\n      END INTERFACE\n      CALL DPSC({})\n"
                    "      END SUBROUTINE\n",
                    values(entry));
}

}  // namespace

std::string fortran_entries(std::string_view entry) {
  std::string text;
  for (const Entry& one : kEntries) {
    text += subroutine(one);
  }
  return text + fmt::format(
                    "      SUBROUTINE DPSRUN(P_, N_) BIND(C, NAME='dps_estimate_run')\n"
                    "      USE, INTRINSIC :: ISO_C_BINDING\n"
                    "      INTEGER(C_INT), VALUE :: P_, N_\n"
                    "      EXTERNAL {0}\n"
                    "      INTEGER PID_, NPROCS_\n"
                    "      PID_ = P_\n"
                    "      NPROCS_ = N_\n"
                    "      CALL {0}(PID_, NPROCS_)\n"
                    "      END SUBROUTINE\n",
                    entry);
}

}  // namespace dps::estimator
