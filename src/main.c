/*
 * main.c - the program; cli_main has everything, so tests can link it.
 */
#include "src/cli/command.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
