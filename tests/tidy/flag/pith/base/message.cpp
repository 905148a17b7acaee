// SPDX-License-Identifier: Apache-2.0
const char* const message = "drop the rows (--missing drop)";
