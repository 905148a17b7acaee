// SPDX-License-Identifier: Apache-2.0
// Results that a report is made from, and the page of whatever is accepted.
#include "pith/report/page/page_html.h"
#include "pith/report/page/report_document.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {

PITH_FUZZ_TARGET(report) {
  (void)outcome_of([&] {
    ReportParts parts;
    parts.add(bytes, "result");
    const std::string page = page_html(report_document(parts, {.title = "fuzz", .generated = ""}));
    // Whatever the texts are, there are two scripts: the block of JSON and the page's own.
    std::size_t scripts = 0;
    for (std::size_t place = page.find("<script"); place != std::string::npos;
         place = page.find("<script", place + 1))
      ++scripts;
    require(scripts == 2, "a text of a result became a script");
    return Columns{};
  });
}

}  // namespace pith::fuzz
