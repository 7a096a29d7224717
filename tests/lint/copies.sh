# The text kit exists once: src/base/chars.h, number.h, buf.h (JSON text), str.h (UTF-8),
# cuda_lex.h, and Philox in rng.h.  A private copy is known by its looks.
. "$(dirname -- "$0")/lib"

# copies HOME PATTERN INSTEAD: lines outside of HOME (a pattern of paths) that match.
copies() {
    program_files | grep -vE "^($1)\$" | tr '\n' '\0' | xargs -0 -r grep -nHE -- "$2" |
        sed "s|\$|   <- use $3|" || true
}

{
    copies 'src/base/chars[.]h' \
        '^(static|inline|bool|int)[a-z ]* is_(blank|space|white|digit|letter|alpha|alnum|word|name|ident|hex|control|print|upper|lower)[a-z_]*\((unsigned )?(char|int) [a-z]+\)' \
        'src/base/chars.h'
    copies 'src/base/chars[.]h' '^[a-z ]*(static|inline)[a-z ]* (un)?hex4?_?(value|digit|nibble)?[a-z_]*\((unsigned )?(char|int) [a-z]+\)' \
        'hex_value of src/base/chars.h'
    copies 'src/base/chars[.]h|reports/pdf/pdf_text[.][ch]' "[<>]= '[0aAfFzZ9]'.*(&&|[|][|]).*[<>]= '[0aAfFzZ9]'" 'src/base/chars.h'
    copies 'src/base/chars[.]h|src/json/json_internal[.]h' \
        "== ' ' [|][|] .*== '.[tnr]'|== '.[tnr]' [|][|] .*== ' '" 'is_blank or is_space of src/base/chars.h'
    copies '-' '#include <ctype[.]h>' 'src/base/chars.h, which knows no locale'
    copies '-' '^static .*\<put_(number|double|real|digits|json_number|json_string|json_text)\(struct buf' \
        'src/base/buf.h, or say what is special in the name'
    copies 'src/base/number[.]c' '"%[.]17g"|%[.][*]g", digits' 'buf_put_double of src/base/buf.h'
    copies 'src/base/str[.]c' '0x[cC]0 [|] .*>> 6' 'utf8_encode of src/base/str.h'
    copies 'src/base/rng[.]c' '0x[dD]2511[fF]53|0x[cC][dD]9[eE]8[dD]57' 'philox_blocks of src/base/rng.h'
    copies 'src/base/rng[.]c' 'getrandom\(' 'rng_secret of src/base/rng.h'
    copies 'tasks/text/cuda_lex[.]c' 'memcmp\([^;]*"//@", 3\)' 'tasks/text/cuda_lex.h'
} | verdict
