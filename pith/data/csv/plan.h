// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/csv/head.h"
#include "pith/data/csv/interpret.h"
#include "pith/data/csv/pass.h"
#include "pith/data/csv/rows.h"
#include "pith/data/encoding.h"

namespace pith {

/// What a table of this file takes, if all of its rows are as long as the first line; 0: unknown.
std::uint64_t csv_first_estimate(const Input& input, const CsvHead& head, std::size_t block_size);

/// Decodes the names of the columns and makes them unique, with notes. Returns a reservation of
/// what the columns take beside their values.
Reservation settle_csv_names(CsvHead& head, TextDecoder& decoder, const Input& input,
                             const Context& context);

/// Which columns are read, and how.
struct CsvWanted {
  const Kinds& kinds;
  const std::vector<bool>& is_needed;
  /// Whether a column of numbers with a few other texts is read as numbers first, and its other
  /// texts are collected.
  bool allows_strays = false;
};

/// The kind of each column according to the user and the first rows.
CsvPlan first_csv_plan(const CsvSource& source, const CsvInterpretation& how, const CsvWanted& what,
                       const Context& context);

/// A plan that reads only these columns, as texts.
CsvPlan text_csv_plan(const CsvPlan& first, const std::vector<std::size_t>& texts);

}  // namespace pith
