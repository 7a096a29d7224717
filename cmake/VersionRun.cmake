# Run at build time: "0.2.0+abcdef123456", "...-dirty" when the tree has changes.  A tree without git, or
# unpacked inside somebody else's repository, has no commit.
set(commit "")
set(git git --no-optional-locks -c safe.directory=${SOURCE} -C ${SOURCE})
execute_process(COMMAND ${git} rev-parse --show-prefix OUTPUT_VARIABLE prefix
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(prefix STREQUAL "")
    execute_process(COMMAND ${git} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
# An archive made by git has its commit in a file; another tree's is unknown.
file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
if(NOT commit AND archived MATCHES "^[0-9a-f]+$")
    set(text "${VERSION}+${archived}")
elseif(NOT commit)
    set(text "${VERSION}+unknown")
else()
    set(text "${VERSION}+${commit}")
    execute_process(COMMAND ${git} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
        string(APPEND text "-dirty")
    endif()
endif()
set(content "#define ROLLBOOK_VERSION \"${text}\"\n")
set(old "")
if(EXISTS "${OUT}")
    file(READ "${OUT}" old)
endif()
if(NOT old STREQUAL content)
    file(WRITE "${OUT}" "${content}")
endif()
