# Nothing unfinished is left behind, and nothing is fetched from a package registry while building.
. "$(dirname -- "$0")/lib"
text_files | grep -v '^tests/lint/' | tr '\n' '\0' | xargs -0 grep -nIwE \
    'TODO|FIXME|XXX|HACK|stub|stubs|stubbed|pypi\.org|pythonhosted\.org|registry\.npmjs\.org|npmjs\.com|crates\.io|proxy\.golang\.org|rubygems\.org|repo1\.maven\.org|anaconda\.org|deb\.debian\.org|docker\.io|ghcr\.io' |
    sed 's/$/   <- remove this word/' | verdict
