// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "pith/data/arrow/arrow.h"

// The structures of "ADBC: Arrow Database Connectivity", API revision 1.1.0. A driver of revision
// 1.0.0 fills the first functions only. The order of the members is that of the specification;
// functions that are not called have no arguments here.
namespace pith {

using AdbcStatus = std::uint8_t;
inline constexpr AdbcStatus adbc_ok = 0;
inline constexpr AdbcStatus adbc_not_implemented = 2;

inline constexpr int adbc_version_1_0 = 1'000'000;
inline constexpr int adbc_version_1_1 = 1'001'000;

struct AdbcDriver;

struct AdbcError {
  char* message;
  std::int32_t vendor_code;
  char sqlstate[5];
  void (*release)(AdbcError*);
  void* private_data;          // from 1.1.0 on, only where vendor_code says so
  AdbcDriver* private_driver;  // the same
};

struct AdbcDatabase {
  void* private_data;
  AdbcDriver* private_driver;
};

struct AdbcConnection {
  void* private_data;
  AdbcDriver* private_driver;
};

struct AdbcStatement {
  void* private_data;
  AdbcDriver* private_driver;
};

struct AdbcDriver {
  using Uncalled = void (*)();

  void* private_data;
  void* private_manager;
  AdbcStatus (*release)(AdbcDriver*, AdbcError*);

  AdbcStatus (*DatabaseInit)(AdbcDatabase*, AdbcError*);
  AdbcStatus (*DatabaseNew)(AdbcDatabase*, AdbcError*);
  AdbcStatus (*DatabaseSetOption)(AdbcDatabase*, const char*, const char*, AdbcError*);
  AdbcStatus (*DatabaseRelease)(AdbcDatabase*, AdbcError*);

  Uncalled ConnectionCommit;
  Uncalled ConnectionGetInfo;
  Uncalled ConnectionGetObjects;
  Uncalled ConnectionGetTableSchema;
  Uncalled ConnectionGetTableTypes;
  AdbcStatus (*ConnectionInit)(AdbcConnection*, AdbcDatabase*, AdbcError*);
  AdbcStatus (*ConnectionNew)(AdbcConnection*, AdbcError*);
  AdbcStatus (*ConnectionSetOption)(AdbcConnection*, const char*, const char*, AdbcError*);
  Uncalled ConnectionReadPartition;
  AdbcStatus (*ConnectionRelease)(AdbcConnection*, AdbcError*);
  Uncalled ConnectionRollback;

  Uncalled StatementBind;
  Uncalled StatementBindStream;
  AdbcStatus (*StatementExecuteQuery)(AdbcStatement*, ArrowArrayStream*, std::int64_t*, AdbcError*);
  Uncalled StatementExecutePartitions;
  Uncalled StatementGetParameterSchema;
  AdbcStatus (*StatementNew)(AdbcConnection*, AdbcStatement*, AdbcError*);
  Uncalled StatementPrepare;
  AdbcStatus (*StatementRelease)(AdbcStatement*, AdbcError*);
  AdbcStatus (*StatementSetOption)(AdbcStatement*, const char*, const char*, AdbcError*);
  AdbcStatus (*StatementSetSqlQuery)(AdbcStatement*, const char*, AdbcError*);
  Uncalled StatementSetSubstraitPlan;

  // From 1.1.0 on.
  Uncalled ErrorGetDetailCount;
  Uncalled ErrorGetDetail;
  Uncalled ErrorFromArrayStream;
  Uncalled DatabaseGetOption;
  Uncalled DatabaseGetOptionBytes;
  Uncalled DatabaseGetOptionDouble;
  Uncalled DatabaseGetOptionInt;
  Uncalled DatabaseSetOptionBytes;
  Uncalled DatabaseSetOptionDouble;
  Uncalled DatabaseSetOptionInt;
  Uncalled ConnectionCancel;
  Uncalled ConnectionGetOption;
  Uncalled ConnectionGetOptionBytes;
  Uncalled ConnectionGetOptionDouble;
  Uncalled ConnectionGetOptionInt;
  Uncalled ConnectionGetStatistics;
  Uncalled ConnectionGetStatisticNames;
  Uncalled ConnectionSetOptionBytes;
  Uncalled ConnectionSetOptionDouble;
  Uncalled ConnectionSetOptionInt;
  AdbcStatus (*StatementCancel)(AdbcStatement*, AdbcError*);
  Uncalled StatementExecuteSchema;
  Uncalled StatementGetOption;
  Uncalled StatementGetOptionBytes;
  Uncalled StatementGetOptionDouble;
  Uncalled StatementGetOptionInt;
  Uncalled StatementSetOptionBytes;
  Uncalled StatementSetOptionDouble;
  Uncalled StatementSetOptionInt;
};

/// The one function that a driver exports: fills the structure of the version asked for.
using AdbcDriverInit = AdbcStatus(int version, void* driver, AdbcError* error);

}  // namespace pith
