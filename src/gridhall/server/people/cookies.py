"""The cookie of a browser's session: pages cannot read it, and other sites cannot send it."""

import re
from http.cookies import CookieError, SimpleCookie

from starlette.responses import Response
from starlette.types import Scope

from gridhall.server.net.guard import Guard

NAME, SECURE_NAME = "gridhall", "__Host-gridhall"  # browsers take the second only over https, for the whole host
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip


def token_of(guard: Guard, scope: Scope) -> str:
    """The token in the cookie; "" if there is none."""
    header = ";".join(value.decode("latin-1") for key, value in scope.get("headers", ()) if key == b"cookie")
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return ""
    cookie = cookies.get(SECURE_NAME if guard.is_encrypted(scope) else NAME)
    return cookie.value if cookie is not None else ""


def set_token(guard: Guard, scope: Scope, response: Response, token: str, seconds: float) -> None:
    """Let the browser keep a token; "" lets it forget the one it has."""
    is_secure = guard.is_encrypted(scope)
    response.set_cookie(
        SECURE_NAME if is_secure else NAME,
        token,
        max_age=int(seconds) if token else 0,
        path="/",
        secure=is_secure,
        httponly=True,
        samesite="strict",
    )


def device_of(scope: Scope) -> str:
    """What a browser calls itself, in a few words for the list of devices."""
    agent = next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key == b"user-agent"), "")
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    plain = re.sub(r"[^\w ./-]", "", agent)[:40]
    return " on ".join(part for part in (browser, system) if part) or plain or "a browser"
