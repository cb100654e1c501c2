/* pvm_hosts - spawns one task of itself on every host of the virtual machine
 * and prints the host name that each task reports. */
#include <pvm3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char name[256] = "";
  struct pvmhostinfo* h;
  int nhost, narch, i, bad = 0, parent = pvm_parent();
  gethostname(name, sizeof name - 1);
  if (parent > 0) {
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(name);
    pvm_send(parent, 1);
    pvm_exit();
    return 0;
  }
  if (argc != 2)
    return 2; /* the path of this program, for the spawned tasks */
  pvm_config(&nhost, &narch, &h);
  for (i = 0; i < nhost; ++i) {
    int tid, n = pvm_spawn(argv[1], 0, PvmTaskHost, h[i].hi_name, 1, &tid);
    char answer[256] = "";
    if (n == 1 && pvm_recv(tid, 1) > 0)
      pvm_upkstr(answer);
    printf("pvm: task %x on %s says %s\n", tid, h[i].hi_name, answer);
    if (strcmp(answer, h[i].hi_name))
      bad = 1;
  }
  printf("pvm: %d hosts, master %s\n", nhost, name);
  fflush(stdout);
  pvm_exit();
  return bad;
}
