"""A browser as the hall's HTTP side knows it: it keeps a cookie, and says which page asks."""

import http.client
import json
from typing import Any

from tests.server.conftest import House

PASSWORD = "three blind mice run"


class Browser:
    """Asks with its cookie, from a page of the hall unless told otherwise."""

    def __init__(self, house: House, agent: str = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36") -> None:
        self.house, self.agent = house, agent
        self.cookie = ""
        self.set_cookie = ""  # the last header that set one
        self.status = 0
        self.content = b""

    def ask(self, method: str, path: str, body: Any = None, origin: str | None = "", **headers: str) -> Any:
        """The answer, as data if it is JSON; `status` has its number."""
        line = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60)
        own = f"http://127.0.0.1:{self.house.port}"
        sent = {"User-Agent": self.agent, **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if method != "GET" and origin is not None:
            sent["Origin"] = origin or own
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body is not None else None
        line.request(method, path, content, sent)
        answer = line.getresponse()
        self.status, self.content = answer.status, answer.read()
        self.set_cookie = answer.getheader("set-cookie") or ""
        if self.set_cookie:
            self.cookie = self.set_cookie.partition(";")[0]
        kind = answer.getheader("content-type") or ""
        line.close()
        return json.loads(self.content) if kind.startswith("application/json") else self.content

    def arrive(self) -> "Browser":
        """Be a guest."""
        self.ask("POST", "/api/session", {})
        assert self.status == 201
        return self

    def claim(self, name: str, password: str = PASSWORD) -> list[str]:
        """Claim the account; the recovery codes."""
        answer = self.ask("POST", "/api/account/claim", {"name": name, "password": password})
        assert self.status == 201, answer
        codes: list[str] = answer["codes"]
        return codes

    def sign_in(self, name: str, **proof: Any) -> Any:
        return self.ask("POST", "/api/session/sign-in", {"name": name, **(proof or {"password": PASSWORD})})

    def make(self, game: str, **wish: Any) -> tuple[str, list[dict[str, Any]]]:
        answer = self.ask("POST", "/api/rooms", {"game": game, **wish})
        assert self.status == 201, answer
        return answer["room"], answer["keys"]

    @property
    def token(self) -> str:
        return self.cookie.partition("=")[2]
