C     Parallel Sorting by Regular Sampling of the Performance
C     Estimator's paper, for 1,000,000 elements, as psrs.c.
C
C         dps estimate examples/psrs/psrs.f --machine sp2
      SUBROUTINE SPMD(PID, NPROCS)
      INTEGER PID, NPROCS, M, LG
      DOUBLE PRECISION C, P
      C = 1.5D0
      P = NPROCS
      M = 1000000 / NPROCS
      CALL DWORK(C * M * LG(DBLE(M)))
      IF (NPROCS .EQ. 1) RETURN
      CALL GATHER(0, NPROCS)
      IF (PID .EQ. 0) CALL DWORK(C * P * P * LG(P * P))
      CALL BROADCAST(0, NPROCS - 1)
      CALL DWORK(C * P * LG(DBLE(M)))
      CALL ALLTOALL((M + NPROCS - 1) / NPROCS)
      CALL DWORK(C * M * LG(P))
      END

C     The least exponent with 2**exponent >= n.
      INTEGER FUNCTION LG(N)
      DOUBLE PRECISION N, POWER
      LG = 0
      POWER = 1
 10   IF (POWER .LT. N) THEN
        POWER = POWER * 2
        LG = LG + 1
        GO TO 10
      END IF
      END
