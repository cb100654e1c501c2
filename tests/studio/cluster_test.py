#!/usr/bin/python3
"""Runs of the studio on the hosts of a hosts file, over ssh: a cluster of namespaces (tests/cluster/README.md).

usage: cluster_test.py DPS SOURCE
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from studio import Page, Studio

SKIPPED = 77
HOSTS = "lab.hosts"
ACROSS = """I Job.i 1 Job.m
I Done.i 1 Done.m
O Job.o Worker.p -t Job.m -b {n}
O Done.o ACK -t Done.m -b 100
V n 4000
F send.f NULL NULL Job.o SAME
F done.f Done.i NULL NULL NULL
F work.f Job.i NULL Done.o NULL
U master.u send.f done.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 1 worker.u
T Master.p A NAME = node1
T Worker.p B NAME = node2
"""
LONG = ACROSS.replace("F work.f Job.i NULL", "C Rest.c sleep 1h\nF work.f Job.i Rest.c")


def can_have_clusters():
    """Returns true if the machine meets the requirements of all clusters."""
    return os.geteuid() == 0 and subprocess.run("unshare --fork --mount --net --uts --ipc --pid true 2>/dev/null && command -v ip >/dev/null && "
                                                "test -x /usr/sbin/sshd", shell=True, check=False).returncode == 0


class Cluster:
    """Two hosts with sshd; this machine is their neighbour "console"."""

    def __init__(self, source, folder):
        self.tool = str(source / "tests/cluster/cluster")
        self.state = folder / "state"
        self.environment = {**os.environ, "DPS_CLUSTER_DIR": str(self.state)}
        self.names = ["node1", "node2"]

    def call(self, *words):
        return subprocess.run([self.tool, *words], env=self.environment, capture_output=True, text=True, check=False)

    def must(self, *words):
        done = self.call(*words)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def processes(self, name):
        """The processes of a host, but those of sshd and the first one: {pid: command line}."""
        first = (self.state / "host" / name / "pid").read_text().split()[0]
        space, found = os.readlink(f"/proc/{first}/ns/pid"), {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if pid != first and os.readlink(f"/proc/{pid}/ns/pid") == space:
                    words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
                    found[int(pid)] = words
            except OSError:  # it has just ended, or is not on a host
                continue
        return {pid: words for pid, words in found.items() if words and "sshd" not in words.split()[0]}

    def are_idle(self, before, where):
        """Checks that the hosts soon have only the processes of before."""
        until = time.monotonic() + 10
        while (left := {name: {pid: words for pid, words in self.processes(name).items() if pid not in before[name]} for name in self.names}) != dict.fromkeys(self.names, {}):
            assert time.monotonic() < until, (where, left)
            time.sleep(0.02)


def begin(page, number):
    """Begins a run of this text, and returns its plan; the reports of the run follow."""
    page.last_id += 1
    page.send(kind="plan_run", id=page.last_id, number=number, settings={}, hosts=HOSTS, runs=1, seed=1)
    plan, shown = page.last_id, page.receive_answer(page.last_id)
    assert shown["kind"] == "result", shown
    page.last_id += 1
    page.send(kind="run", id=page.last_id, plan=plan, number=number)
    return shown["plan"]


def end_of_run(page):
    """All reports of a run."""
    answers = []
    while not answers or "status" not in answers[-1]:
        answers.append(page.receive("run"))
    return answers


def check_profile(page):
    """The run is on the two hosts, and its profile is beside the prediction."""
    page.send(kind="text", number=1, text=ACROSS)
    plan = begin(page, 1)
    assert plan["launcher"] == "ssh" and [host["name"] for host in plan["hosts"]] == ["node1", "node2"], plan
    answers = end_of_run(page)
    assert answers[-1]["status"] == 0 and answers[-1]["has_result"], answers
    assert any("phase" in each.get("progress", {}) for each in answers), answers
    page.last_id += 1
    page.send(kind="predict", id=page.last_id, number=1, part="measured", machine="laptop", changes=[], settings={}, seed=1)
    measured = page.receive_answer(page.last_id)
    assert measured["kind"] == "result", measured
    ran = {ptag: host for ptag, host, *_ in measured["data"]["run"]["processes"]["rows"]}
    assert ran == {"Master.p[0]": "node1", "Worker.p[0]": "node2"}, measured["data"]["run"]
    assert measured["comparison"]["a"]["kind"] == "run" and measured["text"].startswith("makespan A "), measured


def begin_long(page, cluster, number):
    page.send(kind="text", number=number, text=LONG)
    begin(page, number)
    while page.receive("run").get("progress", {}).get("phase") != "running":
        pass
    for name in cluster.names:
        assert any("dps-simulator" in words for words in cluster.processes(name).values()), (name, cluster.processes(name))


def check_end(studio, page, cluster, before):
    """A run that is cancelled, and one whose page closes, leave nothing on the hosts."""
    begin_long(page, cluster, 2)
    page.send(kind="end_run")
    answers = end_of_run(page)
    assert answers[-1]["status"] == 130, answers
    cluster.are_idle(before, "end_run")
    other = Page(studio)
    other.ask(kind="open", path="other.txt")
    begin_long(other, cluster, 1)
    other.close()
    cluster.are_idle(before, "a page that closes")


def check_unreachable(studio, page, cluster, before):
    """The error names the host, and nothing is left on the other one."""
    hosts = studio.folder / HOSTS
    nobody = re.search(r"address=(\S+)\.\d+", hosts.read_text()).group(1) + ".77"
    hosts.write_text(re.sub(r"node2 .*", f"{nobody} slots=1", hosts.read_text()))
    page.send(kind="text", number=3, text=ACROSS.replace("NAME = node2", "NAME != node1"))
    begin(page, 3)
    answers = end_of_run(page)
    output = "\n".join(each.get("output", "") for each in answers)
    assert answers[-1]["status"] == 1, answers
    assert f"error: {nobody}: " in output and "No route to host" in output and "node1" not in output, output
    cluster.are_idle(before, "an unreachable host")


def check_runs(dps, cluster):
    """The hosts share only one folder of the cluster with this machine."""
    folder = cluster.state / "shared/studio"
    (folder / "work").mkdir(parents=True)
    (folder / "work" / HOSTS).write_text(cluster.must("dps-hostfile"))
    before = {name: cluster.processes(name) for name in cluster.names}
    studio = Studio(dps, folder, before=["env", f"DPS_CLUSTER_DIR={cluster.state}", cluster.tool, "here"])
    try:
        page = Page(studio)
        page.ask(kind="open", path="")
        check_profile(page)
        check_end(studio, page, cluster, before)
        check_unreachable(studio, page, cluster, before)
    finally:
        studio.end()


def main():
    dps, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="dps-studio-test-") as name:
        cluster = Cluster(source, pathlib.Path(name))
        made = cluster.call("up", "-n", "2", "--share", str(pathlib.Path(dps).parent))
        if made.returncode != 0:
            assert not can_have_clusters(), f"the cluster did not start, although this machine can have one: {made.stderr}"
            print(f"skipped: there is no cluster for this test: {made.stderr}")
            sys.exit(SKIPPED)
        try:
            check_runs(dps, cluster)
        finally:
            cluster.must("down")


main()
