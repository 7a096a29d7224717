# What is installed: the program, its manual page, completion for shells, and the SQLite extension.
# "cmake --build DIR --target product" builds that and nothing else; "cmake --install DIR" installs it;
# "cpack --config DIR/CPackConfig.cmake" makes a Debian package of it.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(
    OUTPUT ${manual}/rollbook.1 ${manual}/rollbook ${manual}/_rollbook
    COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
    COMMAND rollbook help --man >${manual}/rollbook.1
    COMMAND rollbook help --bash >${manual}/rollbook
    COMMAND rollbook help --zsh >${manual}/_rollbook
    DEPENDS rollbook)
add_custom_target(rollbook_manual ALL DEPENDS ${manual}/rollbook.1)
add_custom_target(product DEPENDS rollbook rollbook_sqlite rollbook_manual)

# Of the Python wheel (python/wheel): the program alone, beside the package.
if(SKBUILD)
    install(TARGETS rollbook RUNTIME DESTINATION rollbook/_bin COMPONENT wheel)
endif()
install(TARGETS rollbook)
install(TARGETS rollbook_sqlite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rollbook)
install(FILES ${manual}/rollbook.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/rollbook DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/_rollbook DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

# The libraries that are linked are found by dpkg-shlibdeps (packages dpkg-dev and file); the others are opened when
# they are needed, and the compiler compiles candidates.
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/pack_needs.cmake)
set(CPACK_PACKAGE_VENDOR Rollbook)
set(CPACK_PACKAGE_CONTACT "Rollbook <rollbook@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "results database of execution-grounded GPU-kernel generation")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-urw-base35")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, libcurl4, libmicrohttpd12")
include(CPack)
