# Debian packages by CPack: dps, dps-mpi and dps-pvm are separate, so that dps does not require Open MPI or PVM.
# scripts/package makes them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dps)
set(CPACK_PACKAGE_VENDOR "the dps authors")
set(CPACK_PACKAGE_CONTACT "dps authors <authors@dps.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each description below begins with its own summary
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_COMPONENTS_ALL ${DPS_COMPONENTS})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/finish.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SOURCE dps)

set(CPACK_DEBIAN_DPS_PACKAGE_NAME dps)
set(CPACK_DEBIAN_DPS_PACKAGE_RECOMMENDS openssh-client)
set(CPACK_DEBIAN_DPS_PACKAGE_SUGGESTS "dps-mpi, dps-pvm, gnuplot-nox, graphviz, openssh-server")
set(CPACK_DEBIAN_DPS_DESCRIPTION
"performance prediction for planned distributed programs
A blueprint is a short text that describes a planned distributed program: its
processes, the messages that they wait for and send, and what they compute.
dps runs a blueprint with real processes that exchange real messages, on one
host or on many, or predicts it in virtual time on a machine that a file
describes. It prints a profile by process, unit and functionality, compares
runs with predictions and designs with each other, and measures the machines
for its predictions.

This package runs blueprints over TCP. The packages dps-mpi and dps-pvm run
them over Open MPI and PVM. Each host of a run needs the same version of dps.")

foreach(part "mpi;Open MPI;openmpi-bin" "pvm;PVM;pvm")
  list(GET part 0 component)
  list(GET part 1 library)
  list(GET part 2 package)
  string(TOUPPER ${component} upper)
  set(extra "")
  if(component STREQUAL "mpi")
    set(extra "
It also records MPI programs ('dps run -- mpirun ...'), and its program
dps-rawtiming measures the functions of the MPI library, for the data sheets of
'dps datasheet'.")
  endif()
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "dps (= ${PROJECT_VERSION}), ${package}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_ENHANCES dps)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION
"performance prediction for planned distributed programs - ${library}
A blueprint is a short text that describes a planned distributed program: its
processes, the messages that they wait for and send, and what they compute.
dps runs, predicts and compares blueprints.

This package runs blueprints over ${library}: 'dps run --launcher ${component}' starts
the processes with it, and '--transport ${component}' sends the messages over it.
Each host of such a run needs this package.${extra}")
endforeach()
include(CPack)
