/*
 * listener_library.h - libmicrohttpd, opened when a proxy starts, since no other command needs it.
 * Its names mean the functions of a table (see src/http/http_curl.h).
 */
#ifndef ROLLBOOK_SERVER_LISTENER_LISTENER_LIBRARY_H
#define ROLLBOOK_SERVER_LISTENER_LISTENER_LIBRARY_H

#include <microhttpd.h>

struct err;

#define LISTENER_FUNCTIONS(X)                                                                      \
    X(MHD_add_connection)                                                                          \
    X(MHD_add_response_header)                                                                     \
    X(MHD_create_response_from_callback)                                                           \
    X(MHD_destroy_response)                                                                        \
    X(MHD_get_connection_info)                                                                     \
    X(MHD_get_connection_values)                                                                   \
    X(MHD_get_daemon_info)                                                                         \
    X(MHD_get_timeout)                                                                             \
    X(MHD_lookup_connection_value)                                                                 \
    X(MHD_queue_response)                                                                          \
    X(MHD_resume_connection)                                                                       \
    X(MHD_run)                                                                                     \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_suspend_connection)

struct listener_library {
#define LISTENER_MEMBER(name) __typeof__(name) *name;
    LISTENER_FUNCTIONS(LISTENER_MEMBER)
#undef LISTENER_MEMBER
};

extern struct listener_library listener_library;

/* Once a process, before other functions; ERR_USAGE: not installed. */
int listener_load_library(struct err *err);

#ifndef LISTENER_OWN_NAMES
#define MHD_add_connection                listener_library.MHD_add_connection
#define MHD_add_response_header           listener_library.MHD_add_response_header
#define MHD_create_response_from_callback listener_library.MHD_create_response_from_callback
#define MHD_destroy_response              listener_library.MHD_destroy_response
#define MHD_get_connection_info           listener_library.MHD_get_connection_info
#define MHD_get_connection_values         listener_library.MHD_get_connection_values
#define MHD_get_daemon_info               listener_library.MHD_get_daemon_info
#define MHD_get_timeout                   listener_library.MHD_get_timeout
#define MHD_lookup_connection_value       listener_library.MHD_lookup_connection_value
#define MHD_queue_response                listener_library.MHD_queue_response
#define MHD_resume_connection             listener_library.MHD_resume_connection
#define MHD_run                           listener_library.MHD_run
#define MHD_start_daemon                  listener_library.MHD_start_daemon
#define MHD_stop_daemon                   listener_library.MHD_stop_daemon
#define MHD_suspend_connection            listener_library.MHD_suspend_connection
#endif

#endif
