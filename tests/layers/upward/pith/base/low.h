// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/table.h"
