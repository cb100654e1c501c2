/* Annotations of MPI programs for dps. They need no library, and do nothing without dps.
 *
 * dps_phase("exchange"): a phase begins. The profile of `dps run -- mpirun ...` has a unit for each
 * phase; before the first one, it is "main".
 *
 * dps_compute(n): the program computes n steps here, for predictions. A run ignores it.
 *
 * MPI_Pcontrol(0) and MPI_Pcontrol(1) switch the recording off and on. */
#ifndef DPS_MPI_H
#define DPS_MPI_H

#define DPS_PCONTROL_COMPUTE 5101
#define DPS_PCONTROL_PHASE 5102

#ifdef MPI_VERSION /* after mpi.h */
static inline void dps_compute(double steps) {
  MPI_Pcontrol(DPS_PCONTROL_COMPUTE, &steps);
}
static inline void dps_phase(const char* name) {
  MPI_Pcontrol(DPS_PCONTROL_PHASE, name);
}
#endif

#endif
