"""Who is let in: where a request comes from, which names the hall answers to, and the headers of every answer."""

import contextlib
import ipaddress
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.types import Scope

from gridhall.errors import Usage

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), "
        "publickey-credentials-create=(self), publickey-credentials-get=(self)",
    }.items()
]
SECURE = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
LOOPBACK = ("127.0.0.0/8", "::1/128")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Access(msgspec.Struct):
    """What an operator says of the way to this hall."""

    public_urls: list[str] = []  # names it is known by besides localhost and numbers, as in https://hall.example
    trusted_proxies: list[str] = []  # addresses or networks whose forwarded headers are believed
    operators: list[str] = []  # addresses or networks that may read /healthz and /metrics, besides this machine


class Guard:
    """Answers who asks, and whether they may."""

    def __init__(self, access: Access | None = None) -> None:
        """Raises Usage for an address or a name that is none."""
        access = access or Access()
        self.names = {"localhost", *map(_name_of_url, access.public_urls)}
        self.origins = {url.rstrip("/").lower() for url in access.public_urls}
        self.is_secure = any(url.startswith("https:") for url in access.public_urls)
        self.proxies = list(_networks(access.trusted_proxies))
        self.operators = list(_networks([*LOOPBACK, *access.operators]))
        self.banned: frozenset[str] = frozenset()  # addresses, as `address` tells them

    def address(self, scope: Scope) -> str:
        """Where a request comes from: the other end, or what a trusted proxy says. All of an IPv6 /64 are one."""
        peer = str((scope.get("client") or ("",))[0])
        if not _is_in(peer, self.proxies):
            return _shared(peer)
        hops = [part.strip() for part in _header(scope, b"x-forwarded-for").split(",") if part.strip()]
        return _shared(next((hop for hop in reversed(hops) if not _is_in(hop, self.proxies)), peer))

    def is_operator(self, scope: Scope) -> bool:
        """Whether somebody may see how the hall is: only without a proxy in between."""
        peer = str((scope.get("client") or ("",))[0])
        return _is_in(peer, self.operators) and not _header(scope, b"x-forwarded-for")

    def refusal(self, scope: Scope) -> str:
        """Why a request is not answered at all; "" if it is."""
        if self.banned and self.address(scope) in self.banned:
            return "the operator of this hall has closed it to your address"
        host = _header(scope, b"host")
        name = _name(host)
        if not (name in self.names or _is_number(name)):
            return "this hall does not answer to that name; its operator can add it with --public-url"
        origin = _header(scope, b"origin")
        reads_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not origin or reads_only:
            return ""
        other = _name(origin.partition("://")[2])
        return "" if other in (name, *self.names) else "a page of another site may not do this"

    def is_encrypted(self, scope: Scope) -> bool:
        """Whether whoever asks has come by https, here or at a trusted proxy."""
        peer = str((scope.get("client") or ("",))[0])
        forwarded = _is_in(peer, self.proxies) and _header(scope, b"x-forwarded-proto") == "https"
        return self.is_secure or forwarded or scope.get("scheme") in ("https", "wss")

    def origin(self, scope: Scope) -> str:
        """The origin of the hall's own pages, as whoever asks knows the hall."""
        return f"{'https' if self.is_encrypted(scope) else 'http'}://{_header(scope, b'host').lower()}"

    def is_own_page(self, scope: Scope) -> bool:
        """Whether one of the hall's own pages asks, at the same port, too; only then cookies count for what changes
        something. Browsers say so by themselves with everything that is not just read.
        """
        origin = _header(scope, b"origin").lower()
        return origin.partition("://")[2] == _header(scope, b"host").lower() or origin in self.origins

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """The headers of every answer."""
        return [*HEADERS, SECURE] if self.is_encrypted(scope) else HEADERS


def _header(scope: Scope, name: bytes) -> str:
    headers: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
    return ",".join(value.decode("latin-1") for key, value in headers if key == name)


def _name(host: str) -> str:
    """A host without its port, in small letters."""
    if host.startswith("[") and "]" in host:
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def _name_of_url(url: str) -> str:
    name = None
    with contextlib.suppress(ValueError):  # half an IPv6 address
        name = urlsplit(url).hostname if "://" in url else None
    if not name:
        raise Usage(f"--public-url is {url!r}; it must be the address people use, as in https://hall.example")
    return name.lower()


def _is_number(name: str) -> bool:
    """Whether a host is an address rather than a name; nobody can make a name of ours mean something else then."""
    return _parsed(name) is not None


def _parsed(text: str) -> Any:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _networks(texts: Iterable[str]) -> Iterable[Network]:
    for text in texts:
        try:
            yield ipaddress.ip_network(text, strict=False)
        except ValueError as wrong:
            raise Usage(f"{text!r} is no address or network, such as 10.0.0.7 or 10.0.0.0/8") from wrong


def _is_in(text: str, networks: list[Network]) -> bool:
    address = _parsed(text) if networks else None
    return address is not None and any(address in network for network in networks)


def _shared(text: str) -> str:
    """An address as limits count it: whoever has one of IPv6 has all of its /64."""
    address = _parsed(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address) if address is not None else text[:64]
