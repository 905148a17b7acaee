// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/report/json.h"

namespace pith {

/// The document `pith/report/1` as one HTML page that needs nothing else: template.html, style.css
/// and script.js of this folder are parts of the library, the charts are inline SVG, and the
/// document itself is in a block of JSON. A content security policy allows that style and that
/// script by their hashes, and nothing from elsewhere. Without JavaScript everything is readable;
/// the script adds tips, sorting and searching. Equal documents give equal bytes.
std::string page_html(const Json& document);

}  // namespace pith
