"""What a function keeps of its last call."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def keep_last(function: Function) -> Function:
    """Keep the result of the last call for the next one with the same arguments.

    It is for long bytes that come again and again in a row: they are compared sooner than they are hashed.
    """
    last: tuple[Any, Any] = None, None

    @wraps(function)
    def kept(*arguments: Any) -> Any:
        nonlocal last
        known, result = last
        if known != arguments:
            result = function(*arguments)
            last = arguments, result
        return result

    return kept  # type: ignore[return-value]
