// SPDX-License-Identifier: Apache-2.0
#include "pith/select/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "pith/base/error.h"

namespace pith {
namespace {

std::string message_of(std::string_view id) {
  try {
    (void)method(id);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Catalog, is_in_alphabetical_order_without_repetition) {
  const auto& all = catalog();
  EXPECT_TRUE(std::adjacent_find(all.begin(), all.end(), [](const Method& a, const Method& b) {
                return a.id >= b.id;
              }) == all.end());
  EXPECT_GE(all.size(), 9U);
}

TEST(Catalog, suggests_the_nearest_method) {
  EXPECT_EQ(message_of("mrmrr"), "unknown method 'mrmrr'; did you mean 'mrmr'?");
  EXPECT_EQ(message_of("principal-components"),
            "unknown method 'principal-components'; methods() lists all methods");
}

TEST(Catalog, has_every_method_on_the_page_of_its_family) {
  for (const Method& known : catalog()) {
    std::string family = known.family;
    std::erase(family, ',');
    std::replace(family.begin(), family.end(), ' ', '-');
    std::ifstream page(std::string(PITH_SOURCE_DIR) + "/docs/methods/" + family + ".md");
    std::ostringstream text;
    text << page.rdbuf();
    EXPECT_NE(text.str().find("| `" + known.id + "` |"), std::string::npos)
        << known.id << " has no line in docs/methods/" << family << ".md";
  }
}

}  // namespace
}  // namespace pith
