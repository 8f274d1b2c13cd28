"""The real server: started, asked, stopped, killed, started again."""

import json
import signal
import socket
import subprocess
import time
from pathlib import Path

import httpx2
import pexpect
import pytest

from quorate.surfaces.http.server import ServerTerms, _listening
from tests.patience import PATIENCE, comes, comes_true
from tests.surfaces.http.running import running
from tests.surfaces.program import QUORATE, environment
from tests.warm import warm_quorate

VOTE = {"position": "APPROVE", "confidence": 82, "rationale": "It was measured"}
SECOND = {"seat": "b", "voter": "scorecard"}


def _program(folder: Path, gate: str = "true") -> str:
    """A voter that says that it was asked, and answers once the gate opens."""
    file = folder / "voter"
    waits = f"echo asked >> {folder}/asked\nuntil {gate}; do sleep 0.02; done\n"
    file.write_text(f"#!/bin/sh\ncat > /dev/null\n{waits}printf '%s' '{json.dumps(VOTE)}'\n")
    file.chmod(0o755)
    return f"command:{file}"


def _cli(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    variables = environment(QUORATE_HOME=str(folder / "home"), XDG_CONFIG_HOME=str(folder / "settings"))
    return subprocess.run(
        [warm_quorate(), *arguments], env=variables, cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )


def test_the_command_line_and_the_server_show_the_same_bytes(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        opened = server.opened(panel=[{"seat": "a", "voter": _program(tmp_path)}, {"seat": "b", "voter": "scorecard"}])
        assert comes_true(lambda: server.shown(opened["id"]).get("verdict"))
        place = f"/v1/deliberations/{opened['id']}"
        assert server.client.get(place).text == _cli(tmp_path, "show", opened["id"], "--json").stdout
        assert server.client.get("/v1/deliberations").text == _cli(tmp_path, "log", "--json").stdout
        assert (
            server.client.get(f"{place}/explanation").text == _cli(tmp_path, "explain", opened["id"], "--json").stdout
        )
        assert server.stop() == 0


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_what_runs_when_the_server_stops_is_finished_first(tmp_path: Path, sign: int) -> None:
    gate = tmp_path / "open"
    with running(tmp_path, "--grace", "3600") as server:
        opened = server.opened(panel=[{"seat": "a", "voter": _program(tmp_path, f"[ -e {gate} ]")}, SECOND])
        assert comes(tmp_path / "asked")
        server.process.send_signal(sign)
        gate.touch()
        assert server.process.wait(PATIENCE) == 0
    assert json.loads(_cli(tmp_path, "show", opened["id"], "--json").stdout)["verdict"]


def test_a_second_signal_ends_the_server_at_once_and_is_one_line_of_its_log(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    with running(tmp_path, "--grace", "3600") as server:
        server.opened(panel=[{"seat": "a", "voter": _program(tmp_path, f"[ -e {tmp_path / 'open'} ]")}, SECOND])
        assert comes(tmp_path / "asked")
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as client:  # a request that never ends
            client.sendall(f"POST /v1/session HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 9\r\n\r\n".encode())
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.05)
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
    (tmp_path / "open").touch()
    assert log.read_text().count("told to stop again: ending at once") == 1
    assert "Traceback" not in log.read_text()


def test_what_a_killed_server_has_begun_is_found_by_the_next_one_and_not_paid_for_twice(tmp_path: Path) -> None:
    gate = tmp_path / "open"
    with running(tmp_path) as server:
        opened = server.opened(panel=[{"seat": "a", "voter": _program(tmp_path, f"[ -e {gate} ]")}, SECOND])
        assert comes(tmp_path / "asked")
        server.stop(signal.SIGKILL)
    with running(tmp_path) as server:
        gate.touch()
        assert comes_true(lambda: server.shown(opened["id"]).get("verdict"))
    assert (tmp_path / "asked").read_text().splitlines() == ["asked"]


def test_no_output_holds_the_token_but_a_file_of_its_user(tmp_path: Path) -> None:
    variables = environment(QUORATE_HOME=str(tmp_path / "home"), XDG_CONFIG_HOME=str(tmp_path / "settings"))
    with (tmp_path / "log").open("wb") as log:
        command = [QUORATE, "serve", "--port", "0"]
        process = subprocess.Popen(command, env=variables, cwd=tmp_path, stdout=log, stderr=log)
    try:
        assert comes_true(lambda: list((tmp_path / "home").glob("server-*.token")))
        (file,) = (tmp_path / "home").glob("server-*.token")
        assert comes_true(lambda: str(file) in (tmp_path / "log").read_text())
        assert file.stat().st_mode & 0o077 == 0
        token = file.read_text().strip()
        assert len(token) > 20
        assert token not in (tmp_path / "log").read_text()
        address = f"http://127.0.0.1:{file.stem.partition('-')[2]}"
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx2.post(f"{address}/v1/session", headers=headers, timeout=PATIENCE).status_code == 200
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert not file.exists()


def test_a_terminal_shows_the_token(tmp_path: Path) -> None:
    variables = environment(QUORATE_HOME=str(tmp_path / "home"), XDG_CONFIG_HOME=str(tmp_path / "settings"))
    terminal = pexpect.spawn(QUORATE, ["serve", "--port", "0"], env=variables, cwd=str(tmp_path), timeout=PATIENCE)
    terminal.expect(r"Token, good for one exchange \(POST /v1/session\):\r\n[0-9a-f]{20,}\r\n")
    assert not list((tmp_path / "home").glob("*.token"))
    terminal.terminate(force=True)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        second = _cli(tmp_path, "serve", "--port", "0")
        assert second.returncode == 2
        assert f"another server (process {server.process.pid}) has the record" in second.stderr
    with running(tmp_path) as server:
        assert server.client.get("/v1/ready").status_code == 200


def test_a_server_for_others_takes_keys_alone(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "0.0.0.0", "--host-name", "quorate.example") as server:
        named = {"Host": "quorate.example"}
        port = server.address.rpartition(":")[2]
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, headers=named) as client:
            assert client.get("/v1/health").status_code == 200
            assert client.get("/v1/inbox").status_code == 401
            exchanged = client.post("/v1/session", headers={"Authorization": "Bearer x"})
            assert exchanged.status_code == 401
            assert exchanged.json()["detail"].startswith("this server has no token; it needs a key")


def test_a_server_for_others_says_that_it_has_to_know_the_name_that_they_use(tmp_path: Path) -> None:
    notice = "Only 127.0.0.1 and localhost are answered; state other names with --host-name NAME[:PORT]"
    with running(tmp_path, "--host", "0.0.0.0") as server:
        port = server.address.rpartition(":")[2]
        other = {"Host": "quorate.example"}
        refused = httpx2.get(f"http://127.0.0.1:{port}/v1/health", headers=other, timeout=PATIENCE)
        assert refused.status_code == 421
        assert "--host-name" in refused.json()["detail"]
    assert notice in (tmp_path / "server.log").read_text()
    (tmp_path / "server.log").unlink()
    with running(tmp_path, "--host", "0.0.0.0", "--host-name", "quorate.example"):
        pass
    assert notice not in (tmp_path / "server.log").read_text()


def test_a_place_where_nobody_may_listen_is_said(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        taken = server.address.rpartition(":")[2]
        other = _cli(tmp_path, "serve", "--port", taken, "--store", str(tmp_path / "other.db"))
        assert other.returncode == 2
        sentence = "cannot listen there: Address already in use; choose another port with --port"
        assert other.stderr == f"127.0.0.1:{taken}: {sentence}\n"


def test_no_part_of_an_answer_waits_until_the_client_has_confirmed_another() -> None:
    with _listening(ServerTerms(port=0)) as listener, socket.create_connection(listener.getsockname()) as client:
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getpeername() == client.getsockname()
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
