// Takes the place of the store in a dps that was built without SQLite.
#include "profiles/sweeps/store/store.h"

namespace dps::sweeps {
namespace {

tl::unexpected<Error> no_sqlite() {
  return failure(ErrorCode::kInput,
                 "this dps was built without SQLite, and has no databases of sweeps; build it with "
                 "libsqlite3-dev (cmake -DDPS_SQLITE=ON)");
}

}  // namespace

class Database {};

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& /*path*/, const Conditions& /*conditions*/) {
  return no_sqlite();
}
Result<Store> Store::open_to_read(const std::string& /*path*/) {
  return no_sqlite();
}
Result<bool> Store::claim(const PointKey& /*key*/) {
  return no_sqlite();
}
void Store::release(const PointKey& /*key*/) {}
Result<std::optional<StoredPoint>> Store::find(const PointKey& /*key*/) {
  return no_sqlite();
}
Result<void> Store::save(const PointKey& /*key*/, const StoredPoint& /*point*/,
                         const std::vector<std::string>& /*json*/) {
  return no_sqlite();
}
Result<void> Store::replace(const PointKey& /*key*/, const StoredPoint& /*point*/,
                            const std::vector<std::string>& /*json*/) {
  return no_sqlite();
}
Result<std::vector<PointKey>> Store::keys() {
  return no_sqlite();
}
Result<std::vector<std::string>> Store::results(const PointKey& /*key*/) {
  return no_sqlite();
}
Result<Conditions> Store::conditions() {
  return no_sqlite();
}

}  // namespace dps::sweeps
