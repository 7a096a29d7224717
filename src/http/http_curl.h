/*
 * http_curl.h - libcurl, opened when it is first needed.
 *
 * Its thirty libraries take longer to load than most commands to run, and few commands send
 * anything.  Its names mean the functions of a table that http_load_libcurl fills.
 */
#ifndef ROLLBOOK_HTTP_HTTP_CURL_H
#define ROLLBOOK_HTTP_HTTP_CURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

struct err;

#define HTTP_CURL_FUNCTIONS(X)                                                                     \
    X(curl_easy_cleanup)                                                                           \
    X(curl_easy_getinfo)                                                                           \
    X(curl_easy_init)                                                                              \
    X(curl_easy_pause)                                                                             \
    X(curl_easy_reset)                                                                             \
    X(curl_easy_setopt)                                                                            \
    X(curl_easy_strerror)                                                                          \
    X(curl_free)                                                                                   \
    X(curl_global_init_mem)                                                                        \
    X(curl_multi_add_handle)                                                                       \
    X(curl_multi_assign)                                                                           \
    X(curl_multi_cleanup)                                                                          \
    X(curl_multi_info_read)                                                                        \
    X(curl_multi_init)                                                                             \
    X(curl_multi_perform)                                                                          \
    X(curl_multi_poll)                                                                             \
    X(curl_multi_remove_handle)                                                                    \
    X(curl_multi_setopt)                                                                           \
    X(curl_multi_socket_action)                                                                    \
    X(curl_multi_strerror)                                                                         \
    X(curl_slist_append)                                                                           \
    X(curl_slist_free_all)                                                                         \
    X(curl_url)                                                                                    \
    X(curl_url_cleanup)                                                                            \
    X(curl_url_get)                                                                                \
    X(curl_url_set)                                                                                \
    X(curl_url_strerror)

#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt

struct http_curl {
#define HTTP_CURL_MEMBER(name) __typeof__(name) *name;
    HTTP_CURL_FUNCTIONS(HTTP_CURL_MEMBER)
#undef HTTP_CURL_MEMBER
};

extern struct http_curl http_curl;

/* Once a process, before other functions; ERR_USAGE: not installed. */
int http_load_libcurl(struct err *err);

#ifndef HTTP_CURL_OWN_NAMES
#define curl_easy_cleanup        http_curl.curl_easy_cleanup
#define curl_easy_getinfo        http_curl.curl_easy_getinfo
#define curl_easy_init           http_curl.curl_easy_init
#define curl_easy_pause          http_curl.curl_easy_pause
#define curl_easy_reset          http_curl.curl_easy_reset
#define curl_easy_setopt         http_curl.curl_easy_setopt
#define curl_easy_strerror       http_curl.curl_easy_strerror
#define curl_free                http_curl.curl_free
#define curl_global_init_mem     http_curl.curl_global_init_mem
#define curl_multi_add_handle    http_curl.curl_multi_add_handle
#define curl_multi_assign        http_curl.curl_multi_assign
#define curl_multi_cleanup       http_curl.curl_multi_cleanup
#define curl_multi_info_read     http_curl.curl_multi_info_read
#define curl_multi_init          http_curl.curl_multi_init
#define curl_multi_perform       http_curl.curl_multi_perform
#define curl_multi_poll          http_curl.curl_multi_poll
#define curl_multi_remove_handle http_curl.curl_multi_remove_handle
#define curl_multi_setopt        http_curl.curl_multi_setopt
#define curl_multi_socket_action http_curl.curl_multi_socket_action
#define curl_multi_strerror      http_curl.curl_multi_strerror
#define curl_slist_append        http_curl.curl_slist_append
#define curl_slist_free_all      http_curl.curl_slist_free_all
#define curl_url                 http_curl.curl_url
#define curl_url_cleanup         http_curl.curl_url_cleanup
#define curl_url_get             http_curl.curl_url_get
#define curl_url_set             http_curl.curl_url_set
#define curl_url_strerror        http_curl.curl_url_strerror
#endif

#endif
