/*
 * SPMD sources for `dps estimate`, the Performance Estimator of dps.
 *
 * A source in C includes this header and has the routine
 *
 *     void spmd(int PID, int NPROCS);
 *
 * which is called for PID = 0 ... NPROCS-1, each time in a process of its own. Its calls of the
 * functions below are recorded; nothing is sent. In Fortran, the routine is
 *
 *     SUBROUTINE SPMD(PID, NPROCS)
 *
 * with CALL SEND(PROCESSOR, WORDS) and so on, all arguments INTEGER; DWORK, DREDUCE and DALLREDUCE
 * take the multiplies as DOUBLE PRECISION. A word is 8 bytes. See docs/estimate.md.
 */
#ifndef DPS_ESTIMATE_H
#define DPS_ESTIMATE_H

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(readability-identifier-naming): names as in the paper */

/* The names of arguments are comments, which the macros of a source cannot replace. */

void spmd(int /* PID */, int /* NPROCS */);

/* Messages that do not block, and messages that do. */
void SEND(int /* processor */, long /* words */);
void RECEIVE(int /* processor */, long /* words */);
void BSEND(int /* processor */, long /* words */);
void BRECEIVE(int /* processor */, long /* words */);

/* Work that takes the time of so many floating-point multiplies. */
void WORK(double /* multiplies */);

/* Waits for the completion of all communications of this processor. */
void WAIT(void);

/* Collective operations, made of the calls above. REDUCE works `multiplies` for each operand. */
void BROADCAST(int /* root */, long /* words */);
void REDUCE(int /* root */, long /* words */, double /* multiplies */);
void ALLREDUCE(long /* words */, double /* multiplies */);
void BARRIER(void);
void GATHER(int /* root */, long /* words */);
void SCATTER(int /* root */, long /* words */);
void ALLTOALL(long /* words */);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
