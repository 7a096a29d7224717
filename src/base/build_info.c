#include "src/base/build_info.h"

#include "rollbook_version.h"

const char *build_version(void)
{
    return ROLLBOOK_VERSION;
}

const char *build_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}
