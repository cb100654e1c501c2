# The target `programs` (all programs, without tests), and the files that `cmake --install` installs.
# Components are the Debian packages of packaging/cmake/Package.cmake; the files of `plain` are in none of them.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dps)
set(DPS_COMPONENTS)

# dps_install(PROGRAM COMPONENT): installs a program, if it is built.
function(dps_install program component)
  if(NOT TARGET ${program})
    return()
  endif()
  add_dependencies(programs ${program})
  install(TARGETS ${program} COMPONENT ${component})
  set(page ${CMAKE_SOURCE_DIR}/docs/${program}.1)
  if(NOT EXISTS ${page})
    set(page ${CMAKE_BINARY_DIR}/man/${program}.1)
    file(WRITE ${page} ".so man1/dps-simulator.1\n")
  endif()
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  list(APPEND DPS_COMPONENTS ${component})
  list(REMOVE_DUPLICATES DPS_COMPONENTS)
  set(DPS_COMPONENTS ${DPS_COMPONENTS} PARENT_SCOPE)
endfunction()

add_custom_target(programs)
dps_install(dps dps)
dps_install(dps-simulator dps)
dps_install(dps-studio dps)
if(TARGET dps-studio)
  install(FILES ${CMAKE_BINARY_DIR}/studio/page/licences.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME studio-licences.txt)
endif()
dps_install(dps-simulator-mpi mpi)
dps_install(dps-rawtiming mpi)
dps_install(dps-simulator-pvm pvm)

if(TARGET completions)
  add_dependencies(programs completions)
  install(FILES ${CMAKE_BINARY_DIR}/completions/dps.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME dps)
  install(FILES ${CMAKE_BINARY_DIR}/completions/_dps
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${CMAKE_BINARY_DIR}/completions/dps.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# The settings for editors.
add_dependencies(programs editors)
install(DIRECTORY ${CMAKE_BINARY_DIR}/editors DESTINATION ${CMAKE_INSTALL_DATADIR}/dps)

# The library that dps loads into MPI programs, and the annotations for them.
if(TARGET dps_mpi_recorder)
  add_dependencies(programs dps_mpi_recorder)
  # CPack takes a library in lib/ or in a folder of it for one of ldconfig.
  install(TARGETS dps_mpi_recorder LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/dps/preload COMPONENT mpi)
  install(FILES mpi_programs/library/dps_mpi.h mpi_programs/library/dps_mpi.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          COMPONENT mpi)
  # Programs are linked with the library by `pkg-config --libs dps-mpi`. The paths are relative to the file.
  configure_file(${CMAKE_SOURCE_DIR}/packaging/dps-mpi.pc.in dps-mpi.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/dps-mpi.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig COMPONENT mpi)
endif()

# The headers for users: #include <dps_user.h>, #include <dps_estimate.h>.
install(FILES userfuncs/dps_user.h predictor/estimator/recorder/dps_estimate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY predictor/machines/library/ DESTINATION ${CMAKE_INSTALL_DATADIR}/dps/machines)

# The same folders as in the source, so that the links between the documents are valid.
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT plain)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.svg)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
        PATTERN CMakeLists.txt EXCLUDE)
