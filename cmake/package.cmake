# Installing: the library with its headers, the program, and what find_package(pith) reads.
if(NOT PITH_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pith)

install(TARGETS pith EXPORT pith
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT pith NAMESPACE pith:: FILE pith-targets.cmake DESTINATION ${package_dir})

configure_package_config_file(cmake/pith-config.cmake.in ${PROJECT_BINARY_DIR}/pith-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Below 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pith-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pith-config.cmake ${PROJECT_BINARY_DIR}/pith-config-version.cmake
  cmake/FindLIBLINEAR.cmake cmake/FindLIBSVM.cmake
  DESTINATION ${package_dir})
install(FILES LICENSE THIRD-PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY licenses DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PITH_PROGRAM)
  # A shared library is found beside the program, wherever the two are moved together. A static one needs no path, and the
  # program of the build must not have one: CMake fills it up to the length of the installed one with empty folders, and an
  # empty folder is the working folder, from which any library could be planted.
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH library_from_program
      ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(pith_program PROPERTIES INSTALL_RPATH "$ORIGIN/${library_from_program}")
  endif()
  install(TARGETS pith_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

  # The program prints its completions itself, so they always fit.
  if(NOT CMAKE_CROSSCOMPILING)
    set(completions ${PROJECT_BINARY_DIR}/generated/completions)
    file(MAKE_DIRECTORY ${completions})
    foreach(shell IN ITEMS bash zsh fish)
      add_custom_command(TARGET pith_program POST_BUILD VERBATIM
        COMMAND pith_program completion ${shell} > ${completions}/${shell})
    endforeach()
    install(FILES ${completions}/bash
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME pith)
    install(FILES ${completions}/zsh
      DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _pith)
    install(FILES ${completions}/fish
      DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME pith.fish)
  endif()
endif()
