/* A slower disk, to be put in front of libc (LD_PRELOAD): whatever has to reach it takes at
   least 1 ms. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <time.h>

static const long LATENCY = 1000000; /* nanoseconds */
static const long SECOND = 1000000000;

static int slowly(const char *name, int file)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LATENCY;
    if (until.tv_nsec >= SECOND) {
        until.tv_nsec -= SECOND;
        until.tv_sec += 1;
    }
    int (*really)(int) = dlsym(RTLD_NEXT, name);
    int result = really(file);
    /* Up to a point in time, so that what the disk itself takes is part of it. */
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
    return result;
}

int fsync(int file)
{
    return slowly("fsync", file);
}

int fdatasync(int file)
{
    return slowly("fdatasync", file);
}
