"""Files on a disk that survive a power cut, and the disk's errors as the troubles they mean."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from storage.trouble import (
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    NoFolder,
    Occupied,
    ReadOnly,
    SeveralNames,
)

REFUSED: dict[int | None, type[DatabaseTrouble]] = {
    errno.EACCES: ReadOnly,
    errno.EPERM: ReadOnly,
    errno.EROFS: ReadOnly,
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EBUSY: SeveralNames,
}


def sync(path: Path) -> None:
    """Write a file or folder to disk, so that it survives a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def disk_troubles(path: Path) -> Iterator[None]:
    """Raise an error of the operating system's as the trouble that it means."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EIO:
            raise DiskFault(path, os.strerror(errno.EIO)) from error
        if trouble := REFUSED.get(error.errno):
            raise trouble(path) from error
        raise


@contextmanager
def new_file(target: Path) -> Iterator[BinaryIO]:
    """Create a file that must not exist yet. It is deleted if anything goes wrong."""
    if not target.parent.is_dir():
        raise NoFolder(target)
    with disk_troubles(target):
        try:
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise Occupied(target) from None
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            sync(target)
            sync(target.parent)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
