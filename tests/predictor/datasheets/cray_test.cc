// The tables of the sheet in the library that comes from the dissertation.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "predictor/datasheets/tables/summary.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

namespace dps::datasheets {
namespace {

machines::Datasheet library_sheet(const std::string& name) {
  std::ifstream file("predictor/machines/library/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  const auto reading = machines::read_datasheet({name, text.str()});
  EXPECT_TRUE(reading.sheet.has_value()) << render({name, text.str()}, reading.diagnostics);
  return reading.sheet.value_or(machines::Datasheet());
}

/// Source: dissertation on MPI data sheets, appendix B, with its misprints corrected and in the
/// order of dps.
TEST(Summary, OfTheCrayIsThatOfTheDissertation) {
  EXPECT_EQ(summary_text(library_sheet("cray_t3d.toml"), {.digits = 1}),
            R"(Cray T3D: elements of 8 B

Small messages (32 elements or less)
function      time (us)               Q
send          30 + 0 d                0.94
ssend         80 + 0.5 d              1.00
rsend         30 + 0.1 d              1.00
isend1        30 + 0.2 d              1.00
isend2        10 + 0 d                0.90
isendoverlap  3 + 0 d                 0.74
recv          60 + 0.7 d              0.97
irecv1        30 + 0 d                1.00
irecv2        40 + 0 d                0.065
irecvoverlap  0.6 + 0.02 d            1.00
recvmin       30 + 0.9 d              0.77
sendrecv      90 + 1 d                0.97
pingpong      100 + 1 d               0.99
allsend       40 + 0.05 p + 0.09 d    1.00
bcast         200 + 2 p + 0.6 d       1.00
reduce        300 + 3 p + 2 d         1.00
allreduce     300 + 6 p + 2 log(p)*d  1.00
gather        70 + 10 p + 0.7 d       1.00
allgather     40 + 40 p + 1 d         1.00
alltoall      40 + 50 p + 2 d         1.00

Large messages (32 elements or more)
function      time (us)                      Q
send          30 + 0.09 d                    0.98
ssend         100 + 0.1 d                    0.98
rsend         30 + 0.09 d                    0.98
isend1        30 + 0.09 d                    0.98
isend2        10 + 0.001 d                   0.78
isendoverlap  3 + 0.0002 d                   0.93
recv          60 + 0.5 d                     1.00
irecv1        40 + 0 d                       0.44
irecv2        5 + 0.5 d                      0.87
irecvoverlap  0.5 + 0.005 d                  3e-05 !
recvmin       30 + 0.4 d                     1.00
sendrecv      90 + 0.6 d                     1.00
pingpong      100 + 1 d                      1.00
allsend       40 + 0.1 p + 0.1 d             1.00
bcast         100 + 2 p + 0.2 log(p)*d       1.00
reduce        300 + 2 p + 0.6 log(p)*d       1.00
allreduce     300 + 6 p + 1 log(p)*d         1.00
gather        0 + 200 log(p) + 0.0009 p^2*d  -
allgather     0 + 40 p + 0.3 p*d             1.00
alltoall      0 + 40 p + 0.3 p*d             1.00

Barrier type routines
function  time (us)      Q
barrier   10 + 8 log(p)  1.00

!: Q is below 0.01: the measured times do not follow this equation
)");
}

}  // namespace
}  // namespace dps::datasheets
