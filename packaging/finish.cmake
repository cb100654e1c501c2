# Runs in cpack, after the files of each package have been installed into a folder and before they are
# packed: adds and compresses the files that Debian's policy requires, and makes modes and times independent of
# the machine, so that the same programs always give the same package.
foreach(program date gzip strip)
  find_program(${program}_program ${program} REQUIRED)
endforeach()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(READ ${CMAKE_CURRENT_LIST_DIR}/changelog changelog)
string(CONFIGURE "${changelog}" changelog @ONLY)

# All files have the time of the newest entry of the changelog, unless the caller gives another one.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  string(REGEX MATCH "\n -- [^\n]*>  ([^\n]*)\n" entry "${changelog}")
  execute_process(COMMAND ${date_program} --utc --date=${CMAKE_MATCH_1} +%s
                  OUTPUT_VARIABLE epoch OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(ENV{SOURCE_DATE_EPOCH} ${epoch})
endif()

function(finish package folder)
  set(usr ${folder}/usr)
  if(EXISTS ${usr}/share/zsh)
    # Debian's zsh does not search /usr/share/zsh/site-functions.
    file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
  endif()
  file(MAKE_DIRECTORY ${usr}/share/doc/${package})
  file(COPY ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/copyright DESTINATION ${usr}/share/doc/${package})
  file(WRITE ${usr}/share/doc/${package}/changelog "${changelog}")
  file(GLOB pages ${usr}/share/man/man1/*)
  run(${gzip_program} -9 --no-name ${usr}/share/doc/${package}/changelog ${pages})
  file(GLOB programs ${usr}/bin/*)
  run(${strip_program} --remove-section=.comment --remove-section=.note ${programs})
  run(chmod -R u=rwX,go=rX ${folder})
  run(find ${folder} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +)
endfunction()

foreach(component ${CPACK_COMPONENTS_ALL})
  string(REPLACE "dps-dps" "dps" package dps-${component})
  finish(${package} ${CPACK_TEMPORARY_DIRECTORY}/${component})
endforeach()
