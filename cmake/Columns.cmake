# generated/columns/QUERY.h: the columns of each query of schema/queries (src/store/columns).  A changed
# query runs the program, which rewrites the headers that differ and no other.
add_executable(query_columns src/store/columns/query_columns.c)
target_link_libraries(query_columns PRIVATE rollbook_flags rb_store_functions rb_eval_contract)

file(GLOB column_migrations CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/schema/migrations/*.sql)
file(GLOB column_views CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/schema/views/*.sql)
file(GLOB column_foreign CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/schema/foreign/*.sql)
file(GLOB_RECURSE column_queries CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/schema/queries/*.sql)
set(column_headers)
foreach(file IN LISTS column_queries)
    get_filename_component(name ${file} NAME_WE)
    list(APPEND column_headers ${CMAKE_BINARY_DIR}/generated/columns/${name}.h)
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/columns)
set(column_schema ${CMAKE_SOURCE_DIR}/schema/schema.sql ${CMAKE_SOURCE_DIR}/src/store/columns/schema_texts.sql)
set(column_files ${column_migrations} ${column_views} ${column_foreign} ${column_queries})
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/columns.stamp
    BYPRODUCTS ${column_headers}
    COMMAND query_columns ${CMAKE_BINARY_DIR}/generated/columns ${column_schema} ${column_files}
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/generated/columns.stamp
    DEPENDS query_columns ${column_schema} ${column_files}
    COMMENT "Columns of the queries"
    VERBATIM)
add_custom_target(rollbook_columns DEPENDS ${CMAKE_BINARY_DIR}/generated/columns.stamp)
add_dependencies(rb_store rollbook_columns)
