# generated/version.h: program version and commit, refreshed at every build.
add_custom_target(rollbook_version
    COMMAND ${CMAKE_COMMAND} -DVERSION=${PROJECT_VERSION} -DSOURCE=${CMAKE_SOURCE_DIR}
            -DOUT=${CMAKE_BINARY_DIR}/generated/rollbook_version.h
            -P ${CMAKE_SOURCE_DIR}/cmake/VersionRun.cmake
    BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/rollbook_version.h)
