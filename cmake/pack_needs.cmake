# Read by cpack before it makes a package.
foreach(program file dpkg-shlibdeps)
    find_program(rollbook_pack_${program} ${program})
    if(NOT rollbook_pack_${program})
        message(FATAL_ERROR "cpack needs the program ${program}; type: apt-get install file dpkg-dev")
    endif()
endforeach()
