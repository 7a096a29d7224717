/* A test that fails leaves its memory behind, and the sanitiser's list of it would hide the
 * assertion: leaks are searched only where all tests passed.  Linked with every unit test. */
int __real__cmocka_run_group_tests(const char *name, const void *tests, unsigned long n,
                                   int (*setup)(void **), int (*teardown)(void **));
int __wrap__cmocka_run_group_tests(const char *name, const void *tests, unsigned long n,
                                   int (*setup)(void **), int (*teardown)(void **));
int __lsan_is_turned_off(void);

static int n_failed;

int __wrap__cmocka_run_group_tests(const char *name, const void *tests, unsigned long n,
                                   int (*setup)(void **), int (*teardown)(void **))
{
    int failed = __real__cmocka_run_group_tests(name, tests, n, setup, teardown);
    n_failed += failed;
    return failed;
}

int __lsan_is_turned_off(void)
{
    return n_failed != 0;
}
