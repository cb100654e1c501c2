// A blueprint for tests of dps sweep.
#pragma once

namespace dps {

/// A master that gives jobs to workers. Without jobs for all workers, it never ends.
inline constexpr const char* kJobPlan = R"(
V jobs 100
V workers 2
I Result.i   1       Result.m
I All.i      {jobs}  Result.m
I Job.i      1       Job.m
I Stop.i     1       Stop.m
C Work.c     compute 200us
O First.o    Worker.p  -t Job.m     -b 4096
O Job.o      ACK       -t Job.m     -b 4096
O Result.o   ACK       -t Result.m  -b 8
O Stop.o     Worker.p  -t Stop.m
F start.f    NULL      NULL     First.o   SAME
F next.f     Result.i  NULL     Job.o     SAME
F done.f     All.i     NULL     Stop.o    NULL
F work.f     Job.i     Work.c   Result.o  SAME
F stop.f     Stop.i    NULL     NULL      NULL
U master.fu  start.f next.f done.f
U worker.fu  work.f stop.f
P Master.p   1  master.fu
P Worker.p   {workers}  worker.fu
)";

}  // namespace dps
