/*
 * path_names.h - what the path of a file says: the level of its tasks, the name of its run.
 */
#ifndef ROLLBOOK_INGEST_PATH_NAMES_H
#define ROLLBOOK_INGEST_PATH_NAMES_H

struct arena;

#define PATH_MAX_LEVEL 9

/* The whole path; that of a folder has a slash behind it, so that what is in it stands "beside".
 * NULL for "-" and for what is not there. */
const char *path_absolute(struct arena *a, const char *path);
/* The level that the path names; 0 when it names none or several. */
int path_level(const char *path);
/* Name of the folder that the file lies in, or of the one above where that is a part of it
 * ("level_1"); NULL when there is none. */
const char *path_folder_name(struct arena *a, const char *path);
/* The name of the file without folders and the last extension; "" for "-". */
const char *path_stem(struct arena *a, const char *path);

#endif
