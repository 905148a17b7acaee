// SPDX-License-Identifier: Apache-2.0
// Table 1 and figure 3 of Yasaei Sekeh and Hero (2018): principal components of MNIST, selected
// from few images, judged by a linear SVM of others.
//   gmi_digits [FOLDER] [RUNS] [TRAINING] [METHOD...]    here, 20 runs, SVM from 2,000 images, all
// With methods, the pictures show those that are in the usual ones; `random` is always among them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "papers/qpfs/sets.h"
#include "papers/svg.h"
#include "pith/base/random.h"
#include "pith/learn/svm/liblinear.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/measure/bayes_error.h"
#include "pith/measure/geometric_information.h"
#include "pith/select/select.h"
#include "pith/stats/class_trees.h"
#include "pith/stats/grid_columns.h"

namespace pith::papers {
namespace {

constexpr std::size_t components = 30;
constexpr std::size_t analysed = 2000;  // images that the components come from
constexpr std::size_t tested = 4000;
constexpr std::array<std::size_t, 3> row_counts{100, 300, 500};
// The first of them are those of table 1, the others are in figure 3 only.
constexpr std::array<std::size_t, 5> sizes{10, 15, 20, 5, 25};
constexpr std::size_t table_sizes = 3;
constexpr std::size_t largest = 25;

/// Images as their components, image by image.
struct Cast {
  std::vector<double> numbers;
  std::vector<std::uint32_t> digits;

  std::size_t rows() const { return digits.size(); }
};

/// Principal components of some images.
class Components {
 public:
  Components(const Images& images, std::span<const std::size_t> rows) : mean_(Images::pixels) {
    const auto count = static_cast<double>(rows.size());
    for (const std::size_t row : rows) {
      for (std::size_t i = 0; i < Images::pixels; ++i)
        mean_[i] += images.bytes[row * Images::pixels + i] / count;
    }
    std::vector<double> covariance(Images::pixels * Images::pixels);
    std::vector<double> centred(Images::pixels);
    for (const std::size_t row : rows) {
      for (std::size_t i = 0; i < Images::pixels; ++i)
        centred[i] = images.bytes[row * Images::pixels + i] - mean_[i];
      for (std::size_t i = 0; i < Images::pixels; ++i) {
        if (centred[i] == 0) continue;
        double* const line = &covariance[i * Images::pixels];
        for (std::size_t j = 0; j <= i; ++j)
          line[j] += centred[i] * centred[j];
      }
    }
    const Eigensystem system = dense_eigensystem(
        MatrixView<const double>::row_major(covariance.data(), Images::pixels, Images::pixels));
    for (std::size_t k = 0; k < components; ++k) {
      const auto vector = system.vector(Images::pixels - 1 - k);
      vectors_.insert(vectors_.end(), vector.begin(), vector.end());
    }
  }

  Cast cast(const Images& images, std::span<const std::size_t> rows) const {
    Cast result;
    std::vector<double> centred(Images::pixels);
    for (const std::size_t row : rows) {
      for (std::size_t i = 0; i < Images::pixels; ++i)
        centred[i] = images.bytes[row * Images::pixels + i] - mean_[i];
      for (std::size_t k = 0; k < components; ++k) {
        result.numbers.push_back(std::inner_product(
            centred.begin(), centred.end(),
            vectors_.begin() + static_cast<std::ptrdiff_t>(k * Images::pixels), 0.0));
      }
      result.digits.push_back(images.digits[row]);
    }
    return result;
  }

 private:
  std::vector<double> mean_;
  std::vector<double> vectors_;  // one after the other
};

/// The first rows as a table. Every digit must occur.
Table table_of(const Cast& cast, std::size_t rows) {
  TableParts parts;
  for (std::size_t k = 0; k < components; ++k) {
    std::vector<double> column(rows);
    for (std::size_t row = 0; row < rows; ++row)
      column[row] = cast.numbers[row * components + k];
    parts.features.push_back(Column::from_numbers(std::move(column)));
    parts.names.push_back("pc" + std::to_string(k + 1));
  }
  std::vector<std::string> levels;
  for (int digit = 0; digit < 10; ++digit)
    levels.push_back(std::to_string(digit));
  parts.target = Column::from_codes(std::span(cast.digits).first(rows), levels);
  parts.target_name = "digit";
  return Table(std::move(parts));
}

/// Mean 0 and deviation 1 by the first cast, applied to both.
void standardise(Cast& by, Cast& other) {
  for (std::size_t k = 0; k < components; ++k) {
    double mean = 0;
    double square = 0;
    const auto count = static_cast<double>(by.rows());
    for (std::size_t row = 0; row < by.rows(); ++row)
      mean += by.numbers[row * components + k] / count;
    for (std::size_t row = 0; row < by.rows(); ++row)
      square += std::pow(by.numbers[row * components + k] - mean, 2) / count;
    for (Cast* const cast : {&by, &other}) {
      for (std::size_t row = 0; row < cast->rows(); ++row) {
        double& number = cast->numbers[row * components + k];
        number = (number - mean) / std::sqrt(square);
      }
    }
  }
}

std::vector<Feature> best_first(std::span<const double> scores) {
  std::vector<Feature> order(scores.size());
  std::iota(order.begin(), order.end(), Feature{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Feature a, Feature b) { return scores[a] > scores[b]; });
  return order;
}

/// The published rule where nothing is left to find: the first half is torn apart within classes
/// as the second is, so that the truth is 0 for each pair and the estimates are bias and noise.
std::vector<Feature> by_bias(const Table& table, const Context& context) {
  constexpr std::uint64_t repetitions = 10;
  std::vector<std::uint32_t> digits;
  for (std::size_t row = 0; row < table.rows(); ++row)
    digits.push_back(table.target().code(row));
  std::vector<std::vector<std::int32_t>> ranks;
  for (Feature f = 0; f < components; ++f)
    ranks.push_back(doubled_ranks(table.feature(f).numbers()));
  const RowSplitter splitter(ClassSpan{digits, table.classes()});
  GeometricInformation information;
  RowSplit split;
  RowSplit other;
  std::vector<double> scores(components);
  for (Feature x = 0; x < components; ++x) {
    for (Feature y = x + 1; y < components; ++y) {
      const Random random(context.seed, x * components + y);
      for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
        splitter.draw(random, 2 * repetition, split);
        splitter.draw(random, 2 * repetition + 1, other);
        // Classes have the same places in both halves of all splits.
        std::vector<std::int32_t> torn = ranks[y];
        for (std::size_t k = 0; k < split.first.size(); ++k)
          torn[split.first[k]] = ranks[y][split.first[other.partner[k]]];
        const double value = information.global({ranks[x], torn}, split);
        scores[x] -= value;
        scores[y] -= value;
      }
    }
  }
  return best_first(scores);
}

/// Dp of each feature by itself, by pairs of classes.
std::vector<Feature> by_single_dp(const Table& table, const Context& context) {
  const GridColumns grid(table, Scale::standard, 1, context);
  const ClassTrees trees(table.target(), TreeOf::pairs_of_classes, TieRule::exchangeable);
  std::vector<double> scores;
  for (Feature f = 0; f < components; ++f)
    scores.push_back(henze_penrose(trees.crossings(grid.column(f), context)));
  return best_first(scores);
}

using Ranker = std::function<std::vector<Feature>(const Table&, const Context&)>;

struct Contender {
  std::string name;
  Ranker rank;
  double seconds = 0;  ///< CPU, of all rankings
  std::vector<double> rates[row_counts.size()][sizes.size()] =
      {};  ///< accuracy by rows and size, in each run
};

Ranker method_of(const std::string& id, const Settings& params = {}) {
  return [id, params](const Table& table, const Context& context) {
    return select(table, id, id == "dp" ? largest : components, params, context).features();
  };
}

Ranker reversed(const Ranker& ranker) {
  return [ranker](const Table& table, const Context& context) {
    std::vector<Feature> order = ranker(table, context);
    std::reverse(order.begin(), order.end());
    return order;
  };
}

std::vector<Contender> contenders() {
  const Ranker published = method_of("gmi", {{"rule", "published"}});
  const Ranker in_order = [](const Table&, const Context&) {
    return best_first(std::vector<double>(components));
  };
  const Ranker at_random = [](const Table& table, const Context& context) {
    const auto order = Random(context.seed, table.rows()).permutation(components);
    return std::vector<Feature>(order.begin(), order.end());
  };
  return {
      {"gmi published", published},
      {"gmi published, one split", method_of("gmi", {{"rule", "published"}, {"repetitions", "1"}})},
      {"gmi published, class", method_of("gmi", {{"rule", "published"}, {"estimator", "class"}})},
      {"gmi published, peel", method_of("gmi", {{"rule", "published"}, {"peel", "true"}})},
      {"gmi published, reversed", reversed(published)},
      {"bias alone", by_bias},
      {"gmi relevance", method_of("gmi")},
      {"dp global", method_of("dp")},
      {"dp pairwise", method_of("dp", {{"tree", "pairwise"}})},
      {"dp pairwise, raw", method_of("dp", {{"tree", "pairwise"}, {"scale", "raw"}})},
      {"dp pairwise, single", by_single_dp},
      {"relieff", method_of("relieff")},
      {"LSVC", method_of("l1-svm", {{"scale", "standard"}})},
      {"LSVC, not scaled", method_of("l1-svm", {{"scale", "raw"}})},
      {"ETC", method_of("extra-trees")},
      {"random", at_random},
      {"first components", in_order},
      {"last components", reversed(in_order)},
  };
}

/// Share of test images that a linear SVM of some components gets right, in %.
double rate(const Cast& train, const Cast& test, std::span<const Feature> features) {
  const auto chosen = [&](const Cast& cast) {
    std::vector<double> numbers;
    for (std::size_t row = 0; row < cast.rows(); ++row) {
      for (const Feature feature : features)
        numbers.push_back(cast.numbers[row * components + feature]);
    }
    return numbers;
  };
  const std::vector<double> seen = chosen(train);
  const std::vector<double> judged = chosen(test);
  const LinearSvm svm(
      MatrixView<const double>::row_major(seen.data(), train.rows(), features.size()), train.digits,
      10, {});
  double right = 0;
  for (std::size_t row = 0; row < test.rows(); ++row) {
    const auto numbers = std::span(judged).subspan(row * features.size(), features.size());
    right += svm.predict(numbers) == test.digits[row] ? 1 : 0;
  }
  return 100 * right / static_cast<double>(test.rows());
}

/// Rows drawn anew; selection sees the first of the images that the components come from.
void run_once(const Images& images, std::size_t training, std::uint64_t run,
              std::vector<Contender>& all) {
  const std::vector<std::size_t> order = Random(run, 77).permutation(images.digits.size());
  const std::span<const std::size_t> rows(order);
  const Components principal(images, rows.first(analysed));
  const Cast pool = principal.cast(images, rows.first(row_counts.back()));
  Cast train = principal.cast(images, rows.subspan(analysed, training));
  Cast test = principal.cast(images, rows.subspan(analysed + training, tested));
  standardise(train, test);
  const Context context{.threads = 1, .seed = run};
  for (std::size_t n = 0; n < row_counts.size(); ++n) {
    const Table table = table_of(pool, row_counts[n]);
    for (Contender& contender : all) {
      const double start = bench::cpu_seconds();
      const std::vector<Feature> ranking = contender.rank(table, context);
      contender.seconds += bench::cpu_seconds() - start;
      for (std::size_t s = 0; s < sizes.size(); ++s)
        contender.rates[n][s].push_back(rate(train, test, std::span(ranking).first(sizes[s])));
    }
  }
}

std::pair<double, double> mean_and_deviation(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  return {mean, count > 1 ? std::sqrt(squares / (count - 1)) : 0};
}

void print(const std::vector<Contender>& all, std::size_t runs) {
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    std::printf("%zu components; rows 100, 300, 500: accuracy in %%, mean and deviation\n",
                sizes[s]);
    for (const Contender& contender : all) {
      std::printf("| %s |", contender.name.c_str());
      for (std::size_t n = 0; n < row_counts.size(); ++n) {
        const auto [mean, deviation] = mean_and_deviation(contender.rates[n][s]);
        std::printf(" %.1f +- %.1f |", mean, deviation);
      }
      std::printf("\n");
    }
  }
  // Beside the random choice, in the same run.
  const auto random = std::find_if(all.begin(), all.end(),
                                   [](const Contender& one) { return one.name == "random"; });
  std::printf("less the rate of `random` in the same run, mean; cells above it; CPU s per run\n");
  for (const Contender& contender : all) {
    double sum = 0;
    std::size_t above = 0;
    for (std::size_t n = 0; n < row_counts.size(); ++n) {
      for (std::size_t s = 0; s < table_sizes; ++s) {
        for (std::size_t run = 0; run < runs; ++run) {
          const double gain = contender.rates[n][s][run] - random->rates[n][s][run];
          sum += gain;
          above += gain > 0 ? 1 : 0;
        }
      }
    }
    const auto cells = static_cast<double>(9 * runs);
    std::printf("| %s | %.1f | %zu of %zu | %.2f |\n", contender.name.c_str(), sum / cells, above,
                9 * runs, contender.seconds / static_cast<double>(runs));
  }
}

/// The contenders that pictures show.
std::vector<std::pair<const Contender*, Series>> drawn(const std::vector<Contender>& all) {
  const std::vector<std::pair<std::string, std::string>> colors{
      {"gmi published", "#c8553d"}, {"gmi published, reversed", "#e0a030"},
      {"bias alone", "#d890b0"},    {"gmi relevance", "#8e5aa8"},
      {"dp pairwise", "#1b6ca8"},   {"LSVC", "#3a7d44"},
      {"ETC", "#40a0a0"},           {"first components", "#222222"},
      {"random", "#999999"}};
  std::vector<std::pair<const Contender*, Series>> found;
  for (const auto& [name, color] : colors) {
    Series series{name, color, {}, {}};
    series.is_dashed = name == "random" || name == "first components";
    for (const Contender& one : all) {
      if (one.name == name) found.emplace_back(&one, series);
    }
  }
  return found;
}

/// Diagnostic 3: accuracy and the number of components. Then the same and the number of rows.
void draw(const std::vector<Contender>& all, const std::string& folder) {
  Plot by_size{.title = "MNIST: linear SVM of components selected from 500 images",
               .x_label = "components",
               .y_label = "accuracy, %",
               .series = {}};
  Plot by_rows{.title = "MNIST: linear SVM of ten components",
               .x_label = "images that they are selected from",
               .y_label = "accuracy, %",
               .series = {}};
  for (auto [one, series] : drawn(all)) {
    Series other = series;
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
    for (const std::size_t s : order) {
      series.x.push_back(static_cast<double>(sizes[s]));
      series.y.push_back(mean_and_deviation(one->rates[row_counts.size() - 1][s]).first);
    }
    for (std::size_t n = 0; n < row_counts.size(); ++n) {
      other.x.push_back(static_cast<double>(row_counts[n]));
      other.y.push_back(mean_and_deviation(one->rates[n][0]).first);
    }
    by_size.series.push_back(series);
    by_rows.series.push_back(other);
  }
  write_svg(by_size, folder + "/figure3.svg");
  write_svg(by_rows, folder + "/rows.svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  try {
    const std::string folder = count > 1 ? words[1] : ".";
    const std::size_t runs = count > 2 ? std::strtoull(words[2], nullptr, 10) : 20;
    const std::size_t training = count > 3 ? std::strtoull(words[3], nullptr, 10) : 2000;
    if (std::getenv("PITH_DATA") == nullptr) {
      std::printf("PITH_DATA is not set: no MNIST, nothing is done\n");
      return EXIT_SUCCESS;
    }
    const Images images = read_images("train");
    const std::vector<std::string> wanted(words + std::min(count, 4), words + count);
    std::vector<Contender> all = contenders();
    std::erase_if(all, [&](const Contender& one) {
      return !wanted.empty() && one.name != "random" &&
             std::find(wanted.begin(), wanted.end(), one.name) == wanted.end();
    });
    for (std::size_t run = 0; run < runs; ++run) {
      run_once(images, training, run, all);
      std::fprintf(stderr, "run %zu, %.0f CPU s\n", run + 1, pith::bench::cpu_seconds());
    }
    print(all, runs);
    draw(all, folder);
    std::printf("%zu runs, SVM from %zu images, %zu tested; %.0f CPU s in all\n", runs, training,
                tested, pith::bench::cpu_seconds());
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
