# The target `programs` (all programs, without tests), and the files that `cmake --install` installs
# in addition to those that the folders install themselves.
add_custom_target(programs)
foreach(program dps dps-simulator dps-simulator-mpi dps-simulator-pvm)
  if(TARGET ${program})
    add_dependencies(programs ${program})
  endif()
endforeach()

if(TARGET dps)
  install(TARGETS dps)
endif()
install(FILES docs/dps.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
if(TARGET completions)
  add_dependencies(programs completions)
  install(FILES ${CMAKE_BINARY_DIR}/completions/dps.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME dps)
  install(FILES ${CMAKE_BINARY_DIR}/completions/_dps
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${CMAKE_BINARY_DIR}/completions/dps.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(FILES README.md LICENSE docs/language.md docs/hosts.md docs/machines.md docs/calibrate.md docs/check.md docs/user_functions.md docs/result.md docs/compare.md docs/reliability.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples USE_SOURCE_PERMISSIONS
        PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY machines/library/ DESTINATION ${CMAKE_INSTALL_DATADIR}/dps/machines)
