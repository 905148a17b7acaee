// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/correction.h"

#include <gtest/gtest.h>

#include <set>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/select/catalog.h"
#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

const Settings chance_settings{{"correction", "chance"}};
const Settings half_settings{{"correction", "miller-madow"}};

/// The twin of the expected information, by the definition: every pair of levels, every number of
/// common rows, within each level of `strata`.
double expected(const Codes& a, const Codes& b, const Codes& strata) {
  struct Margins {
    std::map<std::uint32_t, int> a;
    std::map<std::uint32_t, int> b;
    int rows = 0;
  };
  std::map<std::uint32_t, Margins> all;
  for (std::size_t row = 0; row < a.size(); ++row) {
    Margins& here = all[strata[row]];
    ++here.a[a[row]];
    ++here.b[b[row]];
    ++here.rows;
  }
  const auto log_choose = [](int n, int k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  double sum = 0;
  for (const auto& [stratum, here] : all) {
    const int n = here.rows;
    for (const auto& [i, x] : here.a) {
      for (const auto& [j, y] : here.b) {
        for (int k = std::max(1, x + y - n); k <= std::min(x, y); ++k) {
          const double share =
              std::exp(log_choose(y, k) + log_choose(n - y, x - k) - log_choose(n, x));
          sum += share * k * std::log(double(n) * k / (double(x) * y));
        }
      }
    }
  }
  return sum / double(a.size());
}

/// What the entropies of the columns gain by the Miller-Madow correction.
double added(const Set& columns) {
  std::set<Codes> cells;
  for (std::size_t row = 0; row < columns[0]->size(); ++row) {
    Codes key;
    for (const Codes* column : columns)
      key.push_back((*column)[row]);
    cells.insert(key);
  }
  return (double(cells.size()) - 1) / (2 * double(columns[0]->size()));
}

/// Corrected information, by name of the correction.
struct ByChance {
  static double of(const Codes& a, const Codes& b) {
    return naive::information(a, b) - expected(a, b, Codes(a.size()));
  }
  static double given(const Codes& a, const Codes& b, const Codes& c) {
    return naive::information(a, b, c) - expected(a, b, c);
  }
  static double joint_entropy(const Codes& a, const Codes& b, const Codes& c) {
    return naive::entropy({&a, &b, &c});
  }
};
struct ByHalves {
  static double of(const Codes& a, const Codes& b) {
    return naive::information(a, b) + added({&a}) + added({&b}) - added({&a, &b});
  }
  static double given(const Codes& a, const Codes& b, const Codes& c) {
    return naive::information(a, b, c) + added({&a, &c}) + added({&b, &c}) - added({&a, &b, &c}) -
           added({&c});
  }
  static double joint_entropy(const Codes& a, const Codes& b, const Codes& c) {
    return naive::entropy({&a, &b, &c}) + added({&a, &b, &c});
  }
};

template <class Corrected>
void expect_twins(const Settings& correction) {
  using C = Corrected;
  const auto joint = [](const Data& data, const Codes& x, const Codes& s) {
    return C::of(s, data.target) + C::given(x, data.target, s);
  };
  const auto check = [&](const std::string& method, Settings settings, const naive::Score& score) {
    settings.insert(settings.end(), correction.begin(), correction.end());
    const Data data = naive::random_data(1, 80, 8);
    naive::expect_equal(select(data.table(), method, 8, settings, {.threads = 2}),
                        naive::greedy(data, score, {}, C::of), method);
  };
  using naive::least_over;
  using naive::sum_over;
  check("jmi", {}, [&](const Data& data, const Codes& x, const Set& set) {
    return sum_over(set, [&](const Codes& s) { return joint(data, x, s); });
  });
  check("jmim", {}, [&](const Data& data, const Codes& x, const Set& set) {
    return least_over(set, [&](const Codes& s) { return joint(data, x, s); });
  });
  check("disr", {}, [&](const Data& data, const Codes& x, const Set& set) {
    return sum_over(set, [&](const Codes& s) {
      return joint(data, x, s) / C::joint_entropy(x, s, data.target);
    });
  });
  check("njmim", {}, [&](const Data& data, const Codes& x, const Set& set) {
    return least_over(set, [&](const Codes& s) {
      return joint(data, x, s) / C::joint_entropy(x, s, data.target);
    });
  });
  check("cmim", {}, [](const Data& data, const Codes& x, const Set& set) {
    return std::min(C::of(x, data.target),
                    least_over(set, [&](const Codes& s) { return C::given(x, data.target, s); }));
  });
  check("cmi", {}, [](const Data& data, const Codes& x, const Set& set) {
    double sum = C::of(*set[0], data.target);
    for (std::size_t i = 1; i < set.size(); ++i)
      sum += C::given(*set[i], data.target, naive::joined({set.begin(), set.begin() + long(i)}));
    return sum + C::given(x, data.target, naive::joined(set));
  });
  check("jmi3", {}, [&](const Data& data, const Codes& x, const Set& set) {
    if (set.size() == 1) return joint(data, x, *set[0]);
    double sum = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = i + 1; j < set.size(); ++j) {
        sum += joint(data, *set[j], *set[i]) +
               C::given(x, data.target, naive::joined({set[i], set[j]}));
      }
    }
    return sum;
  });
  const auto redundancy = [](const Codes& x, const Set& set) {
    return std::max(0.0, sum_over(set, [&](const Codes& s) { return C::of(x, s); }));
  };
  check("mrmr", {}, [&](const Data& data, const Codes& x, const Set& set) {
    return C::of(x, data.target) - redundancy(x, set) / double(set.size());
  });
  check("mrmr", {{"form", "quotient"}, {"epsilon", "0.1"}},
        [&](const Data& data, const Codes& x, const Set& set) {
          const double relevance = C::of(x, data.target);
          return relevance > 0 ? relevance / (redundancy(x, set) / double(set.size()) + 0.1)
                               : relevance;
        });
  check("mifs", {{"beta", "0.5"}}, [&](const Data& data, const Codes& x, const Set& set) {
    return C::of(x, data.target) - 0.5 * redundancy(x, set);
  });
  check("beta-gamma", {{"beta", "0.5"}, {"gamma", "0.25"}},
        [&](const Data& data, const Codes& x, const Set& set) {
          return C::of(x, data.target) - 0.5 * redundancy(x, set) +
                 sum_over(set, [&](const Codes& s) { return 0.25 * C::given(x, s, data.target); });
        });
  check("cife", {}, [](const Data& data, const Codes& x, const Set& set) {
    return C::of(x, data.target) +
           sum_over(set, [&](const Codes& s) { return C::given(x, s, data.target) - C::of(x, s); });
  });
  check("icap", {}, [](const Data& data, const Codes& x, const Set& set) {
    return C::of(x, data.target) - sum_over(set, [&](const Codes& s) {
             return std::max(0.0, C::of(x, s) - C::given(x, s, data.target));
           });
  });
}

TEST(Correction, for_chance_equals_the_formulas_of_the_criteria) {
  expect_twins<ByChance>(chance_settings);
}

TEST(Correction, by_miller_and_madow_equals_the_formulas_of_the_criteria) {
  expect_twins<ByHalves>(half_settings);
}

/// 400 rows of two classes; a column of 200 levels and one of 2 are noise, x2 is a copy of the
/// target with errors in a quarter of the rows, x3 in a third.
Data with_noise() {
  const Random random(8, 0);
  Data data;
  data.features.resize(4);
  for (std::size_t row = 0; row < 400; ++row) {
    const auto draw = [&](std::uint64_t stream, std::uint64_t below) {
      return static_cast<std::uint32_t>(random.below(10 * row + stream, below));
    };
    const std::uint32_t y = draw(0, 2);
    data.target.push_back(y);
    data.features[0].push_back(draw(1, 200));
    data.features[1].push_back(draw(2, 2));
    data.features[2].push_back(draw(3, 4) == 0 ? 1 - y : y);
    data.features[3].push_back(draw(4, 3) == 0 ? 1 - y : y);
  }
  return data;
}

TEST(Correction, for_chance_puts_noise_of_many_levels_behind_real_features) {
  const Table table = with_noise().table();
  for (const std::string method : {"mim", "jmi", "mrmr", "cmim", "jmim", "disr", "cife", "icap",
                                   "symmetric-uncertainty", "gain-ratio", "mifs", "cmi", "jmi3"}) {
    const std::vector<Feature> found = select(table, method, 2, chance_settings).features();
    EXPECT_EQ(found, (std::vector<Feature>{2, 3})) << method;
  }
  for (const std::string method : {"mim", "jmi", "cmim", "jmim", "cmi", "jmi3"})
    EXPECT_EQ(select(table, method, 1).features(), std::vector<Feature>{0}) << method;
  // These determine the number of features.
  for (const std::string method : {"fcbf", "cfs"}) {
    for (const Feature feature : select(table, method, 4, chance_settings).features())
      EXPECT_NE(feature, 0U) << method;
  }
}

TEST(Correction, is_a_parameter_of_every_method_of_the_family) {
  for (const Method& method : catalog()) {
    if (method.family != "discrete information") continue;
    EXPECT_NO_THROW((void)method.params(chance_settings)) << method.id;
    EXPECT_EQ(method.params({}).choice("correction"), "none");
  }
}

std::string message_of(const Table& table, const Request& request) {
  try {
    (void)select(table, request);
  } catch (const Error& error) {
    return render(error.what());
  }
  return "";
}

TEST(Correction, for_chance_takes_whole_weights_and_whole_counts_only) {
  TableParts parts = with_noise().table().parts();
  parts.weights.assign(400, 1.0);
  parts.weights[7] = 1.5;
  const Table weighted(parts);
  Request request{.method = "jmi", .k = 2, .params = chance_settings};
  EXPECT_EQ(message_of(weighted, request),
            "correction=chance takes row weights that are whole numbers up to 1e9, which count as "
            "repetitions (one is 1.5); rescale the weights (weights) or use "
            "correction=miller-madow or none");
  request.params = half_settings;
  EXPECT_EQ(message_of(weighted, request), "");

  parts.weights.clear();
  Mask missing;
  missing.set(3);
  parts.features[1] = codes_column(with_noise().features[1], missing);
  const Table gaps(parts);
  request = {.method = "mim", .k = 2, .params = chance_settings, .missing = Missing::spread};
  EXPECT_EQ(message_of(gaps, request),
            "mim with these parameters cannot distribute missing values over the possible values; "
            "use missing=drop, impute or level");
  request.missing = Missing::level;
  EXPECT_EQ(message_of(gaps, request), "");
}

}  // namespace
}  // namespace pith
