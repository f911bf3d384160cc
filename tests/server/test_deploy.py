"""The files for a hall in containers: well formed, and their command is one that `gridhall serve` takes."""

import re
import shlex
from pathlib import Path

from gridhall.__main__ import parser

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_command_of_the_compose_file_is_one_that_serve_takes() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    (script,) = re.findall(r"sh -c '(.*?)'", text, re.S)
    command = shlex.split(re.sub(r"\$\{(\w+):-([^}]*)\}", r"\2", script).replace('"$$(hostname -i):0"', "10.0.0.5:0"))
    assert command[:3] == ["exec", "gridhall", "serve"]
    arguments = parser("serve").parse_args(command[2:])
    assert (arguments.processes, arguments.internal, arguments.host) == (2, "10.0.0.5:0", "0.0.0.0")
    assert arguments.operator == arguments.trusted_proxy, "the balancer asks how each hall is"
    assert arguments.public_url == ["https://hall.example"] and arguments.database == "$$HALL_DATABASE"


def test_the_files_name_each_other_rightly() -> None:
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    balancer = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    assert "dockerfile: deploy/Containerfile" in compose and "./haproxy.cfg:" in compose
    port = re.findall(r"EXPOSE (\d+)", container)
    assert re.findall(r"hall:(\d+) resolvers", balancer) == port
    assert re.findall(r'ports: \["443:(\d+)"\]', compose) == re.findall(r"bind :(\d+) ssl", balancer)
    assert re.findall(r"gridhall\[postgres\]|\[postgres\]", container)
