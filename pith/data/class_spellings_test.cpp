// SPDX-License-Identifier: Apache-2.0
#include "pith/data/class_spellings.h"

#include <gtest/gtest.h>

namespace pith {
namespace {

TEST(ClassSpellings, names_classes_that_differ_only_by_case_or_blanks) {
  const Column target = Column::from_codes(std::vector<std::uint32_t>{0, 0, 1, 2, 3, 4, 5, 1},
                                           {"yes", "Yes", "yes ", "no", "not sure", "Not  sure"});
  EXPECT_EQ(class_spellings(target),
            "classes that differ only by case or blanks count as different: 'yes' (2 rows), 'Yes' "
            "(2 rows), 'yes ' (1 row); 'not sure' (1 row), 'Not  sure' (1 row)");
}

TEST(ClassSpellings, is_silent_about_classes_that_differ) {
  EXPECT_EQ(class_spellings(
                Column::from_codes(std::vector<std::uint32_t>{0, 1, 2}, {"yes", "no", "yes!"})),
            std::nullopt);
}

}  // namespace
}  // namespace pith
