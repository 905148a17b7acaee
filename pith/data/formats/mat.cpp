// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat.h"

#include <fmt/format.h>
#include <matio.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/shared_library.h"
#include "pith/data/dense.h"
#include "pith/data/formats/mat_sizes.h"

namespace pith {
namespace {

void ignore_message(int /*level*/, char* /*message*/) {}

/// What pith calls of libmatio, which is loaded with the first MATLAB file: it brings HDF5 and some
/// thirty libraries of networks along.
struct Matio {
  Matio() {
    library.function<decltype(Mat_LogInitFunc)>("Mat_LogInitFunc")("pith", ignore_message);
  }

  SharedLibrary library{PITH_MATIO,
                        "it reads MATLAB files; install libmatio (on Debian the package "
                        "libmatio11), or save the data as CSV or NPZ"};
  decltype(::Mat_Open)* open = library.function<decltype(::Mat_Open)>("Mat_Open");
  decltype(::Mat_Close)* close = library.function<decltype(::Mat_Close)>("Mat_Close");
  decltype(::Mat_GetVersion)* version =
      library.function<decltype(::Mat_GetVersion)>("Mat_GetVersion");
  decltype(::Mat_SizeOf)* size_of = library.function<decltype(::Mat_SizeOf)>("Mat_SizeOf");
  decltype(::Mat_VarReadNextInfo)* read_next_info =
      library.function<decltype(::Mat_VarReadNextInfo)>("Mat_VarReadNextInfo");
  decltype(::Mat_VarReadInfo)* read_info =
      library.function<decltype(::Mat_VarReadInfo)>("Mat_VarReadInfo");
  decltype(::Mat_VarReadDataAll)* read_data =
      library.function<decltype(::Mat_VarReadDataAll)>("Mat_VarReadDataAll");
  decltype(::Mat_VarFree)* free = library.function<decltype(::Mat_VarFree)>("Mat_VarFree");
};

const Matio& matio() {
  static const Matio loaded;
  return loaded;
}

struct CloseFile {
  void operator()(mat_t* file) const { matio().close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { matio().free(variable); }
};
using File = std::unique_ptr<mat_t, CloseFile>;
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::bad_data, source + ": " + what);
}

File open_file(const Input& input) {
  File file(matio().open(input.name().c_str(), MAT_ACC_RDONLY));
  if (!file) {
    fail(input.name(),
         "this is not a MATLAB file of version 4, 5 or 7.3 on the disk; save it again");
  }
  return file;
}

bool is_numeric(const matvar_t& variable) {
  return variable.class_type >= MAT_C_SPARSE && variable.class_type <= MAT_C_UINT64;
}

std::string_view kind_of(const matvar_t& variable) {
  switch (variable.class_type) {
    case MAT_C_CELL:
      return "a cell array";
    case MAT_C_STRUCT:
      return "a structure";
    case MAT_C_CHAR:
      return "text";
    default:
      return "not an array of numbers";
  }
}

/// A variable before its data are read.
struct Found {
  ArrayShape shape;
  bool is_complex = false;
  bool is_sparse = false;
};

std::vector<Found> list_variables(mat_t* file, std::vector<std::string>& notes) {
  std::vector<Found> found;
  for (;;) {
    const Variable variable(matio().read_next_info(file));
    if (!variable) return found;
    if (variable->name == nullptr) continue;
    const std::string name = variable->name;
    if (!is_numeric(*variable)) {
      notes.push_back(fmt::format("skipped {}, which is {}", quoted(name), kind_of(*variable)));
      continue;
    }
    if (variable->rank != 2 || variable->dims == nullptr) {
      notes.push_back(
          fmt::format("skipped {}, which has {} dimensions", quoted(name), variable->rank));
      continue;
    }
    const std::uint64_t rows = variable->dims[0];
    const std::uint64_t cols = variable->dims[1];
    const bool is_vector = rows == 1 || cols == 1;
    const bool is_x = name == "X" || name == "x";
    found.push_back({.shape = {.name = name,
                               .rows = rows,
                               .cols = cols,
                               .is_vector = is_vector,
                               .is_matrix = rows > 0 && cols > 0 && (is_x || !is_vector)},
                     .is_complex = variable->isComplex != 0,
                     .is_sparse = variable->class_type == MAT_C_SPARSE});
  }
}

/// Element `i` of data from libmatio; nothing if it does not fit exactly in a double.
std::optional<double> element(const void* data, enum matio_types type, std::size_t i) {
  const auto load = [&]<class T>(T value) -> std::optional<double> {
    std::memcpy(&value, static_cast<const char*>(data) + i * sizeof(T), sizeof(T));
    if constexpr (std::is_integral_v<T>) {
      return exact_double(value);
    } else {
      return static_cast<double>(value);
    }
  };
  switch (type) {
    case MAT_T_DOUBLE:
      return load(double{});
    case MAT_T_SINGLE:
      return load(float{});
    case MAT_T_INT8:
      return load(std::int8_t{});
    case MAT_T_UINT8:
      return load(std::uint8_t{});
    case MAT_T_INT16:
      return load(std::int16_t{});
    case MAT_T_UINT16:
      return load(std::uint16_t{});
    case MAT_T_INT32:
      return load(std::int32_t{});
    case MAT_T_UINT32:
      return load(std::uint32_t{});
    case MAT_T_INT64:
      return load(std::int64_t{});
    case MAT_T_UINT64:
      return load(std::uint64_t{});
    default:
      return std::nullopt;
  }
}

double number(const void* data, enum matio_types type, std::size_t i, const std::string& source) {
  const std::optional<double> value = element(data, type, i);
  if (!value) fail(source, "a number does not fit exactly in a double; save the array as double");
  return *value;
}

void copy_full(const matvar_t& variable, const MatrixView<double>& matrix,
               const std::string& source) {
  const std::size_t count = matrix.extent(0) * matrix.extent(1);
  const std::size_t size = matio().size_of(variable.data_type);
  if (size == 0 || variable.nbytes / size < count)
    fail(source, "the array has fewer values than its size requires");
  double* const out = matrix.data_handle();
  for (std::size_t i = 0; i < count; ++i)
    out[i] = number(variable.data, variable.data_type, i, source);
}

void copy_sparse(const matvar_t& variable, const MatrixView<double>& matrix,
                 const std::string& source) {
  const auto& sparse = *static_cast<const mat_sparse_t*>(variable.data);
  const std::size_t cols = matrix.extent(1);
  if (sparse.jc == nullptr || sparse.njc < cols + 1) fail(source, "the array is damaged");
  for (std::size_t col = 0; col < cols; ++col) {
    for (std::size_t i = sparse.jc[col]; i < sparse.jc[col + 1]; ++i) {
      if (i >= sparse.nir || i >= sparse.ndata || sparse.ir == nullptr || sparse.data == nullptr ||
          sparse.ir[i] >= matrix.extent(0)) {
        fail(source, "the array is damaged: a position is outside the matrix");
      }
      matrix(sparse.ir[i], col) = number(sparse.data, variable.data_type, i, source);
    }
  }
}

/// The columns of one variable; a row or column vector is one column.
std::vector<Column> read_variable(mat_t* file, const Found& found, bool is_vector,
                                  const std::string& file_name, const Context& context) {
  const std::string source = fmt::format("{}: {}", file_name, quoted(found.shape.name));
  if (found.is_complex)
    fail(source, "complex numbers are not supported; save their real part or absolute value");
  const std::uint64_t rows =
      is_vector ? std::max(found.shape.rows, found.shape.cols) : found.shape.rows;
  const std::uint64_t cols = is_vector ? 1 : found.shape.cols;
  // libmatio holds a copy of the data while they are converted to doubles.
  const auto elements = checked_product(rows, cols);
  const Reservation copy =
      reserve_table(elements ? checked_product(*elements, sizeof(double)) : std::nullopt,
                    source + ": reading the array", context);
  const Variable variable(matio().read_info(file, found.shape.name.c_str()));
  if (!variable || variable->rank != 2 || variable->dims[0] != found.shape.rows ||
      variable->dims[1] != found.shape.cols || matio().read_data(file, variable.get()) != 0 ||
      variable->data == nullptr) {
    fail(source, "the array cannot be read: the file is damaged");
  }
  Dense dense(source, rows, cols, context);
  if (variable->class_type != MAT_C_SPARSE) {
    copy_full(*variable, dense.view(), source);
  } else if (is_vector && found.shape.rows == 1) {
    copy_sparse(*variable, dense.view().transposed(), source);
  } else {
    copy_sparse(*variable, dense.view(), source);
  }
  const std::vector<std::string> names =
      is_vector ? std::vector<std::string>{found.shape.name} : feature_names(cols);
  return dense.columns(names);
}

/// Rejects impossible and too large sizes before anything is allocated.
void check_size(const Input& input, const Found& found, mat_t* file, const Context& context) {
  const ArrayShape& shape = found.shape;
  // An element has at least one byte, and zlib compresses by a factor of at most 1032. Sparse
  // arrays, and those in HDF5, may omit elements.
  constexpr std::uint64_t max_compression = 1032;
  const auto elements = checked_product(shape.rows, shape.cols);
  const bool is_full = !found.is_sparse && matio().version(file) != MAT_FT_MAT73;
  if (is_full && (!elements || *elements / max_compression > input.size())) {
    fail(input.name(), fmt::format("{} would have {} x {} numbers, more than the file can contain",
                                   quoted(shape.name), shape.rows, shape.cols));
  }
  (void)reserve_dense(input.name(), shape.rows, shape.cols, context);
}

Columns read_file(const Input& input, const Context& context) {
  if (input.is_compressed()) fail(input.name(), "the file is compressed; decompress it first");
  const Reservation list = check_mat_sizes(input, context);
  const File file = open_file(input);
  Columns columns;
  columns.source = input.name();
  const std::vector<Found> found = list_variables(file.get(), columns.notes);
  std::vector<ArrayShape> shapes(found.size());
  std::transform(found.begin(), found.end(), shapes.begin(),
                 [](const Found& one) { return one.shape; });
  ArrayChoice choice = choose_arrays(shapes);
  if (!choice.matrix && choice.vectors.empty()) {
    fail(input.name(), "there is no numeric matrix; save X and y");
  }
  check_choice(input.name(), shapes, choice, context);
  const auto append = [&](std::size_t i, bool is_vector) {
    check_size(input, found[i], file.get(), context);
    std::vector<Column> read_in =
        read_variable(file.get(), found[i], is_vector, input.name(), context);
    std::move(read_in.begin(), read_in.end(), std::back_inserter(columns.columns));
  };
  if (choice.matrix) {
    append(*choice.matrix, false);
    columns.names = feature_names(columns.columns.size());
  }
  for (const std::size_t i : choice.vectors) {
    append(i, true);
    columns.names.push_back(shapes[i].name);
  }
  std::move(choice.notes.begin(), choice.notes.end(), std::back_inserter(columns.notes));
  unique_names(columns.names, columns.notes);
  return columns;
}

}  // namespace

Columns read_mat(Input& input, const Context& context) {
  // libmatio and the serial HDF5 must not run on two threads at once.
  static std::mutex turn;
  const std::lock_guard guard(turn);
  return read_file(input, context);
}

}  // namespace pith
