// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "pith/stats/encoded/encoding.h"
#include "pith/stats/passes/exact_sum.h"
#include "pith/stats/passes/pass.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace stats {

class LevelTables;

/// What is known of the prepared features before a method runs: the encoding, and the moments of
/// the completed numbers (fills included).
struct EncodedFacts {
  Encoding encoding = {};
  std::uint64_t rows = 0;
  std::vector<std::uint64_t> class_rows = {};
  /// [feature * classes + class]; empty for codes.
  std::vector<GridMoments> moments = {};
  std::vector<std::size_t> distinct_rows = {};  ///< of each class; for numbers
  std::vector<double> mins = {};                ///< of each numeric feature, completed
  std::vector<double> maxs = {};
  std::size_t fractional_features = 0;  ///< numeric ones with a value that is no integer
  std::vector<std::string> names = {};  ///< of the features, for messages
  /// Codes of missing values are counted apart, and spread over the others.
  bool spreads_missing = false;
  /// Of each feature [code * classes + class]; empty: not known yet. For codes.
  std::vector<std::vector<std::uint64_t>> class_tables = {};
  std::shared_ptr<const Reservation> tables_held = {};  ///< of their memory
};

/// Statistics by passes over encoded rows, for methods that need only statistics. What a search
/// asks for becomes passes; what it will probably ask for next is fetched with it. Integers are
/// summed exactly, so the results have the same bits for any runner. Used by one thread at a time.
class PassSource final : public Source {
 public:
  /// Neither is owned; both must outlive the source. runner.encode(facts.encoding) was called.
  PassSource(Runner& runner, const EncodedFacts& facts);
  ~PassSource() override;

  std::size_t features() const override { return facts_.encoding.features.size(); }
  std::size_t classes() const override { return facts_.encoding.target.classes(); }
  void target_counts(const VisitCounts& visit, const Context& context) const override;
  std::unique_ptr<const Pairs> pairs(const PairRequest& request,
                                     const Context& context) const override;
  void class_moments(const VisitMoments& visit, const Context& context) const override;
  std::unique_ptr<const Scatter> scatter(Storage storage, const Context& context) const override;
  std::unique_ptr<const SymmetricMatrix> similarity(const SimilarityRequest& request,
                                                    const Context& context) const override;
  std::vector<Spread> spreads(const Context& context) const override;
  const std::string& name(Feature feature) const override { return facts_.names[feature]; }
  std::size_t fractional_features(const Context&) const override {
    return facts_.fractional_features;
  }

 private:
  /// The codes as a table, if they are in memory: its kernels are faster, and have the same bits.
  const Table* table_of_codes() const;
  /// Runs a pass unless the counts are known.
  const LevelTables& levels(const Context& context) const;

  Runner& runner_;
  const EncodedFacts& facts_;
  mutable Reservation held_;
  mutable std::unique_ptr<const LevelTables> levels_;
};

}  // namespace stats
}  // namespace pith
