// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/class_panel.h"
#include "pith/stats/counts.h"
#include "pith/stats/moments.h"
#include "pith/stats/pair_chances.h"
#include "pith/stats/pair_entropies.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace stats {

/// Which entropies of pairs of categorical features are wanted.
struct PairRequest {
  bool with_target = false;  ///< the target as a third variable
  Correction correction = Correction::none;
  PairTerms terms = {};  ///< expected by chance, where the correction is `chance`
};

/// What a search will probably ask for next.
struct PairOutlook {
  std::span<const Feature> pivots = {};    ///< the next features s, the most likely one first
  std::span<const Feature> partners = {};  ///< the features x that pairs will be asked with
};

/// Joint entropies of pairs of categorical features. Holds the data that they are counted from.
class Pairs {
 public:
  Pairs() = default;
  Pairs(const Pairs&) = delete;
  Pairs& operator=(const Pairs&) = delete;
  virtual ~Pairs() = default;

  /// out[i] belongs to pairs[i].
  virtual void entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                         const Context& context) const = 0;
  /// Whether a query may take a pass over the data, which costs about the same for one pair as for
  /// a few features s with all x. Then a search asks for all its candidates at once, and says
  /// before it asks what will come next.
  virtual bool are_passes_expensive() const { return false; }
  virtual void expect(const PairOutlook&) const {}
};

/// Sums of products of numeric features about the means of their classes. Holds the data that they
/// are computed from.
class Scatter {
 public:
  Scatter() = default;
  Scatter(const Scatter&) = delete;
  Scatter& operator=(const Scatter&) = delete;
  virtual ~Scatter() = default;

  virtual const PanelMoments& moments() const = 0;
  /// The memory that columns() takes for so many pivots, and matrix(), their results included.
  virtual std::uint64_t column_bytes(std::size_t pivots) const = 0;
  virtual std::uint64_t matrix_bytes() const = 0;
  /// Whether matrix() has the bits of columns(), which weights of rows prevent.
  virtual bool has_exact_matrix() const = 0;
  /// Whether a pass over the data costs so much that a search should request more columns at once.
  virtual bool are_passes_expensive() const { return false; }

  /// Each pivot with every feature within each class; takes one pass over the data, whatever the
  /// number of pivots. The bits do not depend on which others are requested.
  virtual ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const = 0;
  /// A few features among themselves, numbered in the result by their position in `features`.
  virtual ScatterColumns among(std::span<const Feature> features, const Context& context) const = 0;
  /// Every feature with every feature.
  virtual ScatterColumns matrix(const Context& context) const = 0;
};

/// A scatter with all products precomputed, for when most of them are needed or many selections
/// share the data. Stores classes * features^2 numbers.
class MatrixScatter final : public Scatter {
 public:
  MatrixScatter(const Scatter& all, const Context& context);

  const PanelMoments& moments() const override { return moments_; }
  std::uint64_t column_bytes(std::size_t pivots) const override {
    return sizeof(double) * matrix_.classes * matrix_.stride * pivots;
  }
  std::uint64_t matrix_bytes() const override { return column_bytes(moments_.features); }
  bool has_exact_matrix() const override { return true; }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override;
  ScatterColumns among(std::span<const Feature> features, const Context& context) const override;
  ScatterColumns matrix(const Context&) const override { return matrix_; }

 private:
  Reservation held_;
  PanelMoments moments_;
  ScatterColumns matrix_;
};

/// The range of a numeric feature, and its standard deviation with divisor n.
struct Spread {
  double lowest = 0;
  double highest = 0;
  double deviation = 0;

  bool is_constant() const { return !(lowest < highest); }
};

/// Provides statistics of the data, e.g. of a table in memory. Queried in batches, one call per
/// step of a search, so that a remote source would cost one round trip. Methods that need only
/// statistics do not depend on where they come from.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual std::size_t features() const = 0;
  virtual std::size_t classes() const = 0;

  /// Each categorical feature against the target. One after the other, because all of them may not
  /// fit in memory; `visit` is called from several threads, once for each feature.
  using VisitCounts = std::function<void(Feature, const Counts&)>;
  virtual void target_counts(const VisitCounts& visit, const Context& context) const = 0;
  /// Pairs of categorical features. The source must outlive the result.
  virtual std::unique_ptr<const Pairs> pairs(const PairRequest& request,
                                             const Context& context) const = 0;
  /// Each numeric feature within each class, in the same way.
  using VisitMoments = std::function<void(Feature, const ClassMoments&)>;
  virtual void class_moments(const VisitMoments& visit, const Context& context) const = 0;
  /// Pairs of numeric features within each class. The source must outlive the result.
  virtual std::unique_ptr<const Scatter> scatter(Storage storage, const Context& context) const = 0;

  /// The similarity of features. The source must outlive the result.
  virtual std::unique_ptr<const SymmetricMatrix> similarity(const SimilarityRequest& request,
                                                            const Context& context) const = 0;
  /// The spread of each numeric feature over all classes.
  virtual std::vector<Spread> spreads(const Context& context) const = 0;

  /// The name of a feature, for messages.
  virtual const std::string& name(Feature feature) const = 0;
  /// How many numeric features have a value that is not an integer.
  virtual std::size_t fractional_features(const Context& context) const = 0;

  /// The rows themselves, for methods that need them; null if they are not available.
  virtual const Table* table() const { return nullptr; }
};

/// Statistics of a table in memory, computed in parallel over features. The table is not owned and
/// must outlive the source.
class TableSource final : public Source {
 public:
  explicit TableSource(const Table& table) : table_(table) {}

  std::size_t features() const override { return table_.features(); }
  std::size_t classes() const override { return table_.classes(); }
  void target_counts(const VisitCounts& visit, const Context& context) const override;
  std::unique_ptr<const Pairs> pairs(const PairRequest& request,
                                     const Context& context) const override;
  void class_moments(const VisitMoments& visit, const Context& context) const override;
  std::unique_ptr<const Scatter> scatter(Storage storage, const Context& context) const override;
  std::unique_ptr<const SymmetricMatrix> similarity(const SimilarityRequest& request,
                                                    const Context& context) const override;
  std::vector<Spread> spreads(const Context& context) const override;
  const std::string& name(Feature feature) const override { return table_.name(feature); }
  std::size_t fractional_features(const Context& context) const override;
  const Table* table() const override { return &table_; }

 private:
  const Table& table_;
};

}  // namespace stats
}  // namespace pith
