// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/stats/class_panel.h"
#include "pith/stats/counts.h"
#include "pith/stats/moments.h"
#include "pith/stats/pair_entropies.h"
#include "pith/stats/similarity.h"

namespace pith {

/// A candidate x and a feature s that it is counted against.
struct FeaturePair {
  Feature x = 0;
  Feature s = 0;
};

/// Joint entropies of pairs of features (codes), after whatever preparation they need.
class Pairs {
 public:
  Pairs() = default;
  Pairs(const Pairs&) = delete;
  Pairs& operator=(const Pairs&) = delete;
  virtual ~Pairs() = default;

  /// out[i] belongs to pairs[i].
  virtual void entropies(std::span<const FeaturePair> pairs, std::span<PairEntropies> out,
                         const Context& context) const = 0;
};

/// Sums of products of features (numbers) about the means of their classes, after whatever
/// preparation they need.
class Scatter {
 public:
  Scatter() = default;
  Scatter(const Scatter&) = delete;
  Scatter& operator=(const Scatter&) = delete;
  virtual ~Scatter() = default;

  virtual const PanelMoments& moments() const = 0;

  /// Each pivot with every feature within each class; costs a pass over the data, whatever their
  /// number. Bits do not depend on what else is asked for.
  virtual ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const = 0;
  /// A few features among themselves: those of the result are numbered by their place in the list.
  virtual ScatterColumns among(std::span<const Feature> features, const Context& context) const = 0;
  /// Every feature with every feature.
  virtual ScatterColumns matrix(const Context& context) const = 0;
};

/// A scatter with all products at hand, for where most of them are wanted or many selections share
/// the data. classes * features^2 numbers.
class MatrixScatter final : public Scatter {
 public:
  MatrixScatter(const Scatter& all, const Context& context);

  const PanelMoments& moments() const override { return moments_; }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override;
  ScatterColumns among(std::span<const Feature> features, const Context& context) const override;
  ScatterColumns matrix(const Context&) const override { return matrix_; }

 private:
  PanelMoments moments_;
  ScatterColumns matrix_;
};

/// The ends of a feature (numbers), and its standard deviation with divisor n.
struct Spread {
  double lowest = 0;
  double highest = 0;
  double deviation = 0;

  bool is_constant() const { return !(lowest < highest); }
};

/// Who delivers statistics: this table, and later a file larger than memory or a cluster. Asked in
/// batches, one call per step of a search, so that a far-away answer costs one round trip. A method
/// that needs only statistics never knows which one it talks to.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual std::size_t features() const = 0;
  virtual std::size_t classes() const = 0;

  /// Each feature (codes) against the target.
  virtual std::vector<Counts> target_counts(const Context& context) const = 0;
  /// Pairs of features (codes), with the target as a third or without. May refer to the source.
  virtual std::unique_ptr<const Pairs> pairs(bool with_target, const Context& context) const = 0;
  /// Each feature (numbers) within each class.
  virtual std::vector<ClassMoments> class_moments(const Context& context) const = 0;
  /// Pairs of features (numbers) within each class. May refer to the source.
  virtual std::unique_ptr<const Scatter> scatter(Storage storage, const Context& context) const = 0;

  /// How alike features are. May refer to the source.
  virtual std::unique_ptr<const SymmetricMatrix> similarity(const SimilarityRequest& request,
                                                            const Context& context) const = 0;
  /// How far each feature (numbers) spreads, whatever the classes.
  virtual std::vector<Spread> spreads(const Context& context) const = 0;

  /// The rows themselves, for methods that need them; null where they are out of reach.
  virtual const Table* table() const { return nullptr; }
};

/// Statistics of a table in memory, counted in parallel over features. Keeps a reference.
class TableSource final : public Source {
 public:
  explicit TableSource(const Table& table) : table_(table) {}

  std::size_t features() const override { return table_.features(); }
  std::size_t classes() const override { return table_.classes(); }
  std::vector<Counts> target_counts(const Context& context) const override;
  std::unique_ptr<const Pairs> pairs(bool with_target, const Context& context) const override;
  std::vector<ClassMoments> class_moments(const Context& context) const override;
  std::unique_ptr<const Scatter> scatter(Storage storage, const Context& context) const override;
  std::unique_ptr<const SymmetricMatrix> similarity(const SimilarityRequest& request,
                                                    const Context& context) const override;
  std::vector<Spread> spreads(const Context& context) const override;
  const Table* table() const override { return &table_; }

 private:
  const Table& table_;
};

}  // namespace pith
