# Prints docs/schema.md from the comments of the SQL:
#
#   awk -f docs/make_schema.awk schema/migrations/*.sql schema/views/v1.sql >docs/schema.md
#
# A column of a table has its comment on its line.  A column of a view takes the one of the table
# column that it shows; columns that no table has are named in the comment above the view, which
# also says what a row is and gives an example.  What a column means in every view is said once, in
# the comment that begins with "Columns that mean the same".

function trim(s) {
    gsub(/^[ \t]+|[ \t]+$/, "", s)
    return s
}

# Cells of a Markdown table.
function cell(s) {
    gsub(/\|/, "\\|", s)
    return s
}

# Text between top-level parentheses is dropped from sql, so that FROM and commas within do not count.
function flat(sql,    i, c, depth, out) {
    out = ""
    depth = 0
    for (i = 1; i <= length(sql); i++) {
        c = substr(sql, i, 1)
        if (c == "(")
            depth++
        if (depth == 0)
            out = out c
        if (c == ")")
            depth--
    }
    return out
}

function begin_table(line) {
    table = line
    sub(/^CREATE TABLE +/, "", table)
    sub(/[^A-Za-z_0-9].*/, "", table)
    tables[++n_tables] = table
    table_note[table] = note
    note = ""
}

# A later migration made it anew, or did without it.
function drop_table(name,    i, to) {
    sub(/^DROP TABLE +/, "", name)
    sub(/[^A-Za-z_0-9].*/, "", name)
    columns[name] = ""
    for (i = 1; i <= n_tables; i++)
        if (tables[i] != name)
            tables[++to] = tables[i]
    n_tables = to
}

# "ALTER TABLE run ADD COLUMN server TEXT; -- meaning" as the line of a column.
function added_column(line,    to) {
    to = line
    sub(/^ALTER TABLE +/, "", to)
    table = to
    sub(/ .*/, "", table)
    sub(/^.* ADD COLUMN +/, "", to)
    table_column(to)
    table = ""
}

function table_column(line,    word, comment, rest) {
    split(trim(line), word, /[ \t]+/)
    comment = line
    if (!sub(/^.*-- /, "", comment))
        comment = ""
    rest = line
    columns[table] = columns[table] " " word[1]
    sub(/[,;]$/, "", word[2])
    type[table, word[1]] = word[2]
    if (rest !~ /NOT NULL|PRIMARY KEY/)
        type[table, word[1]] = type[table, word[1]] "?"
    meaning[table, word[1]] = comment
}

# What the view's column shows: "alias.column AS name", or an expression with a name.
function view_column(item,    name, source, part) {
    item = trim(item)
    name = item
    if (!sub(/^(.* )?AS /, "", name))
        sub(/^.*\./, "", name)
    source = item
    sub(/ AS [a-z_0-9]+$/, "", source)
    if ((view, name) in said)
        return name SUBSEP said[view, name]
    if (name in common)
        return name SUBSEP common_mark
    if (source ~ /^[a-z_0-9]+\.[a-z_0-9]+$/) {
        split(source, part, ".")
        return name SUBSEP meaning[alias[part[1]], part[2]]
    }
    if (source ~ /^[a-z_0-9]+$/)
        return name SUBSEP meaning[alias["only"], source]
    return name SUBSEP ""
}

# Aliases of FROM and JOIN clauses.
function read_aliases(sql,    n, word, i) {
    split("", alias)
    n = split(sql, word, /[ \t\n]+/)
    for (i = 1; i < n; i++) {
        if (word[i] != "FROM" && word[i] != "JOIN")
            continue
        if (alias["only"] == "")
            alias["only"] = word[i + 1]
        alias[word[i + 1]] = word[i + 1]
        if (i + 2 <= n && word[i + 2] !~ /^(ON|WHERE|JOIN|LEFT|GROUP|ORDER)$/)
            alias[word[i + 2]] = word[i + 1]
    }
}

function end_view(    sql, head, n, item, i, pair, field) {
    sql = flat(body)
    sub(/UNION ALL.*/, "", sql)
    sub(/;.*/, "", sql)
    read_aliases(sql)
    head = sql
    sub(/^[ \t\n]*SELECT +/, "", head)
    sub(/[ \t\n]FROM[ \t\n].*/, "", head)
    gsub(/[ \t\n]+/, " ", head)
    n = split(head, item, ",")
    for (i = 1; i <= n; i++) {
        pair = view_column(item[i])
        split(pair, field, SUBSEP)
        view_columns[view] = view_columns[view] " " field[1]
        view_meaning[view, field[1]] = field[2]
    }
}

function keep_common(    i) {
    for (i = 1; i <= n_pending; i++) {
        common_names[++n_common] = pending_names[i]
        common[pending_names[i]] = pending_said[pending_names[i]]
    }
}

# A line of the comment above a view.
function view_comment(line,    name, text) {
    if (line ~ /^-- Example:/) {
        in_example = 1
    } else if (line ~ /^--   / && in_example) {
        pending_example = pending_example substr(line, 6) "\n"
    } else if (line ~ /^--   [a-z_0-9]+: /) {
        name = line
        sub(/^-- +/, "", name)
        text = name
        sub(/:.*/, "", name)
        sub(/^[a-z_0-9]+: +/, "", text)
        pending_said[name] = text
        pending_names[++n_pending] = name
    } else {
        note = note (note == "" ? "" : " ") trim(substr(line, 3))
    }
}

function begin_view(line,    name) {
    view = line
    sub(/^CREATE VIEW +/, "", view)
    sub(/ .*/, "", view)
    views[++n_views] = view
    view_note[view] = note
    example[view] = pending_example
    for (name in pending_said)
        said[view, name] = pending_said[name]
    forget()
    body = ""
}

function forget(    name) {
    note = pending_example = ""
    in_example = n_pending = 0
    split("", pending_said)
}

BEGIN { common_mark = "in every view" }
/^--/ {
    view_comment($0)
    next
}
/^$/ {
    if (note ~ /^Columns that mean the same/)
        keep_common()
    forget()
    next
}
/^CREATE TABLE/ {
    begin_table($0)
    next
}
/^DROP TABLE/ {
    drop_table($0)
    next
}
/^ALTER TABLE .* ADD COLUMN / {
    added_column($0)
    next
}
/^CREATE VIEW/ {
    begin_view($0)
    next
}
table != "" && /^\)/ { table = "" }
table != "" && /^  [a-z_0-9]+[ \t]/ { table_column($0) }
view != "" {
    body = body $0 "\n"
    if (/;[ \t]*$/) {
        end_view()
        view = ""
    }
}

END {
    print "# Schema"
    print ""
    print "Made from the comments of the SQL by `docs/make_schema.awk`; a test compares."
    print ""
    print "The views are the public interface: their names and columns stay. They need no extension. Units stand in the names: `_us`"
    print "microseconds, `_ms` milliseconds, `_seconds` seconds, `bytes` bytes; log-probs are natural logarithms; times of day are UTC text."
    print "A missing value is NULL, never 0. Questions with their SQL: [cookbook.md](cookbook.md)."
    print ""
    print "## Views"
    print ""
    print "These columns mean the same in every view that has them:"
    print ""
    print "| column | meaning |"
    print "|---|---|"
    for (i = 1; i <= n_common; i++)
        print "| " common_names[i] " | " cell(common[common_names[i]]) " |"
    for (i = 1; i <= n_views; i++)
        print_view(views[i])
    print ""
    print "## Tables"
    print ""
    print "Facts are append-only. A later schema may add columns; scripts that should keep working read the views. A type with `?` may be NULL."
    for (i = 1; i <= n_tables; i++)
        print_table(tables[i])
}

function print_view(v,    n, name, i, shared, own) {
    print ""
    print "### " v
    print ""
    print view_note[v]
    n = split(trim(view_columns[v]), name, " ")
    for (i = 1; i <= n; i++) {
        if (view_meaning[v, name[i]] == common_mark)
            shared = shared (shared == "" ? "" : ", ") name[i]
        else
            own = own "| " name[i] " | " cell(view_meaning[v, name[i]]) " |\n"
    }
    if (own != "") {
        print ""
        print "| column | meaning |"
        print "|---|---|"
        printf "%s", own
    }
    if (shared != "") {
        print ""
        print "And: " shared "."
    }
    print ""
    print "```sql"
    printf "%s", example[v]
    print "```"
}

function print_table(t,    n, name, i) {
    print ""
    print "### " t
    if (table_note[t] != "") {
        print ""
        print table_note[t]
    }
    print ""
    print "| column | type | meaning |"
    print "|---|---|---|"
    n = split(trim(columns[t]), name, " ")
    for (i = 1; i <= n; i++)
        print "| " name[i] " | " type[t, name[i]] " | " cell(meaning[t, name[i]]) " |"
}
