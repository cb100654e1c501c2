# The target `editors`: the settings for editors, in editors/ of the build tree, with the extension for
# VS Code as a folder and as a .vsix file, which is a zip file.
set(from ${CMAKE_SOURCE_DIR}/packaging/editors)
set(editors ${CMAKE_BINARY_DIR}/editors)
foreach(file dps.tmLanguage.json neovim/dps.lua emacs/dps-mode.el helix/languages.toml kate/settings.json kate/dps.xml)
  configure_file(${from}/${file} ${editors}/${file} COPYONLY)
endforeach()
set(parts dps.tmLanguage.json extension.js language-configuration.json LICENSE.txt package.json README.md)
foreach(folder ${editors}/vscode ${CMAKE_BINARY_DIR}/vsix/extension)
  configure_file(${from}/vscode/package.json ${folder}/package.json @ONLY)
  foreach(file extension.js language-configuration.json README.md)
    configure_file(${from}/vscode/${file} ${folder}/${file} COPYONLY)
  endforeach()
  configure_file(${from}/dps.tmLanguage.json ${folder}/dps.tmLanguage.json COPYONLY)
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_BINARY_DIR}/vsix/extension/LICENSE.txt COPYONLY)
configure_file(${from}/vsix/extension.vsixmanifest ${CMAKE_BINARY_DIR}/vsix/extension.vsixmanifest @ONLY)
configure_file(${from}/vsix/content_types.xml "${CMAKE_BINARY_DIR}/vsix/[Content_Types].xml" COPYONLY)
list(TRANSFORM parts PREPEND extension/)
list(TRANSFORM parts PREPEND ${CMAKE_BINARY_DIR}/vsix/ OUTPUT_VARIABLE inputs)
add_custom_command(
  OUTPUT ${editors}/dps.vsix
  # The same files always give the same archive.
  COMMAND ${CMAKE_COMMAND} -E tar cf ${editors}/dps.vsix --format=zip "--mtime=1980-01-02 00:00:00Z"
          extension.vsixmanifest "[Content_Types].xml" ${parts}
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/vsix
  DEPENDS ${inputs} ${CMAKE_BINARY_DIR}/vsix/extension.vsixmanifest
  COMMENT "Packing the extension for VS Code"
  VERBATIM)
add_custom_target(editors ALL DEPENDS ${editors}/dps.vsix)
