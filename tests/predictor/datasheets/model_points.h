/// Points on the surfaces of known equations.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// An equation of a collective function; coefficients in seconds.
struct Model {
  std::string name;
  double constant = 0;
  machines::StartForm start_form = machines::StartForm::kProcesses;
  double start = 0;
  machines::DataForm data_form = machines::DataForm::kData;
  double data = 0;

  [[nodiscard]] double time(double processes, double elements) const {
    return constant + start * machines::start_factor(start_form, processes) +
           data * machines::data_factor(data_form, processes, elements);
  }
};

/// The equations of the dissertation on MPI data sheets, 4.2 (Cray T3D, then workstations on an
/// Ethernet) and 3.5.5.
inline std::vector<Model> printed_models() {
  using enum machines::StartForm;
  using enum machines::DataForm;
  constexpr double kMicro = 1e-6;
  std::vector<Model> models{
      {"alltoall", 0, kProcesses, 40, kProcessesData, 0.3},
      {"allsend", 40, kProcesses, 0.1, kData, 0.1},
      {"gather", 0, kLogProcesses, 200, kSquareData, 0.0009},
      {"allgather", 0, kProcesses, 40, kProcessesData, 0.3},
      {"reduce", 300, kProcesses, 2, kLogProcessesData, 0.6},
      {"allreduce", 300, kProcesses, 6, kLogProcessesData, 1},
      {"bcast", 100, kProcesses, 2, kLogProcessesData, 0.2},
      {"now_alltoall", 2000, kSquare, 4000, kSquareData, 2},
      {"now_allsend", 2000, kProcesses, 0, kData, 1},
      {"now_gather", 0, kLogProcesses, 30000, kLogProcessesData, 4},
      {"now_allgather", 0, kProcesses, 8000, kSquareData, 4},
      {"now_reduce", 0, kLogProcesses, 20000, kLogProcessesData, 6},
      {"now_allreduce", 10000, kSquare, 500, kSquareData, 2},
      {"now_bcast", 2000, kSquare, 700, kProcessesData, 1},
      {"session_bcast", 106.549, kProcesses, 6.35065, kProcessesData, 0.0439693},
      {"session_alltoall", 14.1845, kProcesses, 46.1065, kProcessesData, 0.244134},
  };
  for (Model& model : models) {
    model.constant *= kMicro;
    model.start *= kMicro;
    model.data *= kMicro;
  }
  return models;
}

/// p = 2, 4, …, 128 and d = `least`, 2 `least`, …, 8192. Errors are 5 % of the times.
inline std::vector<RawPoint> grid_of(const Model& model, std::uint64_t least = 32) {
  std::vector<RawPoint> points;
  for (std::uint64_t elements = least; elements <= 8192; elements *= 2) {
    for (std::uint64_t processes = 2; processes <= 128; processes *= 2) {
      const double time = model.time(static_cast<double>(processes), static_cast<double>(elements));
      points.push_back({processes, elements, time, 0.05 * time, std::nullopt});
    }
  }
  return points;
}

inline RawSeries series_of(const Model& model, std::vector<RawPoint> points) {
  return {model.name, machines::FunctionPath::kAny, machines::FunctionClass::kCollective,
          std::move(points), std::nullopt};
}

}  // namespace dps::datasheets
