C     The Alternating Direction Implicit solver of the Performance
C     Estimator's paper: one step for 200 x 200 points, as adi.c.
C
C         dps estimate examples/adi/adi.f --machine sp2
      SUBROUTINE SPMD(PID, NPROCS)
      INTEGER PID, NPROCS
      INTEGER POINTS, L1, L2, X, Y, I, ROWS, COLS, SHARE
      INTEGER LEFT, RIGHT, BELOW, ABOVE
      PARAMETER (POINTS = 200)
      L1 = 1
      DO 10 I = 1, NPROCS
        IF (I * I .LE. NPROCS .AND. MOD(NPROCS, I) .EQ. 0) L1 = I
 10   CONTINUE
      L2 = NPROCS / L1
      X = MOD(PID, L2)
      Y = PID / L2
      COLS = SHARE(POINTS, L2, X)
      ROWS = SHARE(POINTS, L1, Y)
      LEFT = -1
      RIGHT = -1
      BELOW = -1
      ABOVE = -1
      IF (X .GT. 0) LEFT = PID - 1
      IF (X .LT. L2 - 1) RIGHT = PID + 1
      IF (Y .GT. 0) BELOW = PID - L2
      IF (Y .LT. L1 - 1) ABOVE = PID + L2
      CALL SWEEP(ROWS, COLS, LEFT, RIGHT)
      CALL SWAP(LEFT, RIGHT, BELOW, ABOVE, ROWS, COLS)
      CALL SWEEP(COLS, ROWS, BELOW, ABOVE)
      CALL SWAP(LEFT, RIGHT, BELOW, ABOVE, ROWS, COLS)
      CALL ALLREDUCE(1, 1)
      END

C     The first parts have one point more.
      INTEGER FUNCTION SHARE(POINTS, PARTS, PART)
      INTEGER POINTS, PARTS, PART
      SHARE = POINTS / PARTS
      IF (PART .LT. MOD(POINTS, PARTS)) SHARE = SHARE + 1
      END

C     Forward elimination of all lines, then back substitution.
      SUBROUTINE SWEEP(LINES, POINTS, BEFORE, BEHIND)
      INTEGER LINES, POINTS, BEFORE, BEHIND, LINE
      DO 20 LINE = 1, LINES
        IF (BEFORE .GE. 0) CALL BRECEIVE(BEFORE, 2)
        CALL WORK(20 * POINTS)
        IF (BEHIND .GE. 0) CALL SEND(BEHIND, 2)
 20   CONTINUE
      DO 30 LINE = 1, LINES
        IF (BEHIND .GE. 0) CALL BRECEIVE(BEHIND, 1)
        CALL WORK(4 * POINTS)
        IF (BEFORE .GE. 0) CALL SEND(BEFORE, 1)
 30   CONTINUE
      END

      SUBROUTINE SWAP(LEFT, RIGHT, BELOW, ABOVE, ROWS, COLS)
      INTEGER LEFT, RIGHT, BELOW, ABOVE, ROWS, COLS
      IF (LEFT .GE. 0) CALL SEND(LEFT, ROWS)
      IF (RIGHT .GE. 0) CALL SEND(RIGHT, ROWS)
      IF (BELOW .GE. 0) CALL SEND(BELOW, COLS)
      IF (ABOVE .GE. 0) CALL SEND(ABOVE, COLS)
      IF (LEFT .GE. 0) CALL BRECEIVE(LEFT, ROWS)
      IF (RIGHT .GE. 0) CALL BRECEIVE(RIGHT, ROWS)
      IF (BELOW .GE. 0) CALL BRECEIVE(BELOW, COLS)
      IF (ABOVE .GE. 0) CALL BRECEIVE(ABOVE, COLS)
      END
