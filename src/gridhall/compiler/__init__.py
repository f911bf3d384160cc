"""Kernels compiled: the functions of kernel.py, which Python interprets otherwise, at the speed of C.

`kernel.compiled(function)` gives a kernel's twin (twin.py), which is called like the kernel. When it is called with
arguments of a new kind, it names the code it needs by a hash of all source that matters (digest.py), and looks for it
in what the package ships, then in the user's cache (store.py). If neither has it, Numba and LLVM compile it to object
code (object_code.py), which is kept in the cache, and a person who waits is told so (notice.py). Object code is plain
machine code, as a C compiler makes it; loader.py turns it into functions that Python can call.

    twin.py         a kernel's compiled twin
    digest.py       what compiled code depends on, as a name
    store.py        where object code is kept
    loader.py       from object code to functions of Python
    notice.py       says that something is being compiled
    interpreted.py  a twin that is run by Python, for debuggers
    object_code.py  from a kernel to object code, with
    trampoline.py       the part that takes arguments from Python and gives the result back
    intrinsics.py       the few things that Python's language cannot say
    signs.py            a check that refuses kernels which would compute something else when compiled

The first five are all that is needed to run what is shipped; Numba is imported when something must be compiled.
"""
