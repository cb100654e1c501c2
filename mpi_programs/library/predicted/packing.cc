#include "mpi_programs/library/predicted/packing.h"

#include <algorithm>

#include "mpi_programs/library/data_types.h"
#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {
namespace {

/// Frees a type that MPI_Type_get_contents has returned, unless it is one of MPI's own.
void free_part(MPI_Datatype type) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_COMBINER_NAMED;
  DPS_NEXT(Type_get_envelope)(type, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_NAMED) {
    DPS_NEXT(Type_free)(&type);
  }
}

/// The elements of `of`, in elements of which each has at most `most` bytes: those of MPI_Type_dup
/// and MPI_Type_contiguous are divided into those of which they consist.
class Divided {
 public:
  Divided(const ElementList& of, std::uint64_t most)
      : elements_(of), bytes_(element_bytes(of.type)) {
    while (bytes_ > most && divide()) {
    }
  }
  Divided(const Divided&) = delete;
  Divided& operator=(const Divided&) = delete;
  ~Divided() {
    if (is_part_) {
      free_part(elements_.type);
    }
  }
  [[nodiscard]] const ElementList& elements() const { return elements_; }
  /// The packed bytes of an element.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// The place of an element.
  [[nodiscard]] char* at(std::uint64_t i) const {
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    DPS_NEXT(Type_get_extent)(elements_.type, &lower, &extent);
    return elements_.data + static_cast<MPI_Aint>(i) * extent;
  }

 private:
  bool divide() {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    DPS_NEXT(Type_get_envelope)(elements_.type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_CONTIGUOUS && combiner != MPI_COMBINER_DUP) {
      return false;
    }
    int count = 1;
    MPI_Aint no_addresses = 0;
    MPI_Datatype part = nullptr;
    if (DPS_NEXT(Type_get_contents)(elements_.type, integers, addresses, types, &count,
                                    &no_addresses, &part) != MPI_SUCCESS) {
      return false;
    }
    if (is_part_) {
      free_part(elements_.type);
    }
    is_part_ = true;
    DPS_NEXT(Type_commit)(&part);  // the program has committed the whole only
    elements_.count *= static_cast<std::uint64_t>(combiner == MPI_COMBINER_DUP ? 1 : count);
    elements_.type = part;
    bytes_ = element_bytes(part);
    return true;
  }

  ElementList elements_;
  std::uint64_t bytes_;
  bool is_part_ = false;
};

/// Unpacks data that do not fill an element: MPI itself receives them, from this rank, since the
/// program may have freed the communicator of the message.
int unpack_part(const char* from, std::uint64_t bytes, char* to, MPI_Datatype type) {
  constexpr int kTag = 32'000;
  return DPS_NEXT(Sendrecv)(from, static_cast<int>(bytes), predefined::packed(), 0, kTag, to, 1,
                            type, 0, kTag, predefined::self(), MPI_STATUS_IGNORE);
}

}  // namespace

int pack_elements(const ElementList& of, char* to, std::uint64_t most) {
  const Divided all(of, most);
  if (all.bytes() == 0) {
    return MPI_SUCCESS;
  }
  if (all.bytes() > most) {
    return MPI_ERR_COUNT;
  }
  const std::uint64_t piece = most / all.bytes();
  int code = MPI_SUCCESS;
  for (std::uint64_t i = 0; i < all.elements().count && code == MPI_SUCCESS; i += piece) {
    const std::uint64_t count = std::min(piece, all.elements().count - i);
    int position = 0;
    code = DPS_NEXT(Pack)(all.at(i), static_cast<int>(count), all.elements().type,
                          to + i * all.bytes(), static_cast<int>(count * all.bytes()), &position,
                          predefined::self());
  }
  return code;
}

int unpack_elements(const char* from, std::uint64_t bytes, const ElementList& into,
                    std::uint64_t most) {
  const Divided all(into, most);
  if (all.bytes() == 0 || bytes == 0) {
    return MPI_SUCCESS;
  }
  const std::uint64_t whole = std::min(bytes / all.bytes(), all.elements().count);
  const std::uint64_t rest = whole < all.elements().count ? bytes % all.bytes() : 0;
  if (all.bytes() > most && (whole > 0 || rest > most)) {
    return MPI_ERR_COUNT;
  }
  const std::uint64_t piece = std::max<std::uint64_t>(1, most / all.bytes());
  int code = MPI_SUCCESS;
  for (std::uint64_t i = 0; i < whole && code == MPI_SUCCESS; i += piece) {
    const std::uint64_t count = std::min(piece, whole - i);
    int position = 0;
    code = DPS_NEXT(Unpack)(from + i * all.bytes(), static_cast<int>(count * all.bytes()),
                            &position, all.at(i), static_cast<int>(count), all.elements().type,
                            predefined::self());
  }
  return code != MPI_SUCCESS || rest == 0
             ? code
             : unpack_part(from + whole * all.bytes(), rest, all.at(whole), all.elements().type);
}

}  // namespace dps::mpi_library
