/*
 * main.c - the program: everything is in cli_main, so that tests can link what they test.
 */
#include "src/cli/command.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
