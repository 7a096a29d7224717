# rollbook_embed(TARGET SYMBOL ROOT files...)
#
# Makes a C table of the named files: const struct embedded_file SYMBOL[] with SYMBOL_count
# entries, each with its path relative to ROOT and its bytes followed by a NUL.  The table is
# declared in src/base/embed.h.  Editing a file rebuilds the table.
function(rollbook_embed target symbol root)
    set(out ${CMAKE_BINARY_DIR}/generated/${symbol}.c)
    string(REPLACE ";" "|" joined "${ARGN}")
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} -DROOT=${root}
                "-DFILES=${joined}" -P ${CMAKE_SOURCE_DIR}/cmake/EmbedRun.cmake
        DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/EmbedRun.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${out})
endfunction()
