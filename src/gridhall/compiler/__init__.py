"""Kernels compiled: the functions that are interpreted otherwise, at the speed of C.

Their code is shipped with the package, or found in the user's cache, or made when it is needed.

    digest.py       what compiled code depends on, as a name
    twin.py         a kernel's compiled twin, called like the kernel
    store.py        where object code is kept
    loader.py       object code made callable
    object_code.py  from a kernel to object code, by Numba and LLVM; with intrinsics.py, signs.py and trampoline.py

Only the first four are needed to run what is shipped; Numba is imported when something must be compiled.
"""
