/*
 * value_json.h - a stored value as JSON, the same in exports, hashes and answers.
 */
#ifndef ROLLBOOK_STORE_VALUE_JSON_H
#define ROLLBOOK_STORE_VALUE_JSON_H

struct buf;
struct sql_value;

/*
 * null, an integer, the shortest decimal that reads back as the same double, a string; {"hex":
 * "..."} for bytes, {"real": "inf"} or "-inf" where JSON has no number.  A real keeps its point
 * ("1.0").
 */
void sql_value_put_json(struct buf *out, const struct sql_value *v);

/* As above, with "inf" and "-inf" bare. */
void sql_value_put_real(struct buf *out, double v);

#endif
