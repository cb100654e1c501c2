#include "tests/blueprint/programs.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "blueprint/reading/reader.h"

namespace dps::blueprint {

Program read(const std::string& text) {
  ParsedBlueprint parsed = read_blueprint({"test", text});
  if (!parsed.program) {
    ADD_FAILURE() << render({"test", text}, parsed.diagnostics);
  }
  DPS_CHECK(parsed.program.has_value());
  return std::move(*parsed.program);
}

ProcessId process(const Program& program, const std::string& name) {
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    if (program.process_name(ProcessId{p}) == name) {
      return ProcessId{p};
    }
  }
  ADD_FAILURE() << "no process " << name;
  return ProcessId{0};
}

const std::string kMatrixMultiply1 = R"(
I Mats.i    2    Mat.m
I Rslt.i    1    RsltMat.m
I DoneM.i   4    RsltMat.m
C Mult.c    call    mult_routine
C Read.c    exec    read_mats
C Add.c     busywait 1.5
C Print.c   exec    print_matrix
O SndRslt.o Master.p -t RsltMat.m -n 1 -b 400
O SndMats.o Worker.p -t Mat.m    -n 2 -b 400
F fw1.f Mats.i    Mult.c    SndRslt.o NULL
F fm1.f NULL      Read.c    SndMats.o SAME
F fm2.f Rslt.i    Add.c     NULL      SAME
F fm3.f DoneM.i   Print.c   NULL      NULL
U worker.fu fw1.f
U master.fu fm1.f fm2.f fm3.f
P Worker.p 4    worker.fu
P Master.p 1    master.fu
T Master.p[0] A    TYPE = SGI SPEED >= 1000
T Worker.p[0] B    NAME = htsun2
T Worker.p[1] C    TYPE = SGI
T Worker.p[2] D    TYPE != IBM TYPE != SGI
T Worker.p[3] C    NAME = htsgi3
)";

const std::string kMatrixMultiply2 = R"(
I GetMats.i      2  Mat.m
I GetRowCol.i    1  Pair.m
I GetVal.i       1  Val.m
I DoneM.i        104 Val.m
I DoneW.i        1  Halt.m
C Read.c         exec  read_mats
C Mult.c         call  mult_vectors
C Assign.c       sleep 0
C Print.c        exec  print_matrix
O RtrnVal.o     ACK      -t Val.m -n 1 -b 12
O SndRowCol.o   ACK      -t Pair.m -n 1 -b 8
O SndMats.o     Worker.p -t Mat.m -n 2 -b 400
O HaltWkrs.o    Worker.p -t Halt.m -n 1
F wf1.f GetMats.i   NULL      RtrnVal.o  SAME
F wf2.f GetRowCol.i Mult.c    RtrnVal.o  SAME
F wf3.f DoneW.i     NULL      NULL       NULL
F mf1.f NULL        Read.c    SndMats.o  SAME
F mf2.f GetVal.i    Assign.c  SndRowCol.o SAME
F mf3.f DoneM.i     Print.c   HaltWkrs.o NULL
U worker.fu wf1.f wf2.f wf3.f
U master.fu mf1.f mf2.f mf3.f
P Worker.p 4 worker.fu
P Master.p 1 master.fu
)";

const std::string kRing = R"(
V rounds 10
P Ring.p 5 ring.fu
U ring.fu start.f step.f
F start.f NULL NULL Start.o SAME
F step.f Token.i Work.c Pass.o SAME*{rounds-1},NULL
I Token.i 1 Token.m
C Work.c busywait 1ms
O Start.o Ring.p[{(self+1)%count}] -t Token.m -b 64 -n {self==0}
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64
)";

const std::string kPipeline = R"(
V stages 4
V items 20
P Source.p 1 source.fu
P Stage.p {stages} stage.fu
P Sink.p 1 sink.fu
U source.fu produce.f
U stage.fu stage.f
U sink.fu sink.f
F produce.f NULL NULL First.o NULL
F stage.f Item.i Work.c Next.o,Out.o SAME*{items-1},NULL
F sink.f Done.i NULL NULL NULL
I Item.i 1 Item.m
I Done.i {items} Item.m
C Work.c busywait 1ms
O First.o Stage.p[0] -t Item.m -b 1000 -n {items}
O Next.o Stage.p[{min(self+1,count-1)}] -t Item.m -b 1000 -n {self+1<count}
O Out.o Sink.p -t Item.m -b 1000 -n {self+1==count}
)";

const std::string kStencil = R"(
V steps 10
P Cell.p 6 cell.fu
U cell.fu -early begin.f step.f
F begin.f NULL NULL Left.o,Right.o SAME
F step.f Halo.i Work.c Left.o,Right.o cell.fu*{steps-1},NULL
I Halo.i {self>0} FromLeft.m {self<count-1} FromRight.m
C Work.c busywait 1ms
O Left.o Cell.p[{max(self-1,0)}] -t FromRight.m -b 800 -n {self>0}
O Right.o Cell.p[{min(self+1,count-1)}] -t FromLeft.m -b 800 -n {self<count-1}
)";

const std::string kClientAndServer = R"(
P Client.p 3 login.fu ask.fu
P Server.p 1 -server server.fu
U login.fu login.f welcome.f
U ask.fu ask.f answer.f
U server.fu admit.f serve.f
F login.f NULL NULL Login.o SAME
F welcome.f Welcome.i NULL NULL ask.fu
F ask.f NULL NULL Ask.o SAME
F answer.f Answer.i Think.c NULL ask.fu*9,NULL
F admit.f Login.i NULL Welcome.o SAME
F serve.f Ask.i Serve.c Answer.o SAME
I Welcome.i 1 Welcome.m
I Answer.i 1 Answer.m
I Login.i 1 Login.m
I Ask.i 1 Ask.m
C Think.c sleep 1ms
C Serve.c busywait 1ms
O Login.o Server.p -t Login.m
O Ask.o Server.p -t Ask.m -b 100
O Welcome.o ACK -t Welcome.m
O Answer.o ACK -t Answer.m -b 5000
)";

const std::string kBarrier = R"(
P Worker.p 4 first.fu second.fu
P Master.p 1 gather.fu rest.fu
U first.fu start.f
U second.fu begin.f
U gather.fu all.f
U rest.fu end.f
F start.f Init.i Work.c Done.o second.fu
F begin.f Go.i Work.c Done.o NULL
F all.f Done.i NULL Go.o rest.fu
F end.f Done.i NULL NULL NULL
I Init.i 1 Init.m
I Go.i 1 Go.m
I Done.i 4 Done.m
C Work.c busywait 1ms
O Init.o Worker.p -t Init.m -b 100
O Go.o Worker.p -t Go.m
O Done.o Master.p -t Done.m -b 10
P Starter.p 1 starter.fu
U starter.fu kick.f
F kick.f NULL NULL Init.o NULL
)";

const std::string kColumns = R"(
V n 9
P Owner.p 3 owner.fu
P Sink.p 1 sink.fu
U owner.fu first.f update.f
U sink.fu parts.f
F first.f NULL NULL First.o SAME
F update.f Column.i Update.c Next.o,Part.o SAME*{n-1},NULL
F parts.f Part.i NULL NULL NULL
I Column.i 1 Column.m
I Part.i {3*n} Part.m
C Update.c work {2*(n-step)^2}
O First.o Owner.p -t Column.m -b {100*n+to} -n {self==0}
O Next.o Owner.p -t Column.m -b {100*(n-step-1)+to} -n {step+1<n && (step+1)%count==self}
O Part.o Sink.p -t Part.m -b {step}
)";

std::vector<std::pair<std::string, std::string>> sensible_programs() {
  return {{"MatrixMultiply1", kMatrixMultiply1},
          {"MatrixMultiply2", kMatrixMultiply2},
          {"ring", kRing},
          {"pipeline", kPipeline},
          {"stencil", kStencil},
          {"client and server", kClientAndServer},
          {"barrier", kBarrier},
          {"columns", kColumns}};
}

}  // namespace dps::blueprint
