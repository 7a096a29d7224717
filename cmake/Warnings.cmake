# Strict warnings are errors with both compilers.
option(ROLLBOOK_WERROR "warnings are errors; the wheel's compiler has others than those that the code is kept to" ON)
add_library(rollbook_flags INTERFACE)
target_compile_definitions(rollbook_flags INTERFACE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE _FILE_OFFSET_BITS=64)
target_compile_options(rollbook_flags INTERFACE
    -Wall -Wextra -Wno-missing-field-initializers # a row of a table names what it has
    -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wformat=2 -Wfloat-equal
    -Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wwrite-strings -Wundef
    -Wnull-dereference $<$<BOOL:${ROLLBOOK_WERROR}>:-Werror> -fno-common -ffp-contract=off
    -UNDEBUG) # asserts hold in every build
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(rollbook_flags INTERFACE -Wduplicated-branches -Wlogical-op)
endif()
# What assert prints names files of the tree, not the folder that it was built in.
target_compile_options(rollbook_flags INTERFACE -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
# What the compiler and the linker can do against a memory error that is still in here; the test
# hardening.sh reads it back from the programs.  Shadow stacks stay off: the fibers of the CPU backend change stacks.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(rollbook_flags INTERFACE -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64")
    target_compile_options(rollbook_flags INTERFACE -fcf-protection=none)
endif()
if(NOT ROLLBOOK_SANITIZE)
    target_compile_options(rollbook_flags INTERFACE $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=3>)
endif()
target_link_options(rollbook_flags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
target_include_directories(rollbook_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)

option(ROLLBOOK_SANITIZE "build with ASan and UBSan" OFF)
if(ROLLBOOK_SANITIZE)
    target_compile_options(rollbook_flags INTERFACE -fsanitize=address,undefined
        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(rollbook_flags INTERFACE -fsanitize=address,undefined)
endif()
