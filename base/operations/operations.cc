#include "base/operations/operations.h"

#include <algorithm>

namespace dps::operations {
namespace {

enum Group : std::uint32_t {
  kAll = 1U << 0,
  kGlobal = 1U << 1,
  kLocal = 1U << 2,
  kInteger = 1U << 3,
  kDouble = 1U << 4,
  kReal = 1U << 5,
  kComplex = 1U << 6,
  kArithmetic = 1U << 7,
  kAdd = 1U << 8,
  kMultiply = 1U << 9,
  kDivide = 1U << 10,
  kPower = 1U << 11,
  kStore = 1U << 12,
  kTransfer = 1U << 13,
  kCompare = 1U << 14,
  kLogic = 1U << 15,
  kIntrinsics = 1U << 16,
  kArray = 1U << 17,
  kBranch = 1U << 18,
  kCall = 1U << 19,
  kLoop = 1U << 20,
  kFlow = 1U << 21,
};

constexpr std::array<ParasolOperationGroup, 22> kGroups{{
    {"all", kAll},
    {"global", kGlobal},
    {"local", kLocal},
    {"integer", kInteger},
    {"double", kDouble},
    {"real", kReal},
    {"complex", kComplex},
    {"arithmetic", kArithmetic},
    {"add", kAdd},
    {"multiply", kMultiply},
    {"divide", kDivide},
    {"power", kPower},
    {"store", kStore},
    {"transfer", kTransfer},
    {"compare", kCompare},
    {"logic", kLogic},
    {"intrinsics", kIntrinsics},
    {"array", kArray},
    {"branch", kBranch},
    {"call", kCall},
    {"loop", kLoop},
    {"flow", kFlow},
}};

// Table B.1, with the names anintd, anintr, dlm and sqrtr, which it misprints.
constexpr std::array<ParasolOperation, kOperationCount> kOperations{{
    {"absc", "complex abs", kAll | kIntrinsics | kComplex},
    {"absd", "double abs", kAll | kIntrinsics | kDouble},
    {"absi", "integer abs", kAll | kIntrinsics | kInteger},
    {"absr", "real abs", kAll | kIntrinsics | kReal},
    {"aimage", "imaginary part of complex number", kAll | kIntrinsics | kComplex},
    {"aintd", "double truncate", kAll | kIntrinsics | kDouble},
    {"aintr", "real truncate", kAll | kIntrinsics | kReal},
    {"anintd", "double nearest whole number", kAll | kIntrinsics | kDouble},
    {"anintr", "real nearest whole number", kAll | kIntrinsics | kReal},
    {"argld", "procedure call argument load (per byte)", kAll | kCall | kFlow},
    {"arr1", "one dim array index", kAll | kArray},
    {"arr2", "two dim array index", kAll | kArray},
    {"arr3", "three dim array index", kAll | kArray},
    {"arr4", "four dim array index", kAll | kArray},
    {"arr5", "five dim array index", kAll | kArray},
    {"arr6", "six dim array index", kAll | kArray},
    {"arr7", "seven dim array index", kAll | kArray},
    {"asind", "double arcsine", kAll | kIntrinsics | kDouble},
    {"asinr", "real arcsine", kAll | kIntrinsics | kReal},
    {"atand", "double arctangent", kAll | kIntrinsics | kDouble},
    {"atanr", "real arctangent", kAll | kIntrinsics | kReal},
    {"cga", "complex global addition", kAll | kGlobal | kComplex | kArithmetic | kAdd},
    {"cgd", "complex global division", kAll | kGlobal | kComplex | kArithmetic | kDivide},
    {"cge", "complex global simple power", kAll | kGlobal | kComplex | kArithmetic | kPower},
    {"cgm", "complex global multiplication", kAll | kGlobal | kComplex | kArithmetic | kMultiply},
    {"cgs", "complex global store", kAll | kGlobal | kComplex | kArithmetic | kStore},
    {"cgt", "complex global memory transfer", kAll | kGlobal | kComplex | kArithmetic | kTransfer},
    {"cgx", "complex global complex power", kAll | kGlobal | kComplex | kArithmetic | kPower},
    {"chari", "integer to character", kAll | kIntrinsics | kInteger},
    {"cla", "complex local addition", kAll | kLocal | kComplex | kArithmetic | kAdd},
    {"cld", "complex local division", kAll | kLocal | kComplex | kArithmetic | kDivide},
    {"cle", "complex local simple power", kAll | kLocal | kComplex | kArithmetic | kPower},
    {"clm", "complex local multiplication", kAll | kLocal | kComplex | kArithmetic | kMultiply},
    {"cls", "complex local store", kAll | kLocal | kComplex | kArithmetic | kStore},
    {"clt", "complex local memory transfer", kAll | kLocal | kComplex | kArithmetic | kTransfer},
    {"clx", "complex local complex power", kAll | kLocal | kComplex | kArithmetic | kPower},
    {"cmplx2d", "two doubles to one complex", kAll | kIntrinsics | kDouble},
    {"cmplx2i", "two integers to one complex", kAll | kIntrinsics | kInteger},
    {"cmplx2r", "two reals to one complex", kAll | kIntrinsics | kReal},
    {"cmplxc", "complex to complex", kAll | kIntrinsics | kComplex},
    {"cmplxd", "double to real part of complex", kAll | kIntrinsics | kDouble},
    {"cmplxi", "integer to real part of complex", kAll | kIntrinsics | kInteger},
    {"cmplxr", "real to real part of complex", kAll | kIntrinsics | kReal},
    {"conjgc", "complex conjugate", kAll | kIntrinsics | kComplex},
    {"dblec", "real part of complex to double", kAll | kIntrinsics | kComplex},
    {"dbled", "double to double", kAll | kIntrinsics | kDouble},
    {"dblei", "integer to double", kAll | kIntrinsics | kInteger},
    {"dbler", "real to double", kAll | kIntrinsics | kReal},
    {"dga", "double global addition", kAll | kGlobal | kDouble | kArithmetic | kAdd},
    {"dgd", "double global division", kAll | kGlobal | kDouble | kArithmetic | kDivide},
    {"dge", "double global simple power", kAll | kGlobal | kDouble | kArithmetic | kPower},
    {"dgm", "double global multiplication", kAll | kGlobal | kDouble | kArithmetic | kMultiply},
    {"dgs", "double global store", kAll | kGlobal | kDouble | kArithmetic | kStore},
    {"dgt", "double global memory transfer", kAll | kGlobal | kDouble | kArithmetic | kTransfer},
    {"dgx", "double global complex power", kAll | kGlobal | kDouble | kArithmetic | kPower},
    {"dimd", "double positive difference", kAll | kIntrinsics | kDouble},
    {"dimi", "integer positive difference", kAll | kIntrinsics | kInteger},
    {"dimr", "real positive difference", kAll | kIntrinsics | kReal},
    {"dla", "double local addition", kAll | kLocal | kDouble | kArithmetic | kAdd},
    {"dld", "double local division", kAll | kLocal | kDouble | kArithmetic | kDivide},
    {"dle", "double local simple power", kAll | kLocal | kDouble | kArithmetic | kPower},
    {"dlm", "double local multiplication", kAll | kLocal | kDouble | kArithmetic | kMultiply},
    {"dls", "double local store", kAll | kLocal | kDouble | kArithmetic | kStore},
    {"dlt", "double local memory transfer", kAll | kLocal | kDouble | kArithmetic | kTransfer},
    {"dlx", "double local complex power", kAll | kLocal | kDouble | kArithmetic | kPower},
    {"dprodr", "double multiplication of two reals", kAll | kIntrinsics | kReal},
    {"expc", "complex exponent", kAll | kIntrinsics | kComplex},
    {"expd", "double exponent", kAll | kIntrinsics | kDouble},
    {"expr", "real exponent", kAll | kIntrinsics | kReal},
    {"gcom", "computed go to", kAll | kBranch | kFlow},
    {"goto", "unconditional go to", kAll | kBranch | kFlow},
    {"iga", "integer global addition", kAll | kGlobal | kInteger | kArithmetic | kAdd},
    {"igd", "integer global division", kAll | kGlobal | kInteger | kArithmetic | kDivide},
    {"ige", "integer global simple power", kAll | kGlobal | kInteger | kArithmetic | kPower},
    {"igm", "integer global multiplication", kAll | kGlobal | kInteger | kArithmetic | kMultiply},
    {"igs", "integer global store", kAll | kGlobal | kInteger | kArithmetic | kStore},
    {"igt", "integer global memory transfer", kAll | kGlobal | kInteger | kArithmetic | kTransfer},
    {"igx", "integer global complex power", kAll | kGlobal | kInteger | kArithmetic | kPower},
    {"ila", "integer local addition", kAll | kLocal | kInteger | kArithmetic | kAdd},
    {"ild", "integer local division", kAll | kLocal | kInteger | kArithmetic | kDivide},
    {"ile", "integer local simple power", kAll | kLocal | kInteger | kArithmetic | kPower},
    {"ilm", "integer local multiplication", kAll | kLocal | kInteger | kArithmetic | kMultiply},
    {"ils", "integer local store", kAll | kLocal | kInteger | kArithmetic | kStore},
    {"ilt", "integer local memory transfer", kAll | kLocal | kInteger | kArithmetic | kTransfer},
    {"ilx", "integer local complex power", kAll | kLocal | kInteger | kArithmetic | kPower},
    {"intc", "real part of complex to integer", kAll | kIntrinsics | kComplex},
    {"intd", "double to integer", kAll | kIntrinsics | kDouble},
    {"inti", "integer to integer", kAll | kIntrinsics | kInteger},
    {"intr", "real to integer", kAll | kIntrinsics | kReal},
    {"lga", "global logic and/or", kAll | kGlobal | kLogic},
    {"lgcc", "global complex compare", kAll | kGlobal | kComplex | kCompare | kLogic},
    {"lgdc", "global double compare", kAll | kGlobal | kDouble | kCompare | kLogic},
    {"lgic", "global integer compare", kAll | kGlobal | kInteger | kCompare | kLogic},
    {"lgrc", "global real compare", kAll | kGlobal | kReal | kCompare | kLogic},
    {"lla", "local logic and/or", kAll | kLocal | kLogic},
    {"llcc", "local complex compare", kAll | kLocal | kComplex | kCompare | kLogic},
    {"lldc", "local double compare", kAll | kLocal | kDouble | kCompare | kLogic},
    {"llic", "local integer compare", kAll | kLocal | kInteger | kCompare | kLogic},
    {"llrc", "local real compare", kAll | kLocal | kReal | kCompare | kLogic},
    {"log10d", "double log10", kAll | kIntrinsics | kDouble},
    {"log10r", "real log10", kAll | kIntrinsics | kReal},
    {"logc", "complex log", kAll | kIntrinsics | kComplex},
    {"logd", "double log", kAll | kIntrinsics | kDouble},
    {"logr", "real log", kAll | kIntrinsics | kReal},
    {"loopi1", "one time loop initialization", kAll | kLoop | kFlow},
    {"loopin", "n times loop increment", kAll | kLoop | kFlow},
    {"loopoh1", "one time loop overhead", kAll | kLoop | kFlow},
    {"loopohn", "n times loop overhead", kAll | kLoop | kFlow},
    {"maxd", "double max/min", kAll | kIntrinsics | kDouble},
    {"maxi", "integer max/min", kAll | kIntrinsics | kInteger},
    {"maxr", "real max/min", kAll | kIntrinsics | kReal},
    {"modd", "double mod", kAll | kIntrinsics | kDouble},
    {"modi", "integer mod", kAll | kIntrinsics | kInteger},
    {"modr", "real mod", kAll | kIntrinsics | kReal},
    {"nintd", "double to nearest integer", kAll | kIntrinsics | kDouble},
    {"nintr", "real to nearest integer", kAll | kIntrinsics | kReal},
    {"pcall", "proc call overhead", kAll | kCall | kFlow},
    {"realc", "real part of complex to real", kAll | kIntrinsics | kComplex},
    {"reald", "double to real", kAll | kIntrinsics | kDouble},
    {"reali", "integer to real", kAll | kIntrinsics | kInteger},
    {"realr", "real to real", kAll | kIntrinsics | kReal},
    {"rga", "real global addition", kAll | kGlobal | kReal | kArithmetic | kAdd},
    {"rgd", "real global division", kAll | kGlobal | kReal | kArithmetic | kDivide},
    {"rge", "real global simple power", kAll | kGlobal | kReal | kArithmetic | kPower},
    {"rgm", "real global multiplication", kAll | kGlobal | kReal | kArithmetic | kMultiply},
    {"rgs", "real global store", kAll | kGlobal | kReal | kArithmetic | kStore},
    {"rgt", "real global memory transfer", kAll | kGlobal | kReal | kArithmetic | kTransfer},
    {"rgx", "real global complex power", kAll | kGlobal | kReal | kArithmetic | kPower},
    {"rla", "real local addition", kAll | kLocal | kReal | kArithmetic | kAdd},
    {"rld", "real local division", kAll | kLocal | kReal | kArithmetic | kDivide},
    {"rle", "real local simple power", kAll | kLocal | kReal | kArithmetic | kPower},
    {"rlm", "real local multiplication", kAll | kLocal | kReal | kArithmetic | kMultiply},
    {"rls", "real local store", kAll | kLocal | kReal | kArithmetic | kStore},
    {"rlt", "real local memory transfer", kAll | kLocal | kReal | kArithmetic | kTransfer},
    {"rlx", "real local complex power", kAll | kLocal | kReal | kArithmetic | kPower},
    {"signd", "double sign", kAll | kIntrinsics | kDouble},
    {"signi", "integer sign", kAll | kIntrinsics | kInteger},
    {"signr", "real sign", kAll | kIntrinsics | kReal},
    {"sinc", "complex sine", kAll | kIntrinsics | kComplex},
    {"sind", "double sine", kAll | kIntrinsics | kDouble},
    {"sinhd", "double hyperbolic sine", kAll | kIntrinsics | kDouble},
    {"sinhr", "real hyperbolic sine", kAll | kIntrinsics | kReal},
    {"sinr", "real sine", kAll | kIntrinsics | kReal},
    {"sqrtc", "complex sqrt", kAll | kIntrinsics | kComplex},
    {"sqrtd", "double sqrt", kAll | kIntrinsics | kDouble},
    {"sqrtr", "real sqrt", kAll | kIntrinsics | kReal},
    {"tand", "double tangent", kAll | kIntrinsics | kDouble},
    {"tanhd", "double hyperbolic tangent", kAll | kIntrinsics | kDouble},
    {"tanhr", "real hyperbolic tangent", kAll | kIntrinsics | kReal},
    {"tanr", "real tangent", kAll | kIntrinsics | kReal},
}};

static_assert(std::is_sorted(kOperations.begin(), kOperations.end(),
                             [](const ParasolOperation& a, const ParasolOperation& b) {
                               return a.name < b.name;
                             }));

struct Misprint {
  std::string_view printed;
  std::string_view meant;
};
constexpr std::array<Misprint, 2> kRead{{{"dln", "dlm"}, {"sqrti", "sqrtr"}}};
constexpr std::array<Misprint, 2> kRefused{{{"aintnd", "anintd"}, {"sqrttr", "sqrtr"}}};

std::string_view meant_in(std::span<const Misprint> misprints, std::string_view name) {
  for (const Misprint& misprint : misprints) {
    if (misprint.printed == name) {
      return misprint.meant;
    }
  }
  return "";
}

}  // namespace

std::span<const ParasolOperation, kOperationCount> all_operations() {
  return kOperations;
}

std::optional<std::size_t> find_operation(std::string_view name) {
  const std::string_view meant = meant_in(kRead, name);
  const std::string_view wanted = meant.empty() ? name : meant;
  const auto found = std::lower_bound(
      kOperations.begin(), kOperations.end(), wanted,
      [](const ParasolOperation& operation, std::string_view n) { return operation.name < n; });
  if (found == kOperations.end() || found->name != wanted) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - kOperations.begin());
}

std::string_view meant_operation(std::string_view misprint) {
  return meant_in(kRefused, misprint);
}

std::span<const ParasolOperationGroup> operation_groups() {
  return kGroups;
}

std::uint32_t find_group(std::string_view name) {
  for (const ParasolOperationGroup& group : kGroups) {
    if (group.name == name || (name == "intrinsic" && group.bit == kIntrinsics)) {
      return group.bit;
    }
  }
  return 0;
}

}  // namespace dps::operations
