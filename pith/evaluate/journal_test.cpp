// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/journal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

/// A temporary file.
class JournalFile : public testing::Test {
 protected:
  JournalFile() {
    const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "pith_" + info->name() + ".journal";
    std::filesystem::remove(path_);
  }
  ~JournalFile() override { std::filesystem::remove(path_); }

  std::string text() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void write(const std::string& text) const { std::ofstream(path_) << text; }

  std::string path_;
};

Trial odd_trial() {
  return {.path = {7, 0, 3},
          .metrics = {{.error = 1.0 / 3,
                       .balanced_error = 0.1,
                       .auc = std::numeric_limits<double>::quiet_NaN(),
                       .log_loss = 34.5},
                      {.error = 0, .balanced_error = 1, .auc = 0.5, .log_loss = 5e-324}},
          .scores = {-std::numeric_limits<double>::infinity(), 0.1 + 0.2}};
}

TEST_F(JournalFile, reads_back_the_same_bits) {
  {
    Journal journal(path_, "abc");
    EXPECT_FALSE(journal.find(1, 2));
    journal.keep(1, 2, odd_trial());
    journal.keep(0, 0, Trial{.path = {}, .metrics = {}});
  }
  const Journal journal(path_, "abc");
  EXPECT_EQ(journal.size(), 2U);
  const auto found = journal.find(1, 2);
  ASSERT_TRUE(found);
  const Trial expected = odd_trial();
  EXPECT_EQ(found->path, expected.path);
  EXPECT_EQ(found->scores, expected.scores);
  ASSERT_EQ(found->metrics.size(), 2U);
  EXPECT_EQ(found->metrics[0].error, 1.0 / 3);
  EXPECT_TRUE(std::isnan(found->metrics[0].auc));
  EXPECT_EQ(found->metrics[1].log_loss, 5e-324);
  EXPECT_TRUE(journal.find(0, 0)->path.empty());
}

TEST_F(JournalFile, counts_the_lines_that_it_discards) {
  {
    Journal journal(path_, "abc");
    EXPECT_EQ(journal.discarded(), 0U);
    for (std::size_t split = 0; split < 3; ++split)
      journal.keep(0, split, odd_trial());
  }
  std::string damaged = text();
  const std::size_t second = damaged.find("\n0 1 ") + 1;
  damaged[second] = '7';
  write(damaged + "half of a li");
  {
    const Journal journal(path_, "abc");
    EXPECT_EQ(journal.size(), 1U);
    EXPECT_EQ(journal.discarded(), 2U);
  }
  const Journal again(path_, "abc");
  EXPECT_EQ(again.discarded(), 0U);
}

TEST_F(JournalFile, continues_after_a_truncated_line) {
  {
    Journal journal(path_, "abc");
    journal.keep(0, 1, odd_trial());
    journal.keep(0, 2, odd_trial());
  }
  const std::string whole = text();
  const std::size_t second = whole.find('\n', whole.find('\n') + 1) + 1;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    {
      Journal journal(path_, "abc");
      EXPECT_EQ(journal.find(0, 1).has_value(), size >= second) << size;
      EXPECT_FALSE(journal.find(0, 2));
      if (size < second) journal.keep(0, 1, odd_trial());
      journal.keep(0, 2, odd_trial());
    }
    EXPECT_EQ(text(), whole) << size;
  }
}

TEST_F(JournalFile, discards_a_damaged_line) {
  {
    Journal journal(path_, "abc");
    journal.keep(0, 1, odd_trial());
  }
  std::string changed = text();
  changed.replace(changed.find("34.5"), 4, "34.6");
  write(changed);
  EXPECT_FALSE(Journal(path_, "abc").find(0, 1));
}

TEST_F(JournalFile, rejects_other_files_and_journals_of_other_runs) {
  { const Journal journal(path_, "abc"); }
  EXPECT_THROW(Journal(path_, "abd"), Error);
  write("name,value\n1,2\n");
  EXPECT_THROW(Journal(path_, "abc"), Error);
  EXPECT_EQ(text(), "name,value\n1,2\n");
  EXPECT_THROW(Journal("/nowhere/at/all", "abc"), Error);
  EXPECT_THROW(Journal("/dev/null", "abc"), Error);
  EXPECT_THROW(Journal(testing::TempDir(), "abc"), Error);
  EXPECT_THROW(Journal("", "abc"), Error);
}

TEST(Fingerprint, depends_on_data_plan_and_seed) {
  const std::vector<std::uint32_t> classes{0, 1, 0};
  const auto table = [&](double last) {
    return Table({.features = {Column::from_numbers({1, 2, last})},
                  .names = {"x"},
                  .target = Column::from_codes(classes, {"a", "b"})});
  };
  const Plan plan{.methods = {{.id = "mrmr"}}, .learners = {{.id = "knn"}}, .counts = {1}};
  const std::string first = fingerprint(table(3), plan, 0);
  EXPECT_EQ(first.size(), 64U);
  EXPECT_EQ(first, fingerprint(table(3), plan, 0));
  EXPECT_NE(first, fingerprint(table(4), plan, 0));
  EXPECT_NE(first, fingerprint(table(3), plan, 1));
  for (auto change : std::vector<void (*)(Plan&)>{
           [](Plan& other) {
             other.methods[0].settings = {{"form", "quotient"}};
           },
           [](Plan& other) { other.learners[0].id = "qda"; },
           [](Plan& other) { other.counts = {2}; }, [](Plan& other) { other.splitting.folds = 3; },
           [](Plan& other) { other.scaling = Scaling::none; },
           [](Plan& other) { other.missing = Missing::drop; },
           [](Plan& other) { other.combine = Combine::min; },
           [](Plan& other) { other.is_leaky = true; }}) {
    Plan other = plan;
    change(other);
    EXPECT_NE(first, fingerprint(table(3), other, 0));
  }
}

}  // namespace
}  // namespace pith
