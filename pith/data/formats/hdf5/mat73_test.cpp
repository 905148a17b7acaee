// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/data/formats/mat/mat.h"

namespace pith {
namespace {

TEST(ReadMat73, takes_x_and_vectors) {
  Input input = Input::open(std::string(PITH_SOURCE_DIR) + "/tests/data/hdf5/v73.mat");
  const Columns columns = read_mat(input, {});
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f0", "f1", "sparse", "truth", "y"}));
  EXPECT_EQ(columns.columns[0].number(2), 3);
  EXPECT_TRUE(columns.columns[1].missing().test(1));
  EXPECT_EQ(columns.columns[1].number(2), 6);
  EXPECT_EQ(columns.columns[2].number(2), 5);
  EXPECT_EQ(columns.columns[2].number(0), 0);
  EXPECT_EQ(columns.columns[3].number(1), 0);
  EXPECT_EQ(columns.columns[4].number(2), 1);
  EXPECT_EQ(columns.notes,
            (std::vector<std::string>{
                "skipped 'cube', which has 3 dimensions", "skipped 'name', which is text",
                "skipped 'record', which is a structure", "skipped array 'none' of 0 x 0"}));
}

}  // namespace
}  // namespace pith
