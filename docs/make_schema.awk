# Prints docs/schema.md from the comments of the SQL:
#
#   awk -f docs/make_schema.awk schema/migrations/*.sql schema/views/v1.sql >docs/schema.md
#
# A column of a table has its comment on its line.  A column of a view takes the one of the table
# column that it shows; columns that no table has are named in the comment above the view, which
# also says what a row is.  What a column means in every view is said once, in
# the comment that begins with "Columns that mean the same"; what it means in two views, in the first
# of them.  Columns of tables stand in schema/schema.sql with their comments; those that a later
# migration added have none there and stand here.

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
    note = ""
}

# A later migration made it anew, or did without it: what was added to it stands in its new text.
function drop_table(name,    i, to, part) {
    sub(/^DROP TABLE +/, "", name)
    sub(/[^A-Za-z_0-9].*/, "", name)
    for (i = 1; i <= n_added; i++) {
        split(added[i], part, SUBSEP)
        if (part[1] != name)
            added[++to] = added[i]
    }
    n_added = to + 0
}

# "ALTER TABLE run ADD COLUMN server TEXT; -- meaning" as the line of a column.
function added_column(line,    to, word) {
    to = line
    sub(/^ALTER TABLE +/, "", to)
    table = to
    sub(/ .*/, "", table)
    sub(/^.* ADD COLUMN +/, "", to)
    table_column(to)
    split(to, word, " ")
    if (!((table, word[1]) in seen))
        added[++n_added] = table SUBSEP word[1]
    seen[table, word[1]] = 1
    table = ""
}

function table_column(line,    word, comment) {
    split(trim(line), word, /[ \t]+/)
    comment = line
    if (!sub(/^.*-- /, "", comment))
        comment = ""
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
    } else if (in_example) {
        return
    } else if (line ~ /^--   [a-z_0-9]+: /) {
        name = line
        sub(/^-- +/, "", name)
        text = name
        sub(/:.*/, "", name)
        sub(/^[a-z_0-9]+: +/, "", text)
        pending_said[name] = text
        pending_names[++n_pending] = name
    } else if (line ~ /^--     / && n_pending > 0) {
        name = pending_names[n_pending]
        pending_said[name] = pending_said[name] " " trim(substr(line, 3))
    } else {
        note = note (note == "" ? "" : " ") trim(substr(line, 3))
        gsub(/  +/, " ", note)
    }
}

function begin_view(line,    name) {
    view = line
    sub(/^CREATE VIEW +/, "", view)
    sub(/ .*/, "", view)
    views[++n_views] = view
    view_note[view] = note
    for (name in pending_said)
        said[view, name] = pending_said[name]
    forget()
    body = ""
}

function forget(    name) {
    note = ""
    in_example = n_pending = 0
    split("", pending_said)
}

BEGIN { common_mark = "every view" }
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
    print "Made from the comments of the SQL by `docs/make_schema.awk`."
    print ""
    print "The views are the public interface: their names and columns stay, and they need no extension. Units stand in the names: `_us`"
    print "microseconds, `_ms` milliseconds, `bytes` bytes. Log-probs are natural logarithms. Times of day (`_at`) are UTC text."
    print "A missing value is NULL, never 0. [cookbook.md](cookbook.md) asks every view a question, with its SQL."
    print ""
    print "## Views"
    print ""
    print "These columns mean the same in every view and table:"
    print ""
    print "column | meaning"
    print "---|---"
    for (i = 1; i <= n_common; i++)
        print common_names[i] " | " cell(common[common_names[i]])
    for (i = 1; i <= n_views; i++)
        print_view(views[i])
    print ""
    print "## Tables"
    print ""
    print "[schema.sql](../schema/schema.sql) has every table, with the meaning of each column beside it. Facts are append-only. A later schema may"
    print "add columns, so scripts that should keep working read the views. Columns that were added since, and that no view explains:"
    print ""
    print "column | meaning"
    print "---|---"
    for (i = 1; i <= n_added; i++)
        print_added(added[i])
    end_row("")
}

# Rows are held back, since a column whose meaning is "likewise" joins the row before it.
function end_row(next_names) {
    if (row_names != "")
        print row_names " | " cell(row_text)
    row_names = next_names
}

# Columns whose meaning was told before stand behind the table, by the view that told it.
function print_view(v,    n, name, i, text, where, own, n_where, places, names) {
    print ""
    print "### " v
    print ""
    print view_note[v]
    n = split(trim(view_columns[v]), name, " ")
    for (i = 1; i <= n; i++) {
        text = view_meaning[v, name[i]]
        where = text == common_mark ? common_mark : told[name[i], text]
        if (where == "") {
            told[name[i], text] = v
            own = own name[i] " | " cell(text) "\n"
        } else {
            if (!(where in names))
                places[++n_where] = where
            names[where] = names[where] (names[where] == "" ? "" : ", ") name[i]
        }
    }
    if (own != "")
        printf "\ncolumn | meaning\n---|---\n%s", own
    if (n_where > 0)
        print ""
    for (i = 1; i <= n_where; i++)
        print "As in " places[i] ": " names[places[i]] "."
}

# key: TABLE SUBSEP COLUMN.
function print_added(key,    part) {
    split(key, part, SUBSEP)
    if (!(part[2] in common) && !((part[2], meaning[key]) in told)) {
        if (meaning[key] == "likewise")
            row_names = row_names ", " part[1] "." part[2]
        else {
            end_row(part[1] "." part[2])
            row_text = meaning[key]
        }
    }
}
