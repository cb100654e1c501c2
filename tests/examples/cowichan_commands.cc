// Runs the command lines of a file, one of the Cowichan programs each, in one start of MPI. Ends at
// the first that fails, with its status.
// usage: mpirun -n RANKS cowichan_commands FILE
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <mpi.h>

using Main = int(int, char**);
Main elastic_main, gauss_main, half_main, invperc_main, life_main, mandel_main, norm_main;
Main outer_main, product_main, randmat_main, sor_main, thresh_main, vecdiff_main, winnow_main;

namespace {

int run(const std::string& line) {
  static const std::map<std::string, Main*> mains = {
      {"elastic", elastic_main}, {"gauss", gauss_main},  {"half", half_main},
      {"invperc", invperc_main}, {"life", life_main},    {"mandel", mandel_main},
      {"norm", norm_main},       {"outer", outer_main},  {"product", product_main},
      {"randmat", randmat_main}, {"sor", sor_main},      {"thresh", thresh_main},
      {"vecdiff", vecdiff_main}, {"winnow", winnow_main}};
  std::istringstream in(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  const auto found = mains.find(words.at(0));
  if (found == mains.end()) {
    std::cerr << "no program " << words[0] << '\n';
    return 3;
  }
  return found->second(static_cast<int>(words.size()), arguments.data());
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::ifstream file(argc > 1 ? argv[1] : "");
  int status = file.is_open() ? 0 : 3;
  for (std::string line; status == 0 && std::getline(file, line);) {
    status = run(line);
  }
  MPI_Finalize();
  return status;
}
