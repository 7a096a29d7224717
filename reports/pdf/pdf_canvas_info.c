/* pdf_canvas_info.c - title, producer and dates of a document. */
#include "reports/pdf/pdf_canvas_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/str.h"

const char *canvas_ascii(struct arena *a, const char *s)
{
    char *out = arena_strndup(a, s, strnlen(s, 300));
    for (char *p = out; *p != '\0'; p++) {
        if (*p < 0x20 || *p > 0x7E)
            *p = '?';
    }
    return out;
}

/* The T may be a blank, the Z missing. */
static bool parse_date(const char *s, HPDF_Date *out)
{
    static const int start[6] = { 0, 5, 8, 11, 14, 17 };
    static const int digits[6] = { 4, 2, 2, 2, 2, 2 };
    int v[6];
    if (strlen(s) < 19)
        return false;
    for (int f = 0; f < 6; f++) {
        v[f] = 0;
        for (int i = 0; i < digits[f]; i++) {
            char ch = s[start[f] + i];
            if (ch < '0' || ch > '9')
                return false;
            v[f] = v[f] * 10 + (ch - '0');
        }
    }
    *out = (HPDF_Date){ v[0], v[1], v[2], v[3], v[4], v[5], 'Z', 0, 0 };
    return v[1] >= 1 && v[1] <= 12 && v[2] >= 1 && v[2] <= 28 + 3 && v[3] < 24 && v[4] < 60 &&
           v[5] < 60;
}

static void set_dates(struct pdf_canvas *c, const char *data_date)
{
    char from_env[32];
    int64_t epoch;
    const char *env = getenv("SOURCE_DATE_EPOCH");
    if (env != NULL && str_to_i64(env, &epoch) && epoch >= 0 && epoch < INT64_C(253402300800)) {
        clock_format_utc(epoch, from_env);
        data_date = from_env;
    }
    HPDF_Date date;
    if (data_date == NULL || !parse_date(data_date, &date))
        return;
    sha256_update(&c->identity, data_date, strlen(data_date));
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_CREATION_DATE, date);
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_MOD_DATE, date);
}

void canvas_set_info(struct pdf_canvas *c, const struct pdf_info *info)
{
    char producer[160];
    snprintf(producer, sizeof(producer), "Rollbook %s, libharu %s", build_version(),
             HPDF_GetVersion());
    const struct {
        HPDF_InfoType type;
        const char *text;
    } attributes[] = {
        { HPDF_INFO_TITLE, info->title },     { HPDF_INFO_AUTHOR, info->author },
        { HPDF_INFO_SUBJECT, info->subject }, { HPDF_INFO_KEYWORDS, info->keywords },
        { HPDF_INFO_CREATOR, "Rollbook" },    { HPDF_INFO_PRODUCER, producer },
    };
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        if (attributes[i].text == NULL)
            continue;
        const char *text = canvas_ascii(&c->scratch, attributes[i].text);
        sha256_update(&c->identity, text, strlen(text) + 1);
        HPDF_SetInfoAttr(c->doc, attributes[i].type, text);
    }
    set_dates(c, info->date_utc);
}
