// SPDX-License-Identifier: Apache-2.0
// Gaussian selection beside what the machine can do, in one run: the time of gc-mi and gkl-e, of
// OpenBLAS' dsyrk for the class covariances of the same data, and the roofline of the passes that
// the selection made.
//   gaussian_bench ROWS:FEATURES:CLASSES K THREADS REPEATS
#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "bench/hidden_factors.h"
#include "pith/base/parallel.h"
#include "pith/methods/gaussian/gaussian.h"

namespace pith {
namespace {

template <class Work>
double least_seconds(int repeats, Work work) {
  double least = 1e9;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const double start = bench::wall_seconds();
    work();
    least = std::min(least, bench::wall_seconds() - start);
  }
  return least;
}

/// Bytes per second that are read and written when a large array is copied.
double copy_bandwidth(const Context& context, int repeats) {
  constexpr std::size_t size = std::size_t{256} << 20U;
  std::vector<char> from(size, 1);
  std::vector<char> to(size, 2);
  const double seconds = least_seconds(repeats, [&] {
    const std::size_t block = size / context.thread_count();
    parallel_blocks(context, size, block, [&](std::size_t begin, std::size_t end) {
      std::memcpy(&to[begin], &from[begin], end - begin);
    });
  });
  return 2.0 * size / seconds;
}

double dgemm_flops(int repeats) {
  constexpr int n = 2048;
  const std::vector<double> a(std::size_t{n} * n, 1.0);
  const std::vector<double> b(std::size_t{n} * n, 0.5);
  std::vector<double> c(std::size_t{n} * n);
  const double seconds = least_seconds(repeats, [&] {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0,
                c.data(), n);
  });
  return 2.0 * n * n * n / seconds;
}

/// Class covariances by dsyrk, from rows that are sorted and centred already.
double dsyrk_seconds(const Table& table, int repeats) {
  const auto features = static_cast<int>(table.features());
  std::vector<std::vector<double>> classes(table.classes());
  std::vector<int> rows(table.classes());
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++rows[table.target().code(row)];
  for (std::size_t c = 0; c < classes.size(); ++c)
    classes[c].resize(table.features() * static_cast<std::size_t>(rows[c]));
  for (Feature j = 0; j < table.features(); ++j) {
    std::vector<std::size_t> next(classes.size());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::uint32_t c = table.target().code(row);
      classes[c][j * static_cast<std::size_t>(rows[c]) + next[c]++] =
          table.feature(j).numbers()[row];
    }
  }
  std::vector<double> covariance(table.features() * table.features());
  return least_seconds(repeats, [&] {
    for (std::size_t c = 0; c < classes.size(); ++c) {
      cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, features, rows[c], 1.0, classes[c].data(),
                  rows[c], 0.0, covariance.data(), features);
    }
  });
}

/// The default, or PITH_FORESIGHT as COLUMNS:POOL:WHOLE.
Prefetch prefetch() {
  Prefetch made;
  char mark = 0;
  if (const char* given = std::getenv("PITH_FORESIGHT"))  // NOLINT(concurrency-mt-unsafe)
    std::stringstream(given) >> made.columns >> mark >> made.pool >> mark >> made.whole;
  return made;
}

/// What a selection did: seconds to lay out the data and to select, and its passes.
struct Timing {
  double layout = 1e9;
  double select = 1e9;
  std::size_t passes = 0;
  std::size_t columns = 0;
  Feature last = 0;
};

/// Counts what is asked of a scatter.
class CountingScatter final : public Scatter {
 public:
  CountingScatter(std::unique_ptr<const Scatter> inner, Timing& timing)
      : inner_(std::move(inner)), timing_(timing) {}
  const PanelMoments& moments() const override { return inner_->moments(); }
  std::uint64_t column_bytes(std::size_t pivots) const override {
    return inner_->column_bytes(pivots);
  }
  std::uint64_t matrix_bytes() const override { return inner_->matrix_bytes(); }
  bool has_exact_matrix() const override { return inner_->has_exact_matrix(); }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override {
    ++timing_.passes;
    timing_.columns += pivots.size();
    return inner_->columns(pivots, context);
  }
  ScatterColumns among(std::span<const Feature> features, const Context& context) const override {
    return inner_->among(features, context);
  }
  ScatterColumns matrix(const Context& context) const override { return inner_->matrix(context); }

 private:
  std::unique_ptr<const Scatter> inner_;
  Timing& timing_;
};

Timing timed(const Table& table, bool is_divergence, Storage storage, std::size_t k,
             const Context& context, int repeats) {
  Timing least;
  const TableSource source(table);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Timing now;
    const double start = bench::wall_seconds();
    auto scatter = std::make_unique<CountingScatter>(source.scatter(storage, context), now);
    const double laid_out = bench::wall_seconds();
    const GaussianModel model(scatter->moments(), {});
    const Task wanted{.k = k, .keep = {}};
    Selection selection;
    if (is_divergence) {
      GaussianSearch<GaussianDivergence> search(
          std::move(scatter), GaussianDivergence(model, GaussianDivergence::Criterion::entropy),
          wanted, prefetch(), context);
      selection = forward(search, table.features(), wanted, context);
    } else {
      SaturatingSearch<CompromiseSearch> search(
          CompromiseSearch(std::move(scatter),
                           GaussianCompromise(model, GaussianCompromise::Criterion::information),
                           wanted, prefetch(), context),
          Fill::fit, context);
      selection = forward(search, table.features(), wanted, context);
    }
    now.select = bench::wall_seconds() - laid_out;
    now.layout = laid_out - start;
    now.last = selection.selected.back().feature;
    if (now.select + now.layout < least.select + least.layout) least = now;
  }
  return least;
}

struct Entry {
  bool is_divergence = false;
  Storage storage = Storage::float64;
  Timing all;
  Timing one;
};

void compare(const bench::Shape& shape, std::size_t k, unsigned threads, int repeats) {
  const Context context{.threads = threads};
  const Table table = bench::generated(shape, context);
  fmt::print("{} rows x {} features, {} classes, k = {}, {} threads\n", shape.rows, shape.features,
             shape.classes, k, threads);
  std::vector<Entry> entries;
  for (const bool is_divergence : {false, true}) {
    for (const Storage storage : {Storage::float64, Storage::float32}) {
      entries.push_back({is_divergence, storage,
                         timed(table, is_divergence, storage, k, context, repeats),
                         timed(table, is_divergence, storage, k, {.threads = 1}, repeats)});
    }
  }
  // BLAS last: its threads keep a processor busy for a while after they are done.
  const double bandwidth = copy_bandwidth(context, repeats);
  openblas_set_num_threads(static_cast<int>(threads));
  const double flops = dgemm_flops(repeats);
  const double syrk = dsyrk_seconds(table, repeats);
  fmt::print("copy {:.1f} GB/s, dgemm {:.1f} GFLOP/s, dsyrk of the classes {:.3f} s\n",
             bandwidth / 1e9, flops / 1e9, syrk);
  fmt::print("{:<6} {:<7} {:>8} {:>8} {:>8} {:>8} {:>6} {:>7} {:>8} {:>8} {:>6}\n", "method",
             "storage", "layout s", "select s", "both s", "1 thread", "passes", "columns",
             "of dsyrk", "roofline", "last");
  for (const Entry& entry : entries) {
    const double size = static_cast<double>(shape.rows) * static_cast<double>(shape.features);
    const double number = entry.storage == Storage::float64 ? 8 : 4;
    // The table is read once and the panel written once; each pass reads the panel.
    const double bytes = size * (8 + number + static_cast<double>(entry.all.passes) * number);
    const double work = 2 * size * static_cast<double>(entry.all.columns);
    const double both = entry.all.layout + entry.all.select;
    const double roofline = std::max(bytes / bandwidth, work / flops);
    fmt::print(
        "{:<6} {:<7} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>6} {:>7} {:>8.2f} {:>8.2f} {:>6}\n",
        entry.is_divergence ? "gkl-e" : "gc-mi",
        entry.storage == Storage::float64 ? "double" : "single", entry.all.layout, entry.all.select,
        both, entry.one.layout + entry.one.select, entry.all.passes, entry.all.columns, both / syrk,
        both / roofline, entry.all.last);
  }
  fmt::print("peak memory {} MiB\n", bench::peak_bytes() >> 20U);
}

}  // namespace
}  // namespace pith

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: gaussian_bench ROWS:FEATURES:CLASSES K THREADS REPEATS\n");
    return EXIT_FAILURE;
  }
  try {
    pith::compare(pith::bench::parse_shape(argv[1]), std::stoul(argv[2]),
                  static_cast<unsigned>(std::stoul(argv[3])), std::stoi(argv[4]));
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}
