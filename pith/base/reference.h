// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace pith {

/// A publication, with the fields that BibTeX needs.
struct Reference {
  std::string authors;  ///< `A. Author and B. Author`
  std::string title;
  std::string where;  ///< journal, proceedings or publisher
  int year = 0;
  std::string doi;  ///< may be empty
};

}  // namespace pith
