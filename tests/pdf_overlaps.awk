# From pdftotext -bbox: words that share more than a quarter of the smaller box, or leave the page.
function value(name,    s) {
    s = $0
    sub(".*" name "=\"", "", s)
    sub("\".*", "", s)
    return s + 0
}
function flush_page(    i, k, w, h, a, b, small) {
    for (i = 1; i <= n; i++) {
        if (x0[i] < -1 || y0[i] < -1 || x1[i] > width + 1 || y1[i] > height + 1)
            print "page " page ": outside: " text[i]
        for (k = 1; k < i; k++) {
            w = (x1[i] < x1[k] ? x1[i] : x1[k]) - (x0[i] > x0[k] ? x0[i] : x0[k])
            h = (y1[i] < y1[k] ? y1[i] : y1[k]) - (y0[i] > y0[k] ? y0[i] : y0[k])
            if (w <= 0 || h <= 0)
                continue
            a = (x1[i] - x0[i]) * (y1[i] - y0[i])
            b = (x1[k] - x0[k]) * (y1[k] - y0[k])
            small = a < b ? a : b
            if (w * h > 0.25 * small)
                print "page " page ": " text[i] " over " text[k]
        }
    }
    n = 0
}
/<page / { flush_page(); page++; width = value("width"); height = value("height") }
/<word / {
    n++
    x0[n] = value("xMin"); x1[n] = value("xMax"); y0[n] = value("yMin"); y1[n] = value("yMax")
    text[n] = $0
    sub(/^[^>]*>/, "", text[n])
    sub(/<.*/, "", text[n])
    words++
}
END {
    flush_page()
    if (words == 0)
        print "no text at all"
}
