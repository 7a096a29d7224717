/* split_hash.h - split_hash of a parsed split; private to splits. */
#ifndef ROLLBOOK_SPLITS_SPLIT_HASH_H
#define ROLLBOOK_SPLITS_SPLIT_HASH_H

struct json;

/* Over all members but split_hash, known or not, as Python prints them. */
void split_hash_tree(const struct json *root, char out[65]);

#endif
