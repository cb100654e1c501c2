# A ring whose calls are lines of Python. "threads": while another thread is there.
import sys
import threading

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
end = threading.Event()
if "threads" in sys.argv:
    threading.Thread(target=end.wait).start()


def pass_on(value):
    request = comm.isend(value, (rank + 1) % size, tag=1)
    got = comm.recv(source=(rank - 1) % size, tag=1)
    request.wait()
    return got


try:
    raise ValueError("handled")
except ValueError as error:
    for step in range(20):
        pass_on(step)
    assert "handled" in str(sys.exc_info()[1])
comm.Barrier()
end.set()
