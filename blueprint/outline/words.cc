#include "blueprint/outline/words.h"

#include <array>

namespace dps::blueprint {
namespace {

constexpr auto kWords = std::to_array<Word>({
    {WordKind::kSection, "V", "V <name> <expression>", "A variable, which --set changes"},
    {WordKind::kSection, "A", "A <text> <expression>", "A condition that the variables must meet"},
    {WordKind::kSection, "I", "I <itag> [-each] [<count>[/<of>] <mtag>]*",
     "A collection: the messages that a process waits for"},
    {WordKind::kSection, "C", "C <ctag> sleep|busywait|compute|work|ops|call|exec <argument>",
     "A computation"},
    {WordKind::kSection, "O", "O <otag> <receivers> [-flag <argument>]*",
     "An output: messages and their receivers"},
    {WordKind::kSection, "F", "F <ftag> <itag> <ctag>[,<ctag>]* <otag>[,<otag>]* <next>",
     "A functionality: what follows when a collection is complete"},
    {WordKind::kSection, "U", "U <futag> [-early] <ftag>[|<ftag>]*+",
     "A unit: all that a process can do at a certain time"},
    {WordKind::kSection, "P", "P <ptag> <N> [-server] <futag>+", "N processes, and their units"},
    {WordKind::kSection, "T", "T <process> <htag> [<variable> <operator> <value>]*",
     "The logical host of a process, and its properties"},

    {WordKind::kComputation, "sleep", "sleep <time>",
     "Waits for this time without using a processor"},
    {WordKind::kComputation, "busywait", "busywait <time>",
     "Keeps a processor busy until this time has passed"},
    {WordKind::kComputation, "compute", "compute <time>",
     "Uses this much CPU time on a host of SPEED 1000"},
    {WordKind::kComputation, "work", "work <multiplications>",
     "Performs this number of floating-point multiplications"},
    {WordKind::kComputation, "ops", "ops <sum> [cached | loop <n>]",
     "Uses the CPU time of these operations; the machine has the time of each"},
    {WordKind::kComputation, "call", "call <function> [<argument>]*",
     "Calls a user function, built-in or from a library of --userfuncs"},
    {WordKind::kComputation, "exec", "exec <program> [<argument>]*",
     "Executes a program without a shell and waits for its end"},

    {WordKind::kOutputFlag, "-t", "-t <mtag>", "The type of the messages"},
    {WordKind::kOutputFlag, "-b", "-b <bytes>", "The size of each message's body"},
    {WordKind::kOutputFlag, "-n", "-n <number>", "The number of messages to each receiver"},
    {WordKind::kOutputFlag, "-p", "-p on|off",
     "on: the body is packed for every send; off: once before the start"},
    {WordKind::kOutputFlag, "-e", "-e on|off", "on: the body is packed as XDR; off: copied"},
    {WordKind::kOutputFlag, "-X", "-X Pvmd|TCP", "The route, for transports that have two (pvm)"},
    {WordKind::kOutputFlag, "-d", "-d <time>", "A timer: a message to the sender after this time"},
    {WordKind::kOutputFlag, "-others", "-others", "Excludes the sender from the receivers"},
    {WordKind::kOutputFlag, "-new", "-new", "The messages begin a request"},
    {WordKind::kOutputFlag, "-pick", "-pick random|round_robin|least",
     "Each message goes to one of the receivers"},
    {WordKind::kOutputFlag, "-window", "-window <number>",
     "At most so many messages are unanswered at each receiver; others wait"},

    {WordKind::kPick, "random", "-pick random", "A receiver at random"},
    {WordKind::kPick, "round_robin", "-pick round_robin", "The receivers in turn"},
    {WordKind::kPick, "least", "-pick least", "The receiver with the fewest unanswered messages"},
    {WordKind::kSwitch, "on", "on", "As it is without the flag"},
    {WordKind::kSwitch, "off", "off", "Packed before the start (-p), or copied (-e)"},
    {WordKind::kRoute, "Pvmd", "-X Pvmd", "Through the daemons of PVM"},
    {WordKind::kRoute, "TCP", "-X TCP", "Over direct connections"},

    {WordKind::kInputFlag, "-each", "I <itag> -each …",
     "Counts the messages of each request apart"},
    {WordKind::kUnitFlag, "-early", "U <futag> -early …",
     "The unit also counts messages that arrived before it became active"},
    {WordKind::kProcessFlag, "-server", "P <ptag> <N> -server …",
     "The run may end while these processes wait for messages"},

    {WordKind::kNext, "SAME", "SAME", "The unit remains active"},
    {WordKind::kNext, "NULL", "NULL", "The process is complete"},
    {WordKind::kNothing, "NULL", "NULL",
     "No messages to wait for, no computation, or no messages to send"},
    {WordKind::kReceiver, "ACK", "ACK", "The sender of the message that completed the collection"},
    {WordKind::kReceiver, "ORIGIN", "ORIGIN", "The process that began the request"},

    {WordKind::kHostVariable, "NAME", "NAME = <name>", "The name of the host"},
    {WordKind::kHostVariable, "TYPE", "TYPE = <type>", "Its architecture, such as x86_64"},
    {WordKind::kHostVariable, "SPEED", "SPEED >= <number>", "1000 is the reference machine"},
    {WordKind::kHostVariable, "CORES", "CORES >= <number>", "The number of its cores"},
    {WordKind::kHostVariable, "MEMORY", "MEMORY >= <bytes>", "Bytes, or a number with M, G or T"},
    {WordKind::kComparison, "=", "TYPE = SUN", "Equal"},
    {WordKind::kComparison, "!=", "NAME != login", "Not equal"},
    {WordKind::kComparison, "<", "SPEED < 1000", "Less"},
    {WordKind::kComparison, ">", "CORES > 4", "Greater"},
    {WordKind::kComparison, "<=", "SPEED <= 1000", "At most"},
    {WordKind::kComparison, ">=", "MEMORY >= 16G", "At least"},

    {WordKind::kName, "self", "self", "The index of the process among its clones"},
    {WordKind::kName, "count", "count", "The number of clones"},
    {WordKind::kName, "step", "step",
     "The number of earlier firings in the present cycle of a*K,b"},
    {WordKind::kName, "to", "to", "The index of the receiver among its clones, in -b and -n"},
    {WordKind::kFunction, "min", "min(a, …)", "The smallest of its arguments"},
    {WordKind::kFunction, "max", "max(a, …)", "The largest of its arguments"},
    {WordKind::kFunction, "ceil", "ceil(x)", "The next whole number from x upwards"},
    {WordKind::kFunction, "floor", "floor(x)", "The next whole number from x downwards"},
    {WordKind::kFunction, "round", "round(x)", "The nearest whole number; halves away from zero"},
    {WordKind::kFunction, "abs", "abs(x)", "The absolute value"},
    {WordKind::kFunction, "sqrt", "sqrt(x)", "The square root"},
    {WordKind::kFunction, "exp", "exp(x)", "e to the power of x"},
    {WordKind::kFunction, "log", "log(x)", "The natural logarithm"},
    {WordKind::kFunction, "log2", "log2(x)", "The logarithm to base 2"},
    {WordKind::kFunction, "log10", "log10(x)", "The logarithm to base 10"},
    {WordKind::kFunction, "pow", "pow(a, b)", "a to the power of b"},
    {WordKind::kFunction, "xor", "xor(a, b)", "The exclusive or of the bits of two whole numbers"},
    {WordKind::kFunction, "uniform", "uniform(a, b)", "A random number between a and b"},
    {WordKind::kFunction, "normal", "normal(m, s)",
     "A random number with the mean m and the standard deviation s"},
    {WordKind::kFunction, "exponential", "exponential(m)", "A random number with the mean m"},
    {WordKind::kFunction, "lognormal", "lognormal(m, s)",
     "A random number whose logarithm has the mean m and the standard deviation s"},
});

}  // namespace

std::span<const Word> words() {
  return kWords;
}

}  // namespace dps::blueprint
