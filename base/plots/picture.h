/// Pictures of figures, as data: curves, surfaces and heat maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace dps::plots {

enum class PictureFormat : std::uint8_t { kSvg, kPdf, kTex };

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

struct CurvePoint {
  double x = 0;
  double y = 0;
  double half_width = 0;  ///< of the interval around y; 0: none
};

struct Curve {
  std::string title;               ///< empty: the key does not list it
  std::vector<CurvePoint> points;  ///< in the order of x
  std::size_t color = 0;           ///< curves that belong together have the same number
  bool is_dashed = false;
};

struct Axis {
  std::string label;
  bool is_logarithmic = false;
  std::string unit;       ///< with prefixes for thousands: "s" gives "20 ms"; empty: plain numbers
  bool is_whole = false;  ///< values between whole numbers have no meaning
};

/// Curves over one variable.
struct CurvePicture {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Curve> curves;
};

/// A figure for each pair of values, which are drawn at equal distances.
struct HeatMap {
  std::string title;
  std::string x_label;
  std::string y_label;
  Axis color;
  std::vector<std::string> x_values;
  std::vector<std::string> y_values;
  std::vector<double> figures;  ///< by y, then x; kMissing: unknown
};

struct SurfacePoint {
  double x = 0;
  double y = 0;
  double z = 0;
};

/// A surface over two variables as a mesh, and single points above, on and below it.
struct SurfacePicture {
  std::string title;
  Axis x;
  Axis y;
  Axis z;
  std::string mesh_title;
  std::vector<std::vector<SurfacePoint>> mesh;  ///< lines with equally many points
  std::string points_title;
  std::vector<SurfacePoint> points;
};

using Picture = std::variant<CurvePicture, SurfacePicture, HeatMap>;

}  // namespace dps::plots
