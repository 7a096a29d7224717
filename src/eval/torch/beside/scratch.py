"""Files below /tmp are a candidate's own: its Python finds the private folder there, to which nobody else has access.

Modules write the sources of their extensions below /tmp, which the sandbox refuses.  This is a convenience and no
protection: what goes around these functions meets the sandbox.
"""
import builtins
import functools
import io
import os
import sys

SHARED = ("/tmp", "/var/tmp")
ONE_PATH = ("open", "mkdir", "stat", "lstat", "listdir", "scandir", "remove", "unlink", "rmdir", "access", "readlink", "chdir", "utime",
            "chmod", "truncate", "statvfs")
TWO_PATHS = ("rename", "replace", "link", "symlink")


def is_below(path, folder):
    return path == folder or path.startswith(folder + "/")


def install(private, libraries):
    """What lies below /tmp and is not the candidate's (programs, our own folder) stays where it is."""
    kept = [f for f in [*libraries, sys.prefix, sys.base_prefix, *sys.path] if f and f.startswith("/")]
    if is_below(private, "/tmp"):
        kept.append("/".join(private.split("/")[:3]))
    for folder in SHARED:
        os.makedirs(private + folder, exist_ok=True)

    def moved(path):
        try:
            text = os.fspath(path)
        except TypeError:  # a descriptor
            return path
        if not isinstance(text, str):
            return path
        text = os.path.normpath(text)
        if not any(is_below(text, f) for f in SHARED) or any(is_below(text, f) for f in kept):
            return path
        return private + text

    def redirected(call, n_paths):
        @functools.wraps(call)
        def there(*args, **kwargs):
            return call(*[moved(a) for a in args[:n_paths]], *args[n_paths:], **kwargs)
        return there

    for names, n_paths in ((ONE_PATH, 1), (TWO_PATHS, 2)):
        for name in names:
            call = redirected(getattr(os, name), n_paths)
            for known in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
                if getattr(os, name) in known:
                    known.add(call)
            setattr(os, name, call)
    builtins.open = io.open = redirected(io.open, 1)
