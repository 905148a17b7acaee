// SPDX-License-Identifier: Apache-2.0
#include "pith/search/best_first.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

namespace pith {
namespace {

/// A set whose merit is any function of its members.
class AnySet {
 public:
  using Merit = std::function<double(const std::vector<Feature>&)>;
  explicit AnySet(Merit merit) : merit_(std::move(merit)) {}

  std::span<const Feature> members() const { return members_; }
  double merit() const { return members_.empty() ? 0.0 : merit_(members_); }
  double merit_with(Feature x) const { return merit_(added(x)); }
  AnySet with(Feature x, const Context&) const {
    AnySet larger = *this;
    larger.members_ = added(x);
    return larger;
  }

 private:
  std::vector<Feature> added(Feature x) const {
    std::vector<Feature> larger = members_;
    larger.push_back(x);
    return larger;
  }
  Merit merit_;
  std::vector<Feature> members_;
};

std::vector<Feature> sorted(const AnySet& set) {
  std::vector<Feature> members(set.members().begin(), set.members().end());
  std::sort(members.begin(), members.end());
  return members;
}

TEST(BestFirst, goes_through_a_valley_that_a_greedy_search_does_not_cross) {
  // 2 alone is best of the single ones; 0 and 1 are good only together.
  const AnySet::Merit merit = [](const std::vector<Feature>& set) {
    const bool has_0 = std::count(set.begin(), set.end(), 0U) > 0;
    const bool has_1 = std::count(set.begin(), set.end(), 1U) > 0;
    const bool has_2 = std::count(set.begin(), set.end(), 2U) > 0;
    return (has_0 && has_1 ? 3.0 : 0.5 * (int{has_0} + int{has_1})) + (has_2 ? 1.0 : 0.0) -
           0.6 * static_cast<double>(set.size() - 1);
  };
  EXPECT_EQ(sorted(BestFirst<AnySet>(3, 3).search(AnySet(merit), {})),
            (std::vector<Feature>{0, 1, 2}));
}

TEST(BestFirst, looks_at_no_set_twice) {
  std::vector<std::vector<Feature>> seen;
  const AnySet::Merit merit = [&](const std::vector<Feature>& set) {
    std::vector<Feature> key = set;
    std::sort(key.begin(), key.end());
    seen.push_back(key);
    return 1.0 / static_cast<double>(1 + std::accumulate(set.begin(), set.end(), 0U));
  };
  // merit() of a finished set may be asked again, merit_with() of the same set may not.
  class Counted : public AnySet {
   public:
    using AnySet::AnySet;
    explicit Counted(AnySet set) : AnySet(std::move(set)) {}
    double merit() const { return members().empty() ? 0.0 : 1.0 / 8; }
    Counted with(Feature x, const Context& context) const {
      return Counted(AnySet::with(x, context));
    }
  };
  BestFirst<Counted>(6, 6).search(Counted(merit), {});
  const std::size_t looks = seen.size();
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(seen.size(), looks);
}

TEST(BestFirst, keeps_within_the_largest_size) {
  const AnySet::Merit merit = [](const std::vector<Feature>& set) { return double(set.size()); };
  EXPECT_EQ(BestFirst<AnySet>(20, 4).search(AnySet(merit), {}).members().size(), 4U);
}

TEST(BestFirst, gives_the_start_when_nothing_is_better) {
  const AnySet::Merit merit = [](const std::vector<Feature>& set) { return -double(set.size()); };
  EXPECT_TRUE(BestFirst<AnySet>(5, 5).search(AnySet(merit), {}).members().empty());
}

}  // namespace
}  // namespace pith
